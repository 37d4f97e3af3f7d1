"""Unit tests of `kingdomino.board`."""
