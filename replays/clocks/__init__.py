"""Clocks of correspondence games: deadlines as a fold over events (`docs/play/clocks.md`).

All functions are pure and read no clock. Moments are ms since 1970 UTC.

Start with `controls.py`.
"""
