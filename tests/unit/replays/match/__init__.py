"""Unit tests of `replays.match`."""
