"""A replica takes over, announced by a Sentinel: events lost with the master are shown no more."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from harness.games import tables_on
from harness.play.following import wait
from harness.store.clusters import Node, Pair, running_pair
from harness.store.records import ASKED, GAME, first, games, later
from harness.waiting import eventually
from kingdomino.machine import legal_commands
from kingdomino.rules import Rules
from replays.commands.tables import Move, NewTable, Tables
from replays.encoding.identity import PARTITIONS
from replays.log.event_log import (
    Appended,
    Conflict,
    Repeated,
    StoreAway,
    UnknownOutcome,
)
from replays.log.feeds import START
from replays.match.aggregate import Match, Sitter, fold
from replays.runtime.settings.errors import ConfigurationError
from replays.store import clients
from replays.store.checks import admit_replicas
from replays.streams.event_log import StreamsEventLog
from service.application.live.hub import Hub
from service.application.live.items import News

PATIENCE = 20.0
STARTS = dict.fromkeys(range(PARTITIONS), START)


@pytest.fixture
def pair() -> Iterator[Pair]:
    """Give a master, its replica, and a Sentinel that announces the master it is told."""
    with running_pair() as pair:
        yield pair


@dataclass(frozen=True, slots=True)
class Site:
    """A log on the master that the Sentinel announces."""

    pair: Pair
    stack: ExitStack

    def log(self, replicas: int = 0) -> StreamsEventLog:
        """A log with its own connections."""
        writer, reader = (
            self.stack.enter_context(make(self.pair.url)) for make in (clients.writer, clients.reader)
        )
        return StreamsEventLog(writer, reader, replicas=replicas)


@pytest.fixture
def site(pair: Pair) -> Iterator[Site]:
    """Give logs, which are closed after the test."""
    with ExitStack() as stack:
        yield Site(pair, stack)


def test_what_was_lost_is_shown_to_nobody(site: Site) -> None:
    """After a fail-over states, streams and changes follow the new master's log, even for equal versions."""
    log = site.log()
    tables = tables_on(log)
    hub = Hub(log, tables.matches, limit=2)
    match = started(tables)
    follower = hub.follow({match.id: match.head.version})
    site.pair.even()
    site.pair.replica.do("REPLICAOF", "NO", "ONE")
    lost = moved(tables, match, 0)
    eventually(lambda: wait(follower, 0.1), PATIENCE)
    assert follower.seen == {match.id: lost.head.version}

    site.pair.fail_over()
    eventually(lambda: current(tables, match) == match, PATIENCE)
    other = moved(tables, match, -1)
    assert other.head.version == lost.head.version
    assert other.head.hash != lost.head.hash
    assert current(tables, match) == fold(match.id, log.read(match.id)) == other
    assert eventually(lambda: not wait(follower, 0.1) and follower.ended, PATIENCE)
    again = hub.follow({match.id: match.head.version})
    assert [news.events[-1].hash for news in again.catch_up() if isinstance(news, News)] == [other.head.hash]
    assert not again.ended
    hub.close()


@pytest.mark.long
def test_with_replicas_an_answer_means_two_disks(site: Site) -> None:
    """Without the replica the outcome of an append is unknown, also in a retry, on any connection.

    A conflict, for which nothing is written, is certain. A server without WAITAOF is refused at the start;
    nothing else is tested there.
    """
    if not waits_for_replicas(site.pair.master):
        with pytest.raises(ConfigurationError, match="KINGDOMINO_REPLICAS=1 needs the command WAITAOF"):
            admit_replicas(site.pair.master.client, 1)
        return
    log = site.log(replicas=1)
    append = first(command=ASKED)
    assert log.append(append) == Appended(append.head)
    site.pair.replica.do("REPLICAOF", "NO", "ONE")
    begun = first(games(1)[0], command=ASKED)
    for asked in (log, site.log(replicas=1)):
        with pytest.raises(UnknownOutcome, match="0 of 1 replicas"):
            asked.append(begun)
        with pytest.raises(Conflict):
            asked.append(first())
    site.pair.replica.do("REPLICAOF", "127.0.0.1", site.pair.master.port)
    site.pair.replica.await_master()
    assert site.log(replicas=1).append(begun) == Repeated(begun.head.version, same_request=True)
    site.pair.fail_over()
    found = eventually(lambda: head_or_none(log), PATIENCE)
    assert found == append.head


@pytest.mark.long
def test_a_master_that_became_a_replica_wrote_nothing(site: Site) -> None:
    """A master that became a replica refuses writes, which is a clean failure."""
    log = site.log()
    log.append(first())
    append = later(log)
    site.pair.master.do("REPLICAOF", "127.0.0.1", 1)
    with pytest.raises(StoreAway):
        log.append(append)
    site.pair.master.do("REPLICAOF", "NO", "ONE")
    assert log.append(append) == Appended(append.head)


@pytest.mark.long
def test_no_sentinel_and_no_master_is_a_store_that_is_away(site: Site) -> None:
    """Without a Sentinel or without a master the store is unavailable."""
    log = site.log()
    site.pair.master.kill()
    with pytest.raises(StoreAway):
        log.append(first())
    site.pair.sentinel.kill()
    for ask in (lambda: log.append(first()), lambda: log.read(GAME), lambda: log.tail(STARTS, 0)):
        with pytest.raises(StoreAway):
            ask()


def waits_for_replicas(master: Node) -> bool:
    """True if the server is Valkey, or Redis 7.2 or newer, by its reported version."""
    version = str(master.says("server", "redis_version"))
    return tuple(int(part) for part in version.split(".")) >= (7, 2)


def started(tables: Tables) -> Match:
    """A game of two that has started."""
    match = tables.create(GAME, NewTable(Rules(), 2, "ann", Sitter("ann", None))).after
    return tables.join(match, Sitter("bob", None)).after


def moved(tables: Tables, match: Match, which: int) -> Match:
    """The game after one of the mover's legal moves."""
    assert match.game is not None
    assert match.game.mover is not None
    mover = match.sitters[match.game.mover].player
    return tables.move(match, Move(mover, legal_commands(match.game)[which], match.head.version)).after


def current(tables: Tables, match: Match) -> Match | None:
    """The current game, None while the store is unavailable."""
    try:
        return tables.match(match.id)
    except StoreAway:
        return None


def head_or_none(log: StreamsEventLog) -> object:
    """The head of the game, None while the store is unavailable."""
    try:
        return log.head(GAME)
    except StoreAway:
        return None
