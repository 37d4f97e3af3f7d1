"""Tests of a game's page, from the first turn to the result.

`looks/` has the tests of layout and motion, `gestures/` those of keys, fingers and gestures. Most modules
play one game with the fixture `people`, one test after the other: each test ends at a turn at which the next
one can begin. Reduced motion is set unless motion is the subject. Start with `test_moves.py`.
"""
