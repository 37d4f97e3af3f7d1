"""Tests of the layout and motion of a game's page."""
