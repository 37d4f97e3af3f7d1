"""Contracts of every event log, every store of inboxes and every projection of the feeds.

There is one suite for each part of the interface. A suite is a class whose `test_…` methods use a fixture
with the implementation under test. A suite runs nothing by itself: the modules `../test_….py` run it on
a fake server and on real ones. Start with `log_suite.py`.
"""
