"""Tests of `workers` that need no server."""
