"""Tests of `service.application.people.ratings` without a store."""
