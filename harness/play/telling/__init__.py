"""Notices of games, and the channels that deliver them.

Tests compare the delivered notices with the expected ones. Start with `deliveries.py`.
"""
