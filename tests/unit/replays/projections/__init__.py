"""Unit tests of `replays.projections`."""
