"""Audit bundles."""
