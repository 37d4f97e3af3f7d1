"""Commands, logs and metrics for operators."""
