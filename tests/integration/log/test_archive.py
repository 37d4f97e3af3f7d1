"""The suite of archived streams, run on a fake server and on a real one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from harness.games import KEY, play_out, seeded
from harness.store.archives import Kept, archive_stream, eager
from harness.store.fake_log import FakeEventLog
from harness.store.records import ASKED, GAME, first, later
from kingdomino.rules import Rules
from replays.bootstrap import now_ms, open_log
from replays.commands.tables import Tables
from replays.encoding.identity import GameId
from replays.log.event_log import EventLog, StoreAway
from replays.match.randomness.seed_store import SeedStore
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.streams import keys
from replays.streams.event_log import StreamsEventLog
from tests.integration.log.suites.archive_suite import ArchiveSuite
from workers.worker.archivist import open_archivist

HOUR_MS = 60 * 60 * 1000


class TestFakeServer(ArchiveSuite):
    """The log on fakeredis."""

    @pytest.fixture
    def log(self, objects: Kept) -> EventLog:
        """Give an empty log."""
        return FakeEventLog(eager(objects))


class TestRealServer(ArchiveSuite):
    """The log on a real server with the real clients."""

    @pytest.fixture
    def log(self, store: Redis, store_url: str, objects: Kept) -> Iterator[EventLog]:  # noqa: ARG002 - emptied
        """Give an empty log."""
        with clients.writer(store_url) as writer, clients.reader(store_url) as reader:
            yield StreamsEventLog(writer, reader, eager(objects))

    def test_little_is_left_in_the_store(self, store: Redis, log: EventLog, objects: Kept) -> None:
        """Of an archived game's own keys only the tombstone remains, in less than 300 bytes."""
        log.append(first(count=100, command=ASKED, secret=b"sealed"))
        archive_stream(log, eager(objects), GAME)
        own = set(store.scan_iter(f"*{GAME}*"))
        assert own == {keys.stream(GAME).encode()}
        assert (store.memory_usage(keys.stream(GAME)) or 0) < 300

    def test_a_full_store_is_relieved(self, store: Redis, log: EventLog, objects: Kept) -> None:
        """Games can be archived in a full store that refuses all other writes."""
        log.append(first(count=3))
        store.config_set("maxmemory", 1)
        try:
            with pytest.raises(StoreAway):
                log.append(later(log))
            archive_stream(log, eager(objects), GAME)
        finally:
            store.config_set("maxmemory", 0)
        assert len(log.read(GAME)) == 3
        assert log.entombed([GAME]) == {GAME}


def test_workers_archive_early_in_a_full_store(store: Redis, store_url: str, tmp_path: Path) -> None:
    """A worker of a full store archives what ended two hours ago, and not what has just ended."""
    environ = {"REDIS_URL": store_url, "RQ_REDIS_URL": store_url, "KINGDOMINO_ARCHIVE_URL": tmp_path.as_uri()}
    settings = Settings.from_environ(environ)
    log = open_log(settings)
    games = [_ended(log, hours) for hours in (2, 0)]
    events = log.read(games[0])
    store.config_set("maxmemory", 1)
    try:
        archivist = open_archivist(settings)
        moved = [game for _ in range(6 * 6) for game in archivist.go_on()]
    finally:
        store.config_set("maxmemory", 0)
    assert moved == games[:1]
    assert log.read(games[0]) == events


def _ended(log: EventLog, hours: int) -> GameId:
    """A scored game that ended this number of hours ago."""
    tables = Tables(log, SeedStore(KEY), lambda: now_ms() - hours * HOUR_MS, seeded(hours).randbytes)
    game = play_out(tables, 2, Rules(), seeded(hours))
    tables.settle(game)
    return game
