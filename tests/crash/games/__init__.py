"""Kills and cuts while games are played.

Start with `test_kill.py`.
"""
