"""Schemas of notices and their channels, for the API and the pages."""
