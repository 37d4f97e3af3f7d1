"""Tests of `service.application.people`."""
