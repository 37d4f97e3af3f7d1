"""Unit tests of `replays.dynasty`."""
