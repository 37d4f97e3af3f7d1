"""Unit tests of `replays.tournament`."""
