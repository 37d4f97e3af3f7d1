"""Tests of the look of a game's page: sizes at common window sizes, motion and sound, restyling.

They use the fixtures of the tests in `..`. Reduced motion is set unless motion is the subject. Start with
`test_layout.py`.
"""
