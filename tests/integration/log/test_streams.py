"""Tests that need a server: failures and their meaning, lost scripts, and the keys of commands."""

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
from replays.commands.series import series_of
from replays.dynasty.aggregate import DYNASTIES
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
from replays.log.listing import GAMES, Question
from replays.store import clients
from replays.streams import keys
from replays.streams.event_log import StreamsEventLog
from replays.streams.feeds import NOBODYS

END_OF_RECORDING = "the recording ends here"


@pytest.fixture
def server() -> Iterator[Server]:
    """Give a separate server, which the test breaks."""
    with running_server() as server:
        yield server


@pytest.fixture
def log(store: Redis, store_url: str) -> Iterator[StreamsEventLog]:
    """Give an empty log on the shared server."""
    with clients.writer(store_url) as writer, clients.reader(store_url) as reader:
        yield StreamsEventLog(writer, reader)


def second() -> Append:
    """The game's second append, without reading the log."""
    head = first().head
    return Append(GAME, head, following(head), STILL)


def log_on(server: Server) -> StreamsEventLog:
    """A log on this server."""
    return StreamsEventLog(clients.writer(server.url), clients.reader(server.url))


def test_a_server_without_the_script_is_given_it(log: StreamsEventLog, store: Redis) -> None:
    """After SCRIPT FLUSH, as after a restart, an append loads the script and happens once."""
    log.append(first())
    store.script_flush()
    append = later(log, count=2, command=ASKED)
    assert log.append(append) == Appended(append.head)
    assert len(log.read(GAME)) == 3


def test_a_server_that_is_not_there_is_away(server: Server) -> None:
    """A refused connection is a clean failure, `StoreAway`, for reads and writes."""
    server.kill()
    log = log_on(server)
    with pytest.raises(StoreAway):
        log.append(first())
    with pytest.raises(StoreAway):
        log.read(GAME)


def test_a_restarted_server_is_found_and_complete(server: Server) -> None:
    """After a restart an old connection fails before anything is sent, and acknowledged events are there."""
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
    """If the response to an append is lost, its outcome is unknown; a retry finds it."""
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
    log.append(first(games(1)[0]))  # the script is loaded, so one response decides
    with monkeypatch.context() as patched:
        patched.setattr(connection, "read_response", lost)
        with pytest.raises(UnknownOutcome):
            log.append(append)
    assert log.append(append) == Repeated(append.head.version, same_request=True)
    assert tuple(log.read(GAME)) == append.events


def test_a_server_that_is_silent_leaves_the_outcome_unknown(server: Server) -> None:
    """A timeout after sending leaves the outcome unknown."""
    log_on(server).append(first(games(1)[0]))  # the script is loaded, with the usual patience
    writer = clients.writer(server.url)
    writer.connection_pool.connection_kwargs["socket_timeout"] = 1.0
    log = StreamsEventLog(writer, clients.reader(server.url))
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
    """A full server, one without replicas, a replica, or one without scripts refuses before any write."""
    log = log_on(server)
    log.append(first())
    admin = clients.writer(server.url)
    before = admin.dbsize()
    refuse(admin)
    with pytest.raises(StoreAway):
        log.append(first(games(1)[0], count=5, command=ASKED, secret=b"sealed"))
    assert admin.dbsize() == before


def test_an_error_inside_the_script_is_an_unknown_outcome(log: StreamsEventLog, store: Redis) -> None:
    """An error inside the script may follow its first write, so the outcome is unknown."""
    store.set(keys.listing(partition(GAME), GAMES), "no sorted set")
    with pytest.raises(UnknownOutcome):
        log.append(first())


def test_a_plan_stands_in_no_error(log: StreamsEventLog, store: Redis) -> None:
    """An error of the server names the script, not its arguments, so it does not reveal a plan."""
    log.append(first())
    store.set(keys.plans(GAME), "no hash")
    with pytest.raises(UnknownOutcome) as failure:
        log.put_plan(GAME, Seat(0), b"planned in secret", first().head)
    assert "planned" not in str(failure.value)


def test_no_plan_is_left_behind_a_game(log: StreamsEventLog, store: Redis) -> None:
    """The end of a game deletes the key of its plans."""
    log.append(first())
    log.put_plan(GAME, Seat(0), b"{}", first().head)
    assert store.exists(keys.plans(GAME))
    log.append(later(log, retire=True))
    assert not store.exists(keys.plans(GAME))


def test_an_emptied_server_is_joined_again(log: StreamsEventLog, store: Redis) -> None:
    """A flush deletes the groups; the next claim creates them again."""
    log.join("relay")
    store.flushall()
    assert log.claim_new("relay", "one", block_ms=0) == []
    log.append(first())
    assert [entry.game for entry in log.claim_new("relay", "one", block_ms=0)] == [GAME]


def test_a_group_that_goes_during_the_wait_is_joined_again(log: StreamsEventLog, store: Redis) -> None:
    """A consumer that was waiting when the store was emptied gets later entries."""
    log.join("relay")
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(log.claim_new, "relay", "one", 60_000)
        eventually(lambda: store.info("clients")["blocked_clients"])
        store.flushall()
        log.append(first())
        assert [entry.game for entry in waiting.result()] == [GAME]


def test_a_conflict_between_processes_of_one_version(log: StreamsEventLog, store_url: str) -> None:
    """Two logs on one server see one order: the second writer of a version gets a conflict."""
    other = StreamsEventLog(clients.writer(store_url), clients.reader(store_url))
    log.append(first())
    with pytest.raises(Conflict):
        other.append(first(count=2))


def test_stale_entries_are_found_behind_many_fresh_ones(log: StreamsEventLog, store: Redis) -> None:
    """The search covers all pending entries, not only those that one call of the server examines."""
    log.append(first())
    for _ in range(30):
        log.append(later(log))
    log.join("relay")
    *_, last = log.claim_new("relay", "dead", block_ms=0)
    work = keys.work(last.partition)
    store.xclaim(work, "relay", "dead", 0, [last.entry_id], idle=3_600_000)
    assert log.claim_stale("relay", "alive", min_idle_ms=1_800_000, count=1) == [last]


def test_the_keys_of_every_command_share_a_hash_tag(log: StreamsEventLog, store: Redis) -> None:
    """The keys of each command share a hash tag, except in the two reads that wait for all feeds at once.

    This includes commands inside the script, which uses only the keys that it was given.
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
            assert all(re.fullmatch(r"\{\d\d\}:(feed|work)", key) for key in touched)
        else:
            assert len({key[:4] for key in touched}) <= 1, words
            assert all(re.match(r"\{(0\d|1[0-5])\}:", key) for key in touched), words
        if inside_script:
            assert set(touched) <= set(given), words
        else:
            given = touched


def do_everything(log: StreamsEventLog) -> None:
    """Call every method of the log, so that every command is used."""
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
    log.list_streams(Question(DYNASTIES.listing, status="active", player="bob"), limit=2)
    log.due(CREATED, limit=2)
    log.due_of(games(16))
    log.tail(log.feed_ends(), block_ms=1)
    entries = log.claim_new("relay", "one", block_ms=1)
    log.claim_stale("relay", "two", min_idle_ms=0)
    log.acknowledge("relay", entries)
    log.places("a projection")
    log.trim_feeds()
    for game in games(16):
        if head := log.head(game):
            log.entomb(game, head)
        log.head(game)
    log.entombed(games(16))


def plan_ahead(log: StreamsEventLog, append: Append) -> None:
    """Call every method that changes due times or plans, in a game that ends with this append."""
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
    """Record the commands that the server executes: their words, and whether a script called them."""
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
    """The keys of a command, as the server determines them."""
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
    """Readers skip a foreign entry of a feed or of the work, which belongs to no game."""
    number = partition(GAME)
    log.join("readers")
    foreign = str_if_bytes(store.xadd(keys.feed(number), FOREIGN[what]))
    store.xadd(keys.work(number), FOREIGN[what])
    log.append(first())
    entries = log.tail(dict.fromkeys(log.feed_ends(), "0-0"), block_ms=0)
    assert [entry.game for entry in entries] == [NOBODYS, GAME]
    assert (entries[0].entry_id, entries[0].types) == (foreign, ())
    work = log.claim_new("readers", "one", block_ms=0)
    assert [entry.game for entry in work] == [NOBODYS, GAME]
    assert log.claim_stale("readers", "two", 0) == work
    assert log.due_of([NOBODYS]) == {}
    log.acknowledge("readers", work)
    assert log.claim_stale("readers", "two", 0) == []


KINDS: dict[str, Callable[[Redis, str], Any]] = {
    "text": lambda store, key: store.set(key, "no tombstone"),
    "bytes": lambda store, key: store.set(key, b"\xff\xfe 7"),
    "hash": lambda store, key: store.hset(key, "e", "h"),
    "list": lambda store, key: store.lpush(key, "e"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_log_hides_no_other(log: StreamsEventLog, store: Redis, kind: str) -> None:
    """A foreign value at one game's key makes that game damaged; the others are read."""
    foreign, whole = games(2)
    for game in (foreign, whole):
        log.append(first(game))
    head = first(foreign).head
    store.delete(keys.stream(foreign))
    KINDS[kind](store, keys.stream(foreign))
    with pytest.raises(Conflict):
        log.append(Append(foreign, head, following(head), STILL))
    assert series_of(log, foreign) is None
    for read in (log.read, log.read_checked, log.head):
        with pytest.raises(ArchiveDamaged, match=foreign):
            read(foreign)
    assert log.read_each([(foreign, 0), (whole, 0)]) == [None, log.read(whole)]
    assert log.entombed([foreign, whole]) <= {foreign}
