"""Unit tests of `kingdomino.analysis`."""
