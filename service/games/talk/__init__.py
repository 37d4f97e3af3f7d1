"""Talk at the table: short messages beside the log."""
