"""Notices of games, and the channels that deliver them."""
