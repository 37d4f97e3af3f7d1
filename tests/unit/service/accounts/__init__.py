"""Unit tests of `service.accounts`."""
