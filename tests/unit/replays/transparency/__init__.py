"""Tests of `replays.transparency`."""
