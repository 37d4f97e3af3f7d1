"""Checking a game in the reader's own browser."""
