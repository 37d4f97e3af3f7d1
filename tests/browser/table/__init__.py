"""Tests of a game's page, from the first turn to the result."""
