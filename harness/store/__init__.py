"""Logs, servers, clusters and archives for tests.

The suites in `tests/integration/log` run on the log and the inboxes in memory and on a server, so that both
behave the same. Start with `memory_log.py`.
"""
