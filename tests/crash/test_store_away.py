"""While the store is down everybody is told so, and everything goes on by itself when it is back."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crash.audit import audit
from tests.crash.play import MOVES, Table
from tests.support.crash import PATIENCE, Caller, Installation, Victim, installed, read_unavailable
from tests.support.games import seeded
from tests.support.server import Server, running_server
from tests.support.waiting import eventually

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes under /proc")

Place = tuple[Installation, Server]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """Give an installation on a server that stays down when it is killed."""
    with running_server() as server:
        urls = {"REDIS_URL": server.url, "RQ_REDIS_URL": f"{server.url}?db=1"}
        with installed(tmp_path, urls) as site:
            yield site, server


def test_requests_are_told_to_try_again(place: Place) -> None:
    """What needs the store answers 503: a problem, a page in its own form; the rest still works."""
    site, server = place
    with Caller(site.port) as caller:
        table = Table(caller, 2, seeded(5))
        table.move()
        game = f"/api/v1/games/{table.played.id}"
        token = table.headers_of(table.played.players[0])
        server.kill()
        for path in ("/readyz", "/api/v1/games", f"{game}/moves"):
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
        server.restart()
        table.move()
        assert caller.once("GET", "/readyz").status == 200


def test_everything_goes_on_when_it_is_back(place: Place) -> None:
    """Relay, worker and web wait, each in the process that it was; a game goes on and is scored."""
    site, server = place
    processes = (Victim.ARBITER, Victim.WEB, Victim.RELAY, Victim.WORKER)
    with Caller(site.port) as caller:
        table = Table(caller, 2, seeded(6))
        for _ in range(MOVES[2] - 1):
            table.move()
        before = [site.find(process).pid for process in processes]
        server.kill()
        eventually(lambda: "relay: waiting for the store" in site.output.read_text(), PATIENCE)
        eventually(lambda: "could not connect to Redis" in site.output.read_text(), PATIENCE)
        assert caller.once("GET", "/readyz").status == 503
        server.restart()
        table.move()
        eventually(table.is_scored, PATIENCE)
        assert [site.find(process).pid for process in processes] == before
        eventually(lambda: "relay: the store is back" in site.output.read_text(), PATIENCE)
        audit(site, [table.played])
        assert "ended" not in site.output.read_text()
