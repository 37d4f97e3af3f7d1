"""Unit tests of `replays.runtime`."""
