"""Event logs and stores of inboxes, in memory and on servers.

`suites/` has the contracts of every `EventLog` and every `Inboxes`; `test_log.py`, `test_archive.py` and
`test_notices_store.py` run them in memory and on servers. The other modules test what needs a server. A new
method of the log's protocol adds its tests to a suite. Start with `test_log.py`.
"""
