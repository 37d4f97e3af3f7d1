"""The pages of tournaments: the list, announcing one, and what players and spectators see of it.

`shown.py` has what all pages of one tournament need. Start with `overview.py`.
"""
