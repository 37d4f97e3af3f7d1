"""Unit tests of `service.application.i18n.formatting`."""
