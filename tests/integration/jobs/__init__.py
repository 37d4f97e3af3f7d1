"""Scoring of finished games and other jobs, by real workers."""
