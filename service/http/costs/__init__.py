"""Limits on what one request may cost."""
