"""Unit tests of `replays.tournament.schedules`."""
