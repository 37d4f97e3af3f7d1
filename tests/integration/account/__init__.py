"""A player's own account, and access by others: private games, closed tables, revoked tokens.

Start with `test_me.py`.
"""
