"""The lag of a projection behind the feeds, and of the relay behind its work, measured on a real server."""

from collections.abc import Iterator

import pytest
from redis import Redis

from harness.store.records import first, games
from replays.bootstrap import now_ms
from replays.log.occasions import Advance
from replays.runtime.worker_registry import RELAY
from replays.store import clients
from replays.streams.event_log import StreamsEventLog
from replays.streams.lag import Lag, lag_of, undone_work

GROUP = "projection"
SOON_MS = 60_000


@pytest.fixture
def log(store: Redis, store_url: str) -> Iterator[StreamsEventLog]:
    """Give the log of an empty store."""
    with clients.reader(store_url) as reader:
        yield StreamsEventLog(store, reader)


def test_work_counts_until_it_is_acknowledged(store: Redis, log: StreamsEventLog) -> None:
    """Unclaimed and unacknowledged work counts, and the lag dates from the oldest; no relay need have run."""
    assert undone_work(store) == Lag(0, None)
    for game in games(40):
        log.append(first(game))
    lag = undone_work(store)
    assert lag.entries == 40
    assert lag.since is not None
    assert now_ms() - SOON_MS < lag.since <= now_ms()
    held = log.claim_new(RELAY, "one", block_ms=0, count=1)
    assert undone_work(store) == lag
    log.acknowledge(RELAY, held)
    assert undone_work(store).entries == 40 - len(held)
    log.acknowledge(RELAY, log.claim_new(RELAY, "one", block_ms=0))
    assert undone_work(store) == Lag(0, None)


def test_entries_count_until_the_projection_has_advanced(store: Redis, log: StreamsEventLog) -> None:
    """Entries of the feeds count for each group, also before it has joined, and the oldest dates them."""
    for game in games(40):
        log.append(first(game))
    lag = lag_of(store, GROUP)
    assert lag.since is not None
    places, ends = log.places(GROUP), log.feed_ends()
    assert lag_of(store, GROUP) == Lag(40, lag.since)
    assert log.advance(GROUP, *(Advance(number, places[number], ends[number]) for number in range(8)))
    rest = lag_of(store, GROUP)
    assert rest.entries < 40
    assert rest.since is not None
    assert log.advance(GROUP, *(Advance(number, places[number], ends[number]) for number in range(8, 16)))
    assert lag_of(store, GROUP).since is None
