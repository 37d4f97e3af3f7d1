"""Whole games, and their players."""
