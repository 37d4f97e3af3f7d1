"""Chromium, and players at its pages.

Start with `at_table.py`.
"""
