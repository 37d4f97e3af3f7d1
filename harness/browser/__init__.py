"""Chromium, and players at a page."""
