"""The secret seed of a game, and the draws that it fixes.

A seed is in no log record and no view before `SeedRevealed`. Only `seed_store.py` and `secrets.py` read keys
and the log. Start with `draws.py`.
"""
