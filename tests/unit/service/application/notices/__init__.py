"""Tests of notices, made from the log alone."""
