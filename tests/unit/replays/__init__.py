"""Tests of `replays`; those of the store check start their own servers."""
