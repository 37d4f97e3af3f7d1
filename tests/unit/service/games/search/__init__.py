"""Unit tests of `service.games.search`."""
