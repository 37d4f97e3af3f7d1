"""Crash tests: processes are killed without warning, and the log is audited afterwards."""
