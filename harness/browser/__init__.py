"""Chromium, and players at its pages."""
