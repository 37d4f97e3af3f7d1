"""Unit tests of `service.application.live`."""
