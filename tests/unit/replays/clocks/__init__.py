"""Unit tests of the clocks."""
