"""Unit tests of `kingdomino.policies`."""
