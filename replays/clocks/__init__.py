"""Clocks of correspondence games: deadlines as a fold over what happened (`docs/play/clocks.md`).

Everything here is a pure function of its arguments. Moments are ms since 1970 UTC, and no clock is read.
"""
