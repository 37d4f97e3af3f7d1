"""Texts that accounts write about games, stored outside the logs.

Messages at tables are in `../talk`. Each store keeps them in a `CountedPart` (`service/application/quotas`),
so every byte counts toward the account's storage quota. Start with `notes.py`.
"""
