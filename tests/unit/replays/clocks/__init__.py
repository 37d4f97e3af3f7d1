"""Clocks, one part at a time."""
