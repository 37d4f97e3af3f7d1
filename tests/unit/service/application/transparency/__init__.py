"""Tests of the public log of heads."""
