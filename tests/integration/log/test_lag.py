"""The lag of a group behind the feeds, as measured on a real server."""

from collections.abc import Iterator

import pytest
from redis import Redis

from harness.store.records import first, games
from replays.bootstrap import now_ms
from replays.store import clients
from replays.streams.event_log import StreamsEventLog
from replays.streams.lag import Lag, lag_of

GROUP = "relay"
SOON_MS = 60_000


@pytest.fixture
def log(store: Redis, store_url: str) -> Iterator[StreamsEventLog]:
    """Give the log of an empty store."""
    with clients.reader(store_url) as reader:
        yield StreamsEventLog(store, reader)


def test_entries_count_until_they_are_acknowledged(store: Redis, log: StreamsEventLog) -> None:
    """Unclaimed and unacknowledged entries count, and the lag dates from the oldest."""
    assert lag_of(store, GROUP) == Lag(0, None)
    log.join(GROUP)
    for game in games(40):
        log.append(first(game))
    lag = lag_of(store, GROUP)
    assert lag.entries == 40
    assert lag.since is not None
    assert now_ms() - SOON_MS < lag.since <= now_ms()
    held = log.claim_new(GROUP, "one", block_ms=0, count=1)
    assert lag_of(store, GROUP).entries == 40
    oldest = min(int(entry.entry_id.partition("-")[0]) for entry in held)
    assert lag_of(store, GROUP).since == oldest
    log.acknowledge(GROUP, held)
    assert lag_of(store, GROUP).entries == 40 - len(held)
    log.acknowledge(GROUP, log.claim_new(GROUP, "one", block_ms=0))
    log.trim_feeds()
    done = lag_of(store, GROUP)
    assert (done.entries, done.since) == (0, None)


def test_entries_that_nobody_asked_for_count_too(store: Redis, log: StreamsEventLog) -> None:
    """Entries count even if no group was ever joined."""
    log.append(first())
    assert lag_of(store, GROUP).since is not None
