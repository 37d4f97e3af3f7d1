"""Unit tests of `replays.tournament.standings`."""
