"""Shared fixtures of the tests of projections."""

import pytest

from replays.log.event_log import EventLog
from replays.store import clients
from replays.streams.event_log import StreamsEventLog


def in_streams(url: str) -> EventLog:
    """A log on the server at this URL."""
    return StreamsEventLog(clients.writer(url), clients.reader(url))


@pytest.fixture
def log(store_url: str) -> EventLog:
    """Give the log on the server."""
    return in_streams(store_url)
