"""Tests of checking a game in the reader's browser."""
