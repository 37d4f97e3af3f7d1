"""Unit tests of `service.i18n`."""
