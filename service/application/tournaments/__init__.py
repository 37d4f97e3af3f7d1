"""Tournaments: announcing, entering and directing them, and what is shown of them.

`acts.py` is the registry of what directors and players do on the record: start there, then `founding.py`.
"""
