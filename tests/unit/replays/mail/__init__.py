"""Unit tests of `replays.mail`."""
