"""Unit tests of `service.application.caches`."""
