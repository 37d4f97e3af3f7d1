"""Logs, servers, clusters and archives for tests."""
