"""Stores that go away, are damaged, saved and restored."""
