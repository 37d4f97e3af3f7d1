"""Tests of `workers/worker` that need no server."""
