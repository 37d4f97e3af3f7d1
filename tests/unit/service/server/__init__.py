"""Unit tests of `service.server`."""
