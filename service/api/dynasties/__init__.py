"""Dynasties, and rematches, which are a game or a dynasty."""
