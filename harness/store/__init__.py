"""Logs, servers, clusters and archives for tests.

The suites in `tests/integration/log` run the log on a fake server and on real ones, so that both behave the
same. Start with `fake_log.py`.
"""
