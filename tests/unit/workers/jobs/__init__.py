"""Tests of `workers/jobs` that need no server."""
