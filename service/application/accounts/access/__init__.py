"""Access to accounts: scopes and last use of tokens, suspensions, and the audit.

Uses no Flask, and imports nothing else of `accounts`, because `../tokens.py` and `../players.py` import this
folder. Start with `scopes.py`.
"""
