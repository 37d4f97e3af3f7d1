"""Unit tests of `service.application.tournaments`."""
