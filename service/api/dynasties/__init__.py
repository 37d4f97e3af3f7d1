"""Dynasties, and rematches, which are a game or a dynasty.

`../games/tables.py` has the steps that games and dynasties share. Start with `dynasties.py`.
"""
