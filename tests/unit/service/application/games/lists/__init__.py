"""Unit tests of `service.application.games.lists`."""
