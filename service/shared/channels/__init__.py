"""Notices and their channels, for the API and the pages."""
