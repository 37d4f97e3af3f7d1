"""The suite of archived streams, run on a fake server and on a real one."""

from collections.abc import Iterator

import pytest
from redis import Redis

from harness.store.archives import Kept, archive_stream, eager
from harness.store.fake_log import FakeEventLog
from harness.store.records import ASKED, GAME, first, later
from replays.log.event_log import EventLog, StoreAway
from replays.store import clients
from replays.streams import keys
from replays.streams.event_log import StreamsEventLog
from tests.integration.log.suites.archive_suite import ArchiveSuite


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
