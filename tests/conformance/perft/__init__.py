"""Counts of sequences of legal moves."""
