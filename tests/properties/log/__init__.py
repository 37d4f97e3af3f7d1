"""Invariants of stored events, and of what is derived from them.

Start with `test_record.py`.
"""
