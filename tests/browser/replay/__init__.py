"""Tests of the replay page: steps, words, comments, other moves, imported games.

The games are finished ones that `harness/browser/replaying.py` writes into the log, so that no test has to
play them. Start with `test_replay.py`.
"""
