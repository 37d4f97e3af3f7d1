"""Unit tests of `service.api.games`."""
