"""The whole service as its users run it: a real store, and web, relay and worker as separate processes."""

import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from harness.processes import free_port
from harness.programs.commands import Command, Forked, Start
from harness.store.server import running_server
from harness.waiting import eventually
from harness.wire.http import Answer, Http, named
from harness.wire.mail import mail_settings
from replays.store import clients
from service.ops.probe import is_ready

HOST = "127.0.0.1"
API = "/api/v1"
KEY = bytes(range(32))
READY_SECONDS = 60.0
SCORED_SECONDS = 60.0
END_SECONDS = 10.0
WHOLE = ("web", "relay", "worker")
"""The commands of a service; a test without jobs can start "web" alone in a third of the time."""
NO_PORT = 9
"""A port on which no server listens, so that the e-mails of this service stay in its outbox."""
NO_HOST = "127.0.0.9"
"""An address at which no test listens: workers no longer call a host that has not responded to some calls."""

_numbers = count(1)


@dataclass(slots=True)
class Account:
    """A registered player, and the client that sends their requests; for one thread."""

    http: Http
    id: str
    name: str
    token: str = field(repr=False)

    def get(self, path: str, **headers: str) -> Answer:
        """The response to a GET under the API."""
        return self.http.get(f"{API}{path}", **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        """The response to a POST under the API, with the account's token."""
        return self.http.post(f"{API}{path}", body, Authorization=f"Bearer {self.token}", **headers)

    def mine(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """The response to a request of any method under the API, with the account's token."""
        signed = named(headers) | {"Authorization": f"Bearer {self.token}"}
        return self.http.ask(method, f"{API}{path}", body, signed)

    def move(self, game: str, move: Any, version: int | str, **headers: str) -> Answer:
        """The response to a move that names this version in `If-Match`."""
        return self.post(f"/games/{game}/moves", move, If_Match=f'"{version}"', **headers)

    def state(self, game: str) -> Any:
        """The state of the game."""
        return ok(self.get(f"/games/{game}"))

    def moves(self, game: str) -> Any:
        """The seat to act, the version and the legal moves."""
        return ok(self.get(f"/games/{game}/moves"))


class Service:
    """A running service at `host` and `port`; its log is in the store at `store_url`."""

    def __init__(self, store_url: str, port: int, stack: ExitStack) -> None:
        self.host = HOST
        self.port = port
        self.store_url = store_url
        self.store: Redis = stack.enter_context(clients.writer(store_url))
        self._stack = stack

    def http(self) -> Http:
        """A new client, which is closed with the service at the latest."""
        return self._stack.enter_context(Http(self.host, self.port))

    def account(self, name: str | None = None, http: Http | None = None) -> Account:
        """A new player; with a client of their own if none is given."""
        http = http or self.http()
        made = ok(http.post(f"{API}/players", {"name": name or f"Player {next(_numbers)}"}), 201)
        return Account(http, made["id"], made["name"], made["token"])

    def accounts(self, number: int) -> list[Account]:
        """The given number of new players, who share one client."""
        http = self.http()
        return [self.account(http=http) for _ in range(number)]

    def table(self, players: Sequence[Account], absent: Any = "end", **rules: Any) -> str:
        """The id of a new game that these players have just started, in the order of their seats."""
        first, *others = players
        body = {"players": len(players), "rules": rules, "absent": absent}
        game = str(ok(first.post("/games", body), 201)["id"])
        for other in others:
            ok(other.post(f"/games/{game}/seats", {}), 201)
        return game


def ok(answer: Answer, status: int = 200) -> Any:
    """The JSON of a response that must have this status."""
    assert answer.status == status, (answer.status, answer.body[:500])
    return json.loads(answer.body)


@contextmanager
def processes(
    environ: Mapping[str, str],
    port: int,
    names: Sequence[str] = WHOLE,
    start: Start = Forked,
) -> Iterator[None]:
    """Run these commands in the block, which begins when the web process is ready; none is left after it."""
    with commands({**environ, "PORT": str(port)}, names, start):
        eventually(lambda: is_ready(HOST, port), READY_SECONDS)
        yield


@contextmanager
def commands(environ: Mapping[str, str], names: Sequence[str], start: Start = Forked) -> Iterator[None]:
    """Run these commands in the block, which begins at once; none is left after it."""
    whole = {**os.environ, **environ, "HOST": HOST}
    running: list[Command] = []
    try:
        running.extend(start(name, whole) for name in names)
        yield
    finally:
        for command in running:
            command.terminate()
        for command in running:
            command.end(END_SECONDS)


def environment(store_url: str, data: Path) -> dict[str, str]:
    """The settings of a service without limits on this store; its jobs are in the second database."""
    mark = "&" if "?" in store_url else "?"
    return {
        "REDIS_URL": store_url,
        "RQ_REDIS_URL": f"{store_url}{mark}db=1",
        "KINGDOMINO_DATA": str(data),
        "KINGDOMINO_KEY": KEY.hex(),
        "KINGDOMINO_LIMITS": "off",
    }


@contextmanager
def running_service(
    names: Sequence[str] = WHOLE, start: Start = Forked, /, **settings: str
) -> Iterator[Service]:
    """Run a separate service on a separate store; nothing of it is left afterwards."""
    with running_service_at(free_port(), names, start, **settings) as running:
        yield running


@contextmanager
def running_service_at(
    port: int, names: Sequence[str] = WHOLE, start: Start = Forked, /, **settings: str
) -> Iterator[Service]:
    """Run a separate service like `running_service`, at a given port."""
    with ExitStack() as stack:
        server = stack.enter_context(running_server())
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="service-")))
        stack.enter_context(processes({**environment(server.url, data), **settings}, port, names, start))
        yield Service(server.url, port, stack)


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """Give the service that the tests of this pytest process share; it is never emptied."""
    port = free_port()
    allowed = {"KINGDOMINO_WEBHOOK_NETWORKS": "127.0.0.0/8"}
    with running_service_at(port, **allowed, **mail_settings(NO_PORT, f"http://{HOST}:{port}")) as running:
        yield running
