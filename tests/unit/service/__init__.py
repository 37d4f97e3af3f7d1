"""Tests of `service` that need no server."""
