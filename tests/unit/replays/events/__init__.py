"""Unit tests of `replays.events`."""
