"""Tests: units, properties, conformance, integration with real servers, crashes."""
