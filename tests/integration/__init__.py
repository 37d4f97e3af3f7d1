"""Tests that run the real processes and a real server."""
