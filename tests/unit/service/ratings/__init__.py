"""Tests of `service.ratings` without a store."""
