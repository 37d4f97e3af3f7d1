"""Notices about games to their players, each once and in order: a projection of the feeds.

Of `service` it imports `account_keys.py`, `i18n/` and `people/moderation/` only; no Flask. Start
with `kinds/registry.py`.
"""
