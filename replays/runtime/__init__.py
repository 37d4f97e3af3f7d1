"""Facilities of every process: settings, log records, stop signals, files, a cache."""
