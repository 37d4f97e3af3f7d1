"""Measures of the background work, and of what it uses."""
