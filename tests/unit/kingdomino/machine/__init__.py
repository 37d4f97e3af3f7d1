"""Unit tests of `kingdomino.machine`."""
