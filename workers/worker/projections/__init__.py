"""The projections of the log that a worker keeps up."""
