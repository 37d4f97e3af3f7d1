"""Shared fixtures of the suites of projections."""

from collections.abc import Callable

import pytest

from harness.store.memory_log import MemoryEventLog
from replays.log.event_log import EventLog
from replays.store import clients
from replays.streams.event_log import StreamsEventLog


def in_memory(_: str) -> EventLog:
    """A log in memory."""
    return MemoryEventLog()


def in_streams(url: str) -> EventLog:
    """A log on the server at this URL."""
    return StreamsEventLog(clients.writer(url), clients.reader(url))


@pytest.fixture(params=[in_memory, in_streams], ids=["memory", "streams"])
def any_log(request: pytest.FixtureRequest, store_url: str) -> EventLog:
    """Give a log of each kind."""
    make: Callable[[str], EventLog] = request.param
    return make(store_url)
