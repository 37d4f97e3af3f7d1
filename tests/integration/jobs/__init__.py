"""Scoring of finished games and other jobs, by real workers.

A job takes effect exactly once, whatever is lost on the way, and a forged job runs nothing. Start with
`test_workers.py`.
"""
