"""Talk at tables: short messages, stored outside the log."""
