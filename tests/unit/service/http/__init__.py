"""Unit tests of `service.http`."""
