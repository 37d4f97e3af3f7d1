"""Helpers of the browser tests; no tests here."""
