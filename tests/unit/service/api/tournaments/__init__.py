"""Tests of the API of tournaments: `site.py` has a tournament and its people."""
