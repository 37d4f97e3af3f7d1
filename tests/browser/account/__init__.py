"""Signing in, preferences and notices."""
