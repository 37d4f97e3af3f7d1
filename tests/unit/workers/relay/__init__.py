"""Tests of `workers/relay` that need no server."""
