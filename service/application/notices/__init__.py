"""Notices about games to their players, each once and in order: a projection of the feeds.

Of subjects it imports `people/moderation/` only. Start with `kinds/registry.py`.
"""
