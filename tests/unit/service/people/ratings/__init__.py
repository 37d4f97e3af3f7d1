"""Tests of `service.people.ratings` without a store."""
