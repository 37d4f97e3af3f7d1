"""Unit tests of `service.application.pictures`."""
