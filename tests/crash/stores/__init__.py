"""Stores that stop, refuse writes, are damaged, saved and restored; the whole service stops and starts.

Start with `test_store_away.py`.
"""
