"""Unit tests of `service.application.quotas`."""
