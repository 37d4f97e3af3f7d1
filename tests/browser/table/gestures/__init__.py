"""Tests of the input on a game's page: keys, fingers, and gestures during which the page changes.

They use the fixtures of the tests in `..`. Start with `test_turns.py`.
"""
