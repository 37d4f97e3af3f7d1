"""Tests of the pages about the signed-in player, with scripts and without: signing in, notices, reports.

Start with `test_sign_in.py`.
"""
