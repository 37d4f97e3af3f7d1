"""Event logs, stores of inboxes and projections, on a fake server and on real ones.

`suites/` has the contracts of every `EventLog`, `Inboxes` and projection; `test_log.py`, `test_archive.py`,
`test_notices_store.py` and `test_projections.py` run them. The other modules test what needs a server. A new
method of the log's protocol adds its tests to a suite. Start with `test_log.py`.
"""
