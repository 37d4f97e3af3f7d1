"""Accounts: profiles, names, credentials, tokens and sessions."""
