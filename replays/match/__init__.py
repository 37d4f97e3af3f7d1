"""The aggregate of a game: its state, the decisions about it, and its draws.

Only the caches and `randomness/` read the log. Start with `aggregate.py`.
"""
