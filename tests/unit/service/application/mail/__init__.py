"""Unit tests of `service.application.mail`."""
