"""Counts of sequences of legal moves by depth, the standard measure for rules of games.

The references in `tests/` count, which import nothing of the product, and write the JSON files; `kingdomino`
allows exactly as many. Start with `base.py`.
"""
