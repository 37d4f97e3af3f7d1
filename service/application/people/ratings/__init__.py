"""Ratings of players: a fold over one ordered stream of rated games.

Stored numbers are integers; only `skill.py` uses floats. Start with `fold.py`.
"""
