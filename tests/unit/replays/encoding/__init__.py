"""Unit tests of `replays.encoding`."""
