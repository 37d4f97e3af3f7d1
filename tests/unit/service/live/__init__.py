"""Unit tests of `service.live`."""
