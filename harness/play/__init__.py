"""Whole games, and their players.

Start with `playing.py`.
"""
