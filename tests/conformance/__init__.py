"""Tests against external facts, vectors and independent implementations, each with its source."""
