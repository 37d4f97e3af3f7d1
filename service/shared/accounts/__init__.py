"""Accounts, for the API and the pages."""
