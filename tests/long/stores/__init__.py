"""Fail-overs of real clusters and Sentinels under load, and all tests on every server program.

Start with `servers.py`.
"""
