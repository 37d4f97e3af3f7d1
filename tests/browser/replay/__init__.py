"""Tests of the replay page: steps, words, comments, other moves, imported games."""
