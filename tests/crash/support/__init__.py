"""Processes to kill, connections to cut, and the audit afterwards."""
