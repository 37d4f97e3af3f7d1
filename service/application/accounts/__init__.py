"""Accounts: profiles, names, credentials, tokens and sessions.

The store holds only hashes of tokens and passwords. Start with `sessions.py`.
"""
