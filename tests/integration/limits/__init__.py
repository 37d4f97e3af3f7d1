"""Limits on the effect of one client on others."""
