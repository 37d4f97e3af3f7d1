"""Unit tests of `service.pages.tournaments`."""
