"""The base game, and the rules that all variants share: legal moves and their consequences (R5-R10, R32).

It imports `game`, `rules` and `board`, and nothing of Origins. Start with `variant.py`.
"""
