"""Unit tests of `service.pages`."""
