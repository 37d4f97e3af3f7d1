"""Unit tests of `service.games.lists`."""
