"""Unit tests of `replays.audit`."""
