"""Tests of the input on a game's page: keys, fingers, and gestures during which the page changes."""
