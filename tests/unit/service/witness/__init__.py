"""Unit tests of `service.witness`."""
