"""Unit tests of `service.application.accounts`."""
