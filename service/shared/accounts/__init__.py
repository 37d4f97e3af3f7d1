"""Accounts, for the API and the pages.

Start with `accounts.py`.
"""
