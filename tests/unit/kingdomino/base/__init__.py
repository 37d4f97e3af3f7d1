"""Unit tests of `kingdomino.base`."""
