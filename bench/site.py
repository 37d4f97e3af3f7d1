"""What is measured: the real service, and the bare views beside it on the same store."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self

import orjson

from bench.bare import running_bare
from bench.wire import Wire, request
from replays.encoding.identity import GameId, parse_game_id
from replays.store import clients
from replays.streams.event_log import StreamsEventLog
from tests.support.commands import PROGRAM, program_of
from tests.support.games import seeded
from tests.support.service import API, WHOLE, Account, Service, environment, running_service

PLAYERS = 4
AS_SERVED = {"KINGDOMINO_PINNED": "on"}
"""What `kingdomino serve` sets by itself."""


class Site:
    """Processes that are started when they are first needed and end with the block."""

    def __init__(self) -> None:
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @cached_property
    def service(self) -> Service:
        """The service: web, relay, worker and a store that syncs every write; its log lines go nowhere."""
        with silence():
            return self._stack.enter_context(running_service(WHOLE, program_of(PROGRAM), **AS_SERVED))

    @cached_property
    def bare_port(self) -> int:
        """Where the bare views are."""
        data = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        with silence():
            return self._stack.enter_context(
                running_bare(environment(self.service.store_url, data) | AS_SERVED)
            )

    @cached_property
    def players(self) -> Sequence[Account]:
        """Four players."""
        return self.service.accounts(PLAYERS)

    @cached_property
    def log(self) -> StreamsEventLog:
        """The service's log, read from here."""
        reader = self._stack.enter_context(clients.reader(self.service.store_url))
        return StreamsEventLog(self.service.store, reader)

    @cached_property
    def finished(self) -> GameId:
        """A game that was played to its end."""
        table, random = self.new_table(), seeded(0)
        with Wire(self.service.port) as wire:
            while asked := table.next_move(wire, random):
                wire.ask(asked)
        return parse_game_id(table.game)

    def new_table(self) -> "Table":
        """A game that these players have just started."""
        return Table(self.service.table(self.players), [player.token for player in self.players])


class Table:
    """A game, and the tokens of its players in order of seats."""

    def __init__(self, game: str, tokens: Sequence[str]) -> None:
        self.game = game
        self.tokens = tokens

    @property
    def path(self) -> str:
        """Where its state is."""
        return f"{API}/games/{self.game}"

    def next_move(self, wire: Wire, random: Random) -> bytes | None:
        """A request that makes one of the legal moves; None at the end."""
        offered: Any = orjson.loads(wire.ask(request("GET", f"{self.path}/moves")).body)
        if not offered["moves"]:
            return None
        return request(
            "POST",
            f"{self.path}/moves",
            orjson.dumps(random.choice(offered["moves"])),
            Authorization=f"Bearer {self.tokens[offered['seat']]}",
            If_Match=f'"{offered["version"]}"',
            Idempotency_Key=f"move-{offered['version']}",
        )


@contextmanager
def silence() -> Iterator[None]:
    """What is started in this block writes its log where nobody reads it."""
    kept = os.dup(2)
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
