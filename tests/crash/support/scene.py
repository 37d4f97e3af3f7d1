"""A web process and a worker inside a test, on any store, with a clock and seeds set by the test."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, cast

from redis import Redis

from harness.programs.crash import Answer, Json, read_unavailable
from harness.service import API, KEY, environment
from replays.commands.attendance import Attendance
from replays.commands.duties import Duties
from replays.commands.planning import Planning
from replays.commands.tables import Tables
from replays.dynasty.kind import DYNASTY
from replays.encoding.identity import GameId
from replays.kinds import HandledStreams
from replays.log.event_log import LogError
from replays.match.randomness.seed_store import SeedStore
from replays.runtime.settings.settings import Settings
from replays.tournament.kind import TOURNAMENT
from service.app import create_app
from service.application.accounts.naming.index import KEY as NAMES
from service.services import EXTENSION, Services

START = 1_798_502_400_000
"""The time at which a scene begins, in ms UTC."""
SEED = bytes(range(32))


class Told(NamedTuple):
    """The outcome of a step: an error code or "", and the bytes of the response; a job has none."""

    code: str
    body: bytes = b""


class Player(NamedTuple):
    """A player with an account."""

    id: str
    token: str


class Scene:
    """The web process and the worker on the store at `url`; `now` is the time in ms UTC.

    On the same requests two scenes on one store do the same, byte for byte.
    """

    def __init__(self, url: str, data: Path) -> None:
        self.now = START
        settings = Settings.from_environ(environment(url, data))
        self._app = create_app(settings)
        self._parts = cast("Services", self._app.extensions[EXTENSION])
        self.restart()

    def restart(self) -> None:
        """Reset the clock and the memory of the processes, as after a start."""
        self.now = START
        self.tables = Tables(
            self._parts.tables.log, SeedStore(KEY), lambda: self.now, lambda size: SEED[:size]
        )
        self.planning = Planning(self.tables, lambda: self.now)
        streams = HandledStreams(self.tables, lambda: self.now)
        self.dynasties = streams.commands(DYNASTY)
        self.tournaments = streams.commands(TOURNAMENT)
        self.streams = streams
        self.attendance = Attendance(self.tables)
        self.duties = Duties(self.tables, self.attendance, self.planning, lambda: 0.0)
        self._app.extensions[EXTENSION] = replace(
            self._parts,
            tables=self.tables,
            streams=streams,
            attendance=self.attendance,
            planning=self.planning,
        )

    def ask(self, method: str, path: str, body: Json, player: Player | None = None, **headers: str) -> Told:
        """The outcome of a request; equal requests have the same Idempotency-Key."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if player:
            named["Authorization"] = f"Bearer {player.token}"
        named["Idempotency-Key"] = hashlib.sha256(f"{path} {body}".encode()).hexdigest()
        came = self._app.test_client().open(API + path, method=method, json=body, headers=named)
        if came.status_code == 503:
            return Told(read_unavailable(Answer(503, dict(came.headers), came.data)))
        assert came.status_code in {200, 201}, (path, came.status_code, came.data)
        return Told("", came.data)

    def made(self, path: str, body: Json, player: Player | None = None, **headers: str) -> Any:
        """The JSON of the response to a POST request, which must succeed."""
        told = self.ask("POST", path, body, player, **headers)
        assert not told.code, told
        return json.loads(told.body)

    def player(self, name: str) -> Player:
        """A new player, registered over the API."""
        found = self.made("/players", {"name": name})
        return Player(found["id"], found["token"])


Do = Callable[[Scene], Told]
"""Does a step in a scene."""


def job(do: Callable[[], object]) -> Told:
    """The outcome of a worker's job."""
    try:
        do()
    except LogError as error:
        return Told(error.code)
    return Told("")


def picture(store: Redis) -> dict[str, Any]:
    """The contents of the store, without the parts that differ from run to run.

    These are the ids in feeds, ids and times in accounts' audits, the encryption of seeds, times of
    registration and of the last uses of tokens, and the numbers of changes in ledgers: a repeated request
    counts its bytes once, but is one more change. The index of names is left out, because it may have an
    entry without an account, which is removed when somebody looks it up.
    """
    keys = [key.decode() for key in cast("list[bytes]", store.keys())]
    return {key: _value(store, key) for key in keys if key != NAMES}


def _value(store: Redis, key: str) -> Any:
    kind = cast("bytes", store.type(key)).decode()
    if key.endswith("}:storage"):
        fields = cast("dict[bytes, bytes]", store.hgetall(key))
        return {name: value.partition(b" ")[0] for name, value in fields.items() if name != b"n"}
    if key.endswith(":uses"):
        return set(cast("list[bytes]", store.hkeys(key)))
    if ":secret:" in key:
        return SeedStore(KEY).open(GameId(key.rpartition(":")[2]), cast("bytes", store.get(key)))
    if kind == "stream":
        entries = cast("list[tuple[bytes, Any]]", store.xrange(key))
        if key.endswith(":audit"):
            return [{**json.loads(fields[b"e"]), "at": 0} for _, fields in entries]
        has_ids_of_the_server = key.endswith((":feed", ":work", ":heads"))
        return [fields if has_ids_of_the_server else (entry, fields) for entry, fields in entries]
    read: dict[str, Callable[[], Any]] = {
        "string": lambda: store.get(key),
        "hash": lambda: {**cast("dict[bytes, bytes]", store.hgetall(key)), b"created_at": b""},
        "zset": lambda: store.zrange(key, 0, -1, withscores=True),
    }
    return read[kind]()
