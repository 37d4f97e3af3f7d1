"""The suites of `EventLog`, run on a fake server, on a real one and on a cluster."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

import pytest
from redis import Redis
from redis.commands.core import StreamCommands

from harness.store.clusters import ClusterOfNodes
from harness.store.fake_log import FakeEventLog
from harness.store.records import CREATED, GAME, first, games, later
from replays.encoding.entries import RawEntry
from replays.encoding.identity import PARTITIONS, GameId, partition
from replays.log.event_log import CommandId, IndexChange
from replays.log.feeds import FeedEntry
from replays.log.listing import GAMES, Question, all_pages
from replays.store import clients
from replays.streams import keys, listing
from replays.streams.event_log import StreamsEventLog
from replays.streams.listing import SETTLED_MS, STATUSES
from tests.integration.log.suites.feeds_suite import FeedsSuite
from tests.integration.log.suites.log_suite import LogSuite
from tests.integration.log.suites.occasions_suite import OccasionsSuite
from tests.integration.log.suites.setbacks_suite import SetbacksSuite


def list_pages(log: StreamsEventLog, question: Question, limit: int) -> list[GameId]:
    """All streams of the list, read page by page."""
    return [game for found in all_pages(partial(log.list_streams, question, limit=limit)) for game in found]


class OnAServer(LogSuite, FeedsSuite, OccasionsSuite, SetbacksSuite):
    """The suites on a server, fake or real."""

    client: Redis

    def rewrite(self, game: GameId, entries: Sequence[RawEntry]) -> None:
        """Write the stream with plain commands."""
        self.client.delete(keys.stream(game))
        for entry in entries:
            fields: dict[Any, Any] = {**entry.fields}
            self.client.xadd(keys.stream(game), fields, id=entry.id)

    def remember(self, game: GameId, command: CommandId, version: int) -> None:
        """Write the command with a plain command."""
        digest = keys.short(bytes.fromhex(command.digest))
        self.client.hset(keys.commands(game), keys.command(command.id), f"{version} {digest}")

    def kept_ms(self, game: GameId) -> float | None:
        """The lifetime from the server."""
        left = self.client.pttl(keys.commands(game))
        return None if left == -1 else left

    def delete(self, entry: FeedEntry) -> None:
        """Delete with a plain command."""
        self.client.xdel(keys.work(entry.partition), entry.entry_id)

    def read_as_consumer(self, group: str, number: int) -> None:
        """Read with a plain command."""
        self.client.xreadgroup(group, "dead", {keys.feed(number): ">"})

    def test_a_foreign_member_takes_no_place_of_a_game(self, log: StreamsEventLog) -> None:
        """Foreign members of the due index, the alarms and the listings hide no game behind them."""
        log.append(first(index=IndexChange(CREATED, None, "open", due=CREATED)))
        number = partition(GAME)
        for key in (keys.due(number), keys.alarms(number), keys.listing(number, GAMES)):
            self.client.zadd(key, {b"\xff": 1, b"none": 2, f"{GAME}x".encode(): 3})
        self.client.zadd(keys.alarms(number), {GAME: CREATED})
        for _ in range(3):  # one member at a time is read
            log.due(CREATED, 1)
            log.alarms(CREATED, 1)
        assert log.due(CREATED, 1) == [GAME]
        assert log.alarms(CREATED, 1) == [(GAME, CREATED)]
        assert log.list_games(limit=9) == ([GAME], None)

    @pytest.mark.parametrize("is_old", [True, False])
    def test_a_players_list_by_status_is_one_range(
        self, log: StreamsEventLog, monkeypatch: pytest.MonkeyPatch, *, is_old: bool
    ) -> None:
        """Lists of an older version are read as before, and mended by a walk; then each page is one range."""
        ids = games(64)
        for number, game in enumerate(ids):
            log.append(first(game, index=IndexChange(CREATED + number // 5, None, "open", ("ann", "bob"))))
        for number, game in enumerate(ids[:24]):
            to = ("active", "scored", "aborted")[number % 3]
            log.append(later(log, game, index=IndexChange(CREATED + number // 5, "open", to, ("ann", "bob"))))
        if is_old:
            for number in range(PARTITIONS):
                self.client.delete(keys.statuses_of_player(number, GAMES, "bob"))
        monkeypatch.setattr(listing, "AT_ONCE", 3)
        asked = [
            (Question(GAMES, status, player), limit)
            for status, player, limit in product(STATUSES, ("ann", "bob", "cid"), (1, 15, 999))
        ]
        before = [list_pages(log, question, limit) for question, limit in asked]
        assert sum(log.mend_lists(CREATED)) == is_old * len(ids)
        assert log.lists_are_mended() is not is_old
        assert sum(log.mend_lists(CREATED + SETTLED_MS)) == 0
        assert log.lists_are_mended() is not is_old
        assert sum(log.mend_lists(CREATED + SETTLED_MS + 1)) == 0
        assert log.lists_are_mended()
        assert [list_pages(log, question, limit) for question, limit in asked] == before

    def test_a_status_that_an_older_version_wrote_is_mended(self, log: StreamsEventLog) -> None:
        """A game that was moved on without its players' lists has its present status after the next walk."""
        log.append(first(index=IndexChange(CREATED, None, "open", ("ann",))))
        log.append(later(log, GAME, index=IndexChange(CREATED, "open", "active")))
        assert sum(log.mend_lists(CREATED)) == 1
        assert sum(log.mend_lists(CREATED + SETTLED_MS + 1)) == 0
        assert log.list_games(limit=9, status="active", player="ann") == ([GAME], None)
        assert log.list_games(limit=9, status="open", player="ann") == ([], None)

    def test_a_group_that_is_deleted_again_and_again_is_no_outage(
        self, log: StreamsEventLog, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Somebody deletes it in one partition after another; nothing is missed when that is over."""
        log.append(first())
        log.join("relay")
        read, doomed = StreamCommands.xreadgroup, iter(range(3))

        def deleting(client: Any, *args: Any, **options: Any) -> Any:
            for number in doomed:
                self.client.xgroup_destroy(keys.work(number), "relay")
                break
            return read(client, *args, **options)

        monkeypatch.setattr(StreamCommands, "xreadgroup", deleting)
        found = log.claim_new("relay", "one", block_ms=0) + log.claim_new("relay", "one", block_ms=0)
        assert {entry.game for entry in found} == {GAME}

    def lose_groups(self, group: str) -> None:
        """Destroy the group in every partition."""
        for number in range(PARTITIONS):
            self.client.xgroup_destroy(keys.work(number), group)


class TestFakeServer(OnAServer):
    """The log on fakeredis, whose script runs in Lua."""

    @pytest.fixture
    def log(self) -> StreamsEventLog:
        """Give an empty log."""
        log = FakeEventLog()
        self.client = log.store
        return log


class TestRealServer(OnAServer):
    """The log on a real server with the real clients."""

    @pytest.fixture
    def log(self, store: Redis, store_url: str) -> Iterator[StreamsEventLog]:
        """Give an empty log."""
        self.client = store
        with clients.writer(store_url) as writer, clients.reader(store_url) as reader:
            yield StreamsEventLog(writer, reader)


@pytest.fixture(scope="module")
def on_cluster(cluster: ClusterOfNodes) -> Iterator[tuple[Redis, StreamsEventLog]]:
    """Give a client and a log that know the slots: finding them takes longer than most tests."""
    with clients.writer(cluster.url) as writer, clients.reader(cluster.url) as reader:
        yield writer, StreamsEventLog(writer, reader)


class TestCluster(OnAServer):
    """The log on a real cluster of three."""

    @pytest.fixture
    def log(self, cluster: ClusterOfNodes, on_cluster: tuple[Redis, StreamsEventLog]) -> StreamsEventLog:
        """Give an empty log."""
        cluster.clear()
        self.client, log = on_cluster
        return log
