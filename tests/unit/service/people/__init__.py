"""Tests of `service.people`."""
