"""Tests of signing in, preferences and notices."""
