"""Unit tests of `service.cli.terminal`."""
