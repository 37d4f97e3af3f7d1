"""Unit tests of `kingdomino.rules`."""
