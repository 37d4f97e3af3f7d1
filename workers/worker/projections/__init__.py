"""The projections of the log that a worker runs."""
