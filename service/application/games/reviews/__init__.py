"""Reviews of finished games: requested by players, computed by workers, stored by the record's hash.

They are stored until they expire (`docs/play/review.md`). Start with `stored.py`.
"""
