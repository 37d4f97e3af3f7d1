"""Unit tests of `service.cli`."""
