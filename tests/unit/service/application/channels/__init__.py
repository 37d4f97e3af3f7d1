"""Tests of the channels, which send notices to players without an open page."""
