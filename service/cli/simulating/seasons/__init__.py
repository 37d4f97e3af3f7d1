"""Whole tournaments between policies: paired, scored and ranked by the code of real ones.

Of `replays` it imports `tournament.schedules`, `tournament.standings` and the regulations; no tournament is
recorded. Start with `playing.py`.
"""
