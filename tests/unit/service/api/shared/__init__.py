"""Unit tests of `service.api.shared`."""
