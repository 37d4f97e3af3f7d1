"""Unit tests of `service.quotas`."""
