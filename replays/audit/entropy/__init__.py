"""The players' entropy in a record: which seats it protects, and whether it is what was sent.

`docs/organize/randomness.md` defines it. Start with `protection.py`.
"""
