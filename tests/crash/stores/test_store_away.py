"""While the store is down requests fail with 503, and everything recovers when it is back."""

import re
import signal
import sys
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, cast

import pytest
from redis import Redis

from harness.games import seeded
from harness.programs.crash import (
    PATIENCE,
    Answer,
    Caller,
    Installation,
    Json,
    Victim,
    installed,
    read_unavailable,
)
from harness.store.server import Server, running_server
from harness.waiting import eventually
from replays.encoding.identity import PARTITIONS
from replays.log.occasions import TOLD
from replays.store import clients
from replays.streams import keys
from service.ops.readiness import PROBE
from tests.crash.support.audit import audit
from tests.crash.support.play import MOVES, Table

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes under /proc")

Place = tuple[Installation, Server]
PROCESSES = ("web", "relay", "worker")
ASKING = 10
"""The number of concurrent requests while the store is silent."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Yield an installation on a store that stays down after a kill, and the store."""
    with running_server() as server:
        urls = {"REDIS_URL": server.url, "RQ_REDIS_URL": f"{server.url}?db=1"}
        with installed(tmp_path_factory.mktemp("away"), urls) as site:
            yield site, server


def is_failure(line: dict[str, Any]) -> bool:
    """True for a record from warnings on, other than that of a request, each of which fails for itself."""
    return bool(line["level"] != "info" and line["event"] != "request")


def not_ready(caller: Caller) -> Answer | None:
    """The response of `/readyz` if it is not 200; it is made once a second for all callers."""
    answer = caller.once("GET", "/readyz")
    return None if answer.status == 200 else answer


def test_everything_goes_on_when_it_is_back(place: Place) -> None:
    """Clients are told to retry while relay, worker and web wait; no process ends.

    Afterwards a game continues and is scored.
    """
    site, server = place
    with Caller(site.port) as caller:
        table = Table(caller, 2, seeded(6))
        for _ in range(MOVES[2] - 1):
            table.move()
        before, said = pids(site), len(site.lines())
        server.kill()
        are_told_to_try_again(caller, table)
        for process in PROCESSES:
            eventually(partial(site.has_said, process, "the store is away: ", said), PATIENCE)
        server.restart()
        table.move()
        eventually(table.is_scored, PATIENCE)
        assert pids(site) == before
        for process in PROCESSES:
            eventually(partial(site.has_said, process, "the store is back after ", said), PATIENCE)
            lines = [line for line in site.lines()[said:] if line["process"] == process]
            told = [line["event"].split()[3] for line in lines if is_failure(line)]
            assert told == ["away:", "back"], process
        eventually(lambda: caller.once("GET", "/readyz").status == 200, PATIENCE)
        audit(site, [table.played])
        assert "ended" not in site.output.read_text()


def are_told_to_try_again(caller: Caller, table: Table) -> None:
    """Assert that requests that need the store get 503, as a problem or a page, and that the rest works."""
    game = f"/api/v1/games/{table.played.id}"
    token = table.headers_of(table.played.players[0])
    assert read_unavailable(eventually(partial(not_ready, caller), PATIENCE)) == "store/away"
    for path in ("/api/v1/games", f"{game}/moves"):
        assert read_unavailable(caller.once("GET", path)) == "store/away", path
    page = caller.once("GET", "/")
    assert (page.status, page.headers["Retry-After"]) == (503, "1")
    stream = caller.once("GET", f"{game}/events", headers={"Accept": "text/event-stream"})
    assert read_unavailable(stream) == "store/away"
    for path in ("/api/v1/players", "/api/v1/games", f"{game}/seats", f"{game}/moves"):
        headers = {**token, "Idempotency-Key": "0123456789abcdef", "If-Match": '"5"'}
        body = {"name": "Ann"} if path.endswith("players") else {}
        assert read_unavailable(caller.once("POST", path, body, headers)) == "store/away", path
    assert caller.once("GET", "/healthz").status == 200


def pids(site: Installation) -> list[int]:
    """The ids of the processes that must stay the same."""
    return [site.find(process).pid for process in (Victim.WEB, Victim.RELAY, Victim.WORKER)]


@pytest.mark.smoke
def test_a_store_that_refuses_writes_changes_nothing(place: Place) -> None:
    """A store that is full, read-only, without replicas or unable to save: reads work, changes get 503.

    No change is partly done, no process ends, and the game continues when the trouble is over.
    """
    site, server = place
    with Caller(site.port) as caller, clients.writer(server.url) as store, untrimmed(store):
        table = Table(caller, 2, seeded(7))
        table.move()
        before, said = pids(site), len(site.lines())
        for number, (begin, end) in enumerate(TROUBLES):
            lying = contents(store)
            begin(server, store)
            refused_as = [read_unavailable(answer) for answer in changes(caller, table)]
            assert set(refused_as) <= {"store/away", "store/nearly-full"}, number
            assert refused_as[-2:] == ["store/away"] * 2, number
            unready = eventually(partial(not_ready, caller), PATIENCE)
            assert read_unavailable(unready) == "store/refuses-writes"
            for path in ("/", f"/api/v1/games/{table.played.id}"):
                assert caller.once("GET", path).status == 200, (number, path)
            end(server, store)
            assert contents(store) == lying, number
            table.move()
        for _ in range(MOVES[2] - 1 - len(TROUBLES)):
            table.move()
        eventually(table.is_scored, PATIENCE)
        assert pids(site) == before
        for process in ("relay", "worker"):
            lines = [line for line in site.lines()[said:] if line["process"] == process]
            outages = [line for line in lines if "store" in line["event"]]
            assert len(outages) <= 4 * len(TROUBLES), outages
        audit(site, [table.played])


def test_a_silent_store_holds_up_one_request_at_a_time(place: Place) -> None:
    """One request at a time waits for a silent store and the others fail at once; then service resumes."""
    site, server = place
    with Caller(site.port) as caller:
        table = Table(caller, 2, seeded(8))
        game = f"/api/v1/games/{table.played.id}"
        server.process.send_signal(signal.SIGSTOP)
        assert read_unavailable(caller.once("GET", game)) == "store/away"
        with ThreadPoolExecutor(ASKING) as pool:
            asked = [pool.submit(refused, site.port, game) for _ in range(ASKING)]
            eventually(lambda: sum(map(Future.done, asked)) == ASKING - 1, 0.8 * clients.ANSWER_SECONDS)
            server.process.send_signal(signal.SIGCONT)
        assert sum(answer.result() for answer in asked) >= ASKING - 1
        table.move()
        eventually(lambda: caller.once("GET", "/readyz").status == 200, PATIENCE)


def refused(port: int, path: str) -> bool:
    """True if a request gets `store/away`; asserts that the process itself stays healthy."""
    with Caller(port) as caller:
        answer = caller.once("GET", path)
        assert caller.once("GET", "/healthz").status == 200
    return answer.status == 503 and read_unavailable(answer) == "store/away"


def changes(caller: Caller, table: Table) -> list[Answer]:
    """The responses to a change of every kind: an account, a game, a move, a name.

    The first two may be refused without a call to the store if the store was just found to be full.
    """
    game = f"/api/v1/games/{table.played.id}"
    listed = caller.get(f"games/{table.played.id}/moves")
    mover = table.played.players[listed["seat"]]
    headers = {**table.headers_of(mover), "If-Match": f'"{listed["version"]}"'}
    bodies: list[tuple[str, str, Json]] = [
        ("POST", "/api/v1/players", {"name": "Ann"}),
        ("POST", "/api/v1/games", {"players": 2, "join": True}),
        ("POST", f"{game}/moves", listed["moves"][0]),
        ("PUT", "/api/v1/me", {"name": "Bob"}),
    ]
    return [
        caller.once(method, path, body, {**headers, "Idempotency-Key": str(uuid.uuid4())})
        for method, path, body in bodies
    ]


FOLLOWS = re.compile(
    rb":notices(:|$)|:(record|met|counted|uses|heartbeat|failing|work|heads)$"
    rb"|^\{(ratings|finished|deliveries|log|life)\}|^records:|-lease$|^" + PROBE.encode() + rb"$"
)
"""The keys of projections, the public log and the heads that wait for it among them, of the relay's work, of
signs of life, of tokens' times of use, and of the probe.
"""


@contextmanager
def untrimmed(store: Redis) -> Iterator[None]:
    """Keep the relay from trimming feeds, whose entries are counted: a group has yet to read all of them."""
    feeds = [keys.feed(number) for number in range(PARTITIONS)]
    for feed in feeds:
        store.xgroup_create(feed, "test", id="0", mkstream=True)
    yield
    for feed in feeds:
        store.xgroup_destroy(feed, "test")


def contents(store: Redis) -> dict[bytes, bytes | int | None]:
    """The stored data of games and accounts, and the number of entries of each feed.

    Projections of the feeds are left out, because workers may write them at any time.
    """
    found = (key for key in cast("list[bytes]", store.keys()) if not FOLLOWS.search(key))
    return {key: _entries(store, key) if key.endswith(b":feed") else store.dump(key) for key in found}


def _entries(store: Redis, feed: bytes) -> int:
    """The number of entries of a feed about games; the others follow from these."""
    entries = cast("list[tuple[bytes, dict[bytes, bytes]]]", store.xrange(feed))
    return sum(TOLD.encode() not in fields.values() for _, fields in entries)


def _cannot_save(server: Server, store: Redis) -> None:
    """Make snapshots fail, as a full disk does."""
    (server.folder / "dump.rdb").mkdir()
    store.config_set("save", "3600 1")
    store.bgsave()
    eventually(lambda: store.info("persistence")["rdb_last_bgsave_status"] == "err", PATIENCE)


def _can_save(server: Server, store: Redis) -> None:
    (server.folder / "dump.rdb").rmdir()
    store.config_set("save", "")


TROUBLES: list[tuple[Callable[[Server, Redis], object], Callable[[Server, Redis], object]]] = [
    (lambda _, store: store.config_set("maxmemory", 1), lambda _, store: store.config_set("maxmemory", 0)),
    (lambda _, store: store.replicaof("127.0.0.1", 1), lambda _, store: store.replicaof("NO", "ONE")),
    (
        lambda _, store: store.config_set("min-replicas-to-write", 1),
        lambda _, store: store.config_set("min-replicas-to-write", 0),
    ),
    (_cannot_save, _can_save),
]
"""Pairs of functions: the first makes a server refuse writes, the second ends that."""
