"""Unit tests of `replays.store`."""
