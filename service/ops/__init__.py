"""Tools for operators: metrics, readiness, diagnostics, backups."""
