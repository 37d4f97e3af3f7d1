"""Tests that need no server; the folders mirror the packages."""
