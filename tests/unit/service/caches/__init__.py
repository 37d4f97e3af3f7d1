"""Unit tests of `service.caches`."""
