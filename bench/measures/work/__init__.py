"""Measures of work outside the requests: how long people wait for it, and how much is done in a second.

Start with `settling.py`.
"""
