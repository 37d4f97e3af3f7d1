"""What only a server can show: failures and their meaning, lost scripts, and which keys a command names."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError
from redis.utils import str_if_bytes

from harness.store.records import ASKED, CREATED, GAME, STILL, first, following, games, later
from harness.store.server import Server, running_server
from harness.waiting import eventually
from kingdomino.board.numbers import Seat
from replays.dynasty.due import dynasty_of
from replays.encoding.identity import partition
from replays.log.event_log import (
    Append,
    Appended,
    ArchiveDamaged,
    Conflict,
    IndexChange,
    Repeated,
    StoreAway,
    UnknownOutcome,
)
from replays.log.listing import Listing
from replays.store import clients
from replays.streams import keys
from replays.streams.event_log import StreamsEventLog
from replays.streams.feeds import NOBODYS

END_OF_RECORDING = "the recording ends here"


@pytest.fixture
def server() -> Iterator[Server]:
    """Give a server of one's own, to be broken."""
    with running_server() as server:
        yield server


@pytest.fixture
def log(store: Redis, store_url: str) -> Iterator[StreamsEventLog]:
    """Give an empty log on the shared server."""
    with clients.writer(store_url) as writer, clients.reader(store_url) as reader:
        yield StreamsEventLog(writer, reader)


def second() -> Append:
    """Return the game's second append, without asking the log."""
    head = first().head
    return Append(GAME, head, following(head), STILL)


def log_on(server: Server) -> StreamsEventLog:
    """Return a log on this server."""
    return StreamsEventLog(clients.writer(server.url), clients.reader(server.url))


def test_a_server_without_the_script_is_given_it(log: StreamsEventLog, store: Redis) -> None:
    """After SCRIPT FLUSH, as after a restart, an append works, once."""
    log.append(first())
    store.script_flush()
    append = later(log, count=2, command=ASKED)
    assert log.append(append) == Appended(append.head)
    assert len(log.read(GAME)) == 3


def test_a_server_that_is_not_there_is_away(server: Server) -> None:
    """A connection that cannot be made is a clean failure, for reading and for writing."""
    server.kill()
    log = log_on(server)
    with pytest.raises(StoreAway):
        log.append(first())
    with pytest.raises(StoreAway):
        log.read(GAME)


def test_a_restarted_server_is_found_and_complete(server: Server) -> None:
    """An old connection is noticed before anything is sent, and what was answered is still there."""
    log = log_on(server)
    log.append(first(command=ASKED, secret=b"sealed"))
    server.kill()
    with pytest.raises(StoreAway):
        log.append(second())
    server.restart()
    assert log.append(first(command=ASKED)) == Repeated(first().head.version, same_request=True)
    assert log.append(second()) == Appended(second().head)
    assert log.read_checked(GAME)[1] is None


def test_a_lost_answer_is_an_unknown_outcome(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that was sent may have been carried out; trying again tells."""
    writer = clients.writer(server.url)
    log = StreamsEventLog(writer, clients.reader(server.url))
    connection: Any = writer.connection_pool.get_connection()
    writer.connection_pool.release(connection)
    answer = connection.read_response

    def lost(*args: object, **options: object) -> None:
        answer()
        connection.disconnect()
        message = "Connection closed by server."
        raise RedisConnectionError(message)

    append = first(command=ASKED)
    log.append(first(games(1)[0]))  # the script is loaded, so one answer decides
    with monkeypatch.context() as patched:
        patched.setattr(connection, "read_response", lost)
        with pytest.raises(UnknownOutcome):
            log.append(append)
    assert log.append(append) == Repeated(append.head.version, same_request=True)
    assert tuple(log.read(GAME)) == append.events


def test_a_server_that_is_silent_leaves_the_outcome_unknown(server: Server) -> None:
    """A time-out after sending is no refusal: the append is there once the server goes on."""
    writer = clients.writer(server.url)
    writer.connection_pool.connection_kwargs["socket_timeout"] = 1.0
    log = StreamsEventLog(writer, clients.reader(server.url))
    log.append(first(games(1)[0]))
    admin = clients.writer(server.url)
    admin.client_pause(60_000, all=False)
    with pytest.raises(UnknownOutcome):
        log.append(first())
    admin.client_unpause()


@pytest.mark.parametrize(
    "refuse",
    [
        lambda admin: admin.config_set("maxmemory", 1),
        lambda admin: admin.config_set("min-replicas-to-write", 1),
        lambda admin: admin.replicaof("127.0.0.1", 1),
        lambda admin: admin.acl_setuser("default", enabled=True, commands=["-evalsha", "-eval"]),
    ],
    ids=["full", "too few replicas", "replica", "no right to scripts"],
)
def test_a_refusal_of_the_server_wrote_nothing(server: Server, refuse: Callable[[Redis], object]) -> None:
    """A full server, one without its replicas, a replica, or one that allows no scripts says so first."""
    log = log_on(server)
    log.append(first())
    admin = clients.writer(server.url)
    before = admin.dbsize()
    refuse(admin)
    with pytest.raises(StoreAway):
        log.append(first(games(1)[0], count=5, command=ASKED, secret=b"sealed"))
    assert admin.dbsize() == before


def test_an_error_inside_the_script_is_an_unknown_outcome(log: StreamsEventLog, store: Redis) -> None:
    """What stops the script in its course may have come after its first write, so nothing is promised."""
    store.set(keys.listing(partition(GAME), Listing.GAMES), "no sorted set")
    with pytest.raises(UnknownOutcome):
        log.append(first())


def test_a_plan_stands_in_no_error(log: StreamsEventLog, store: Redis) -> None:
    """What the server says of a failure names the script, not what it was given."""
    log.append(first())
    store.set(keys.plans(GAME), "no hash")
    with pytest.raises(UnknownOutcome) as failure:
        log.put_plan(GAME, Seat(0), b"planned in secret", first().head)
    assert "planned" not in str(failure.value)


def test_no_plan_is_left_behind_a_game(log: StreamsEventLog, store: Redis) -> None:
    """The end of the game deletes the key of all its plans."""
    log.append(first())
    log.put_plan(GAME, Seat(0), b"{}", first().head)
    assert store.exists(keys.plans(GAME))
    log.append(later(log, retire=True))
    assert not store.exists(keys.plans(GAME))


def test_an_emptied_server_is_joined_again(log: StreamsEventLog, store: Redis) -> None:
    """A flush takes the groups with it; the next claim makes them."""
    log.join("relay")
    store.flushall()
    assert log.claim_new("relay", "one", block_ms=0) == []
    log.append(first())
    assert [entry.game for entry in log.claim_new("relay", "one", block_ms=0)] == [GAME]


def test_a_group_that_goes_during_the_wait_is_joined_again(log: StreamsEventLog, store: Redis) -> None:
    """A consumer that was waiting when the store was emptied sees what comes afterwards."""
    log.join("relay")
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(log.claim_new, "relay", "one", 60_000)
        eventually(lambda: store.info("clients")["blocked_clients"])
        store.flushall()
        log.append(first())
        assert [entry.game for entry in waiting.result()] == [GAME]


def test_a_conflict_between_processes_of_one_version(log: StreamsEventLog, store_url: str) -> None:
    """Two logs on one server see one order: the second writer of a version is told of the first."""
    other = StreamsEventLog(clients.writer(store_url), clients.reader(store_url))
    log.append(first())
    with pytest.raises(Conflict):
        other.append(first(count=2))


def test_stale_entries_are_found_behind_many_fresh_ones(log: StreamsEventLog, store: Redis) -> None:
    """The search goes through all pending entries, not only those a server looks at in one call."""
    log.append(first())
    for _ in range(30):
        log.append(later(log))
    log.join("relay")
    *_, last = log.claim_new("relay", "dead", block_ms=0)
    feed = keys.feed(last.partition)
    store.xclaim(feed, "relay", "dead", 0, [last.entry_id], idle=3_600_000)
    assert log.claim_stale("relay", "alive", min_idle_ms=1_800_000, count=1) == [last]


def test_the_keys_of_every_command_share_a_hash_tag(log: StreamsEventLog, store: Redis) -> None:
    """A cluster takes every command, but for the two reads that wait for all feeds at once.

    What the script does inside counts too: it touches no key that it was not given.
    """
    with recording(store) as recorded:
        do_everything(log)
    names = {words[0].upper() for _, words in recorded}
    assert {"EVALSHA", "XADD", "XRANGE", "XREADGROUP", "XAUTOCLAIM", "XTRIM", "ZINTER"} <= names
    assert {"ZADD", "ZREM", "ZRANGEBYSCORE", "ZSCORE", "HSET", "HGET", "HDEL", "HEXISTS", "DEL"} <= names
    assert {"TYPE", "GET", "SET"} <= names
    given: list[str] = []
    for inside_script, words in recorded:
        touched = touched_keys(store, words)
        if words[0].upper() in {"XREAD", "XREADGROUP"}:
            assert all(re.fullmatch(r"\{\d\d\}:feed", key) for key in touched)
        else:
            assert len({key[:4] for key in touched}) <= 1, words
            assert all(re.match(r"\{(0\d|1[0-5])\}:", key) for key in touched), words
        if inside_script:
            assert set(touched) <= set(given), words
        else:
            given = touched


def do_everything(log: StreamsEventLog) -> None:
    """Call every method of the log, in ways that reach every command."""
    log.join("relay")
    change = IndexChange(CREATED, None, "open", ("ann", "bob"))
    for game in games(16):
        log.append(begin := first(game, 2, index=change, command=ASKED, secret=b"sealed"))
        plan_ahead(log, begin)
        log.append(later(log, game, index=IndexChange(CREATED, "open", "active"), retire=True))
        log.append(first(game, command=ASKED))
        log.read(game, after=1)
        log.read_checked(game)
        log.recall(game, ASKED)
        log.secret(game)
    _, cursor = log.list_games(limit=2)
    log.list_games(limit=2, cursor=cursor)
    log.list_games(limit=2, status="active", player="bob")
    log.list_dynasties(limit=2, status="active", player="bob")
    log.due(CREATED, limit=2)
    log.due_of(games(16))
    log.tail(log.feed_ends(), block_ms=1)
    entries = log.claim_new("relay", "one", block_ms=1)
    log.claim_stale("relay", "two", min_idle_ms=0)
    log.acknowledge("relay", entries)
    log.trim_feeds()
    for game in games(16):
        if head := log.head(game):
            log.entomb(game, head)
        log.head(game)
    log.entombed(games(16))


def plan_ahead(log: StreamsEventLog, append: Append) -> None:
    """Call every method that changes what is due or planned in a game that ends with this append."""
    game = append.game
    for due in (CREATED, None):
        log.settle_due(game, append.head, due)
    for seat in (Seat(0), Seat(1)):
        log.put_plan(game, seat, b"{}", append.head)
    log.plan(game, Seat(0))
    log.append(later(log, game, index=IndexChange(CREATED, "open", "open", mover=Seat(0))))
    log.append(later(log, game, plan_fired=Seat(0)))
    log.drop_plan(game, Seat(1))


@contextmanager
def recording(store: Redis) -> Iterator[list[tuple[bool, list[str]]]]:
    """Record what the server carries out: each command's words, and whether a script called it."""
    recorded: list[tuple[bool, list[str]]] = []
    connection: Any = store.connection_pool.get_connection()
    connection.send_command("MONITOR")
    connection.read_response()
    yield recorded
    store.echo(END_OF_RECORDING)
    while END_OF_RECORDING not in (line := connection.read_response().decode()):
        words = [re.sub(r"\\(.)", r"\1", word) for word in re.findall(r'"((?:[^"\\]|\\.)*)"', line)]
        recorded.append((" lua] " in line, words))
    connection.disconnect()
    store.connection_pool.release(connection)


def touched_keys(store: Redis, words: list[str]) -> list[str]:
    """Return the keys that a command names, in the server's own judgement."""
    try:
        return [str_if_bytes(key) for key in store.command_getkeys(*words)]
    except ResponseError as error:
        if "no key arguments" not in str(error):
            raise
        return []


FOREIGN: dict[str, dict[Any, Any]] = {
    "other fields": {"hello": "world"},
    "no id": {"g": "a game", "v": "1", "t": "GameCreated"},
    "no number": {"g": GAME, "v": "one", "t": "GameCreated"},
    "no text": {"g": b"\xff", "v": "1", "t": "GameCreated"},
}


@pytest.mark.parametrize("what", FOREIGN)
def test_what_no_append_wrote_into_a_feed_is_passed_over(
    log: StreamsEventLog, store: Redis, what: str
) -> None:
    """Readers get past it, groups too, and it tells of nobody's game."""
    number = partition(GAME)
    log.join("readers")
    foreign = str_if_bytes(store.xadd(keys.feed(number), FOREIGN[what]))
    log.append(first())
    entries = log.tail(dict.fromkeys(log.feed_ends(), "0-0"), block_ms=0)
    assert [entry.game for entry in entries] == [NOBODYS, GAME]
    assert (entries[0].entry_id, entries[0].types) == (foreign, ())
    assert log.claim_new("readers", "one", block_ms=0) == entries
    assert log.claim_stale("readers", "two", 0) == entries
    assert log.due_of([NOBODYS]) == {}
    log.acknowledge("readers", entries)
    assert log.claim_stale("readers", "two", 0) == []


KINDS: dict[str, Callable[[Redis, str], Any]] = {
    "text": lambda store, key: store.set(key, "no tombstone"),
    "bytes": lambda store, key: store.set(key, b"\xff\xfe 7"),
    "hash": lambda store, key: store.hset(key, "e", "h"),
    "list": lambda store, key: store.lpush(key, "e"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_log_hides_no_other(log: StreamsEventLog, store: Redis, kind: str) -> None:
    """At the key of one game stands something else: that game is damaged, and those beside it are read."""
    foreign, whole = games(2)
    for game in (foreign, whole):
        log.append(first(game))
    head = first(foreign).head
    store.delete(keys.stream(foreign))
    KINDS[kind](store, keys.stream(foreign))
    with pytest.raises(Conflict):
        log.append(Append(foreign, head, following(head), STILL))
    assert dynasty_of(log, foreign) is None
    for read in (log.read, log.read_checked, log.head):
        with pytest.raises(ArchiveDamaged, match=foreign):
            read(foreign)
    assert log.read_each([(foreign, 0), (whole, 0)]) == [None, log.read(whole)]
    assert log.entombed([foreign, whole]) <= {foreign}
