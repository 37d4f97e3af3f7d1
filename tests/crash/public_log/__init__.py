"""Kills of the process that keeps the public log."""
