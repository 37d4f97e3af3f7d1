"""Measures of live updates."""
