"""Unit tests of the archive."""
