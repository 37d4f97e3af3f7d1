"""Whole games, and who plays them."""
