"""Unit tests of `replays.commands`."""
