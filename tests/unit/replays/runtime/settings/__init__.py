"""Unit tests of `replays.runtime.settings`."""
