"""Unit tests of `service.ops`."""
