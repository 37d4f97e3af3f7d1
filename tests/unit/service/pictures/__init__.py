"""Unit tests of `service.pictures`."""
