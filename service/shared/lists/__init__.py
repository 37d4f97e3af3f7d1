"""Lists of games, for the API and the pages.

Start with `searching.py`.
"""
