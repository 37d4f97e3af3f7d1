"""Unit tests of `service.games`."""
