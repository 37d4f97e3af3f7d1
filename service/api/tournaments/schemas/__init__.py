"""Schemas of tournaments: announcing them, entries, acts, states, and what a director sees."""
