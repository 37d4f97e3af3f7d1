"""Unit tests of `service.application`."""
