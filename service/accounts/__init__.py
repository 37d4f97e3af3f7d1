"""Accounts: profiles, credentials, tokens, sessions."""
