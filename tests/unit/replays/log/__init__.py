"""Unit tests of `replays.log`."""
