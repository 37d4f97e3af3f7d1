"""The measured processes: the real service, and the bare views beside it on the same store."""

import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

from bench.processes import OURS, Build, Web, serving, silence
from bench.tables import account, new_table
from bench.wire import Wire, asking, wires
from harness.games import seeded
from harness.processes import free_port
from harness.programs.commands import Command
from harness.service import API, HOST, WHOLE, Service, environment, running_service
from replays.encoding.identity import GameId, parse_game_id
from replays.runtime import parent_death
from replays.store import clients
from replays.streams.event_log import StreamsEventLog

AS_SERVED = {"KINGDOMINO_LIMITS": "on"}
"""The default settings of the service; those of the tests differ."""
GUNICORN = ("--worker-class=gthread", "--threads=32", "--no-control-socket", "--log-level=critical")


class Site:
    """The processes of one build, which start on first use and end with the block."""

    def __init__(self, build: Build = OURS) -> None:
        self._build = build
        self._stack = ExitStack()
        self._pids: dict[str, int] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @cached_property
    def service(self) -> Service:
        """The service: web, relay, worker and a store that syncs every write; its log is discarded."""
        with silence():
            return self._stack.enter_context(running_service(WHOLE, self._start, **AS_SERVED))

    @property
    def pids(self) -> dict[str, int]:
        """The processes of the service by name: web, relay, worker and store."""
        store = self.service.store.info("server")["process_id"]
        return {**self._pids, "store": store}

    def _start(self, name: str, environ: Mapping[str, str]) -> Command:
        command = self._build.start(name, environ)
        self._pids[name] = command.pid
        return command

    @contextmanager
    def separate_service(self, **settings: str) -> Iterator[Service]:
        """Another service on another store; its log is discarded."""
        with ExitStack() as stack:
            with silence():
                running = running_service(WHOLE, self._build.start, **{**AS_SERVED, **settings})
                served = stack.enter_context(running)
            yield served

    @cached_property
    def unlimited(self) -> Web:
        """Another web process of the service, without rate limits."""
        return self._stack.enter_context(self.web({"KINGDOMINO_LIMITS": "off"}))

    @cached_property
    def bare(self) -> Web:
        """The bare views on the web server of the service."""
        return self._stack.enter_context(serving([sys.executable, "-m", "bench.bare"], self.environ))

    @cached_property
    def bare_on_gunicorn(self) -> Web:
        """The bare views on gunicorn's threads."""
        port = free_port()
        bind = f"--bind={HOST}:{port}"
        command = [sys.executable, "-m", "gunicorn", *GUNICORN, bind, "bench.bare:from_environ()"]
        return self._stack.enter_context(serving(parent_death.bound(command), self.environ, port))

    @contextmanager
    def web(self, more: Mapping[str, str] | None = None) -> Iterator[Web]:
        """Another web process on the same store; `more` overrides settings of the service."""
        environ = {**self.environ, **self._build.environ, **(more or {})}
        with serving(self._build.command("web"), environ) as web:
            yield web

    @cached_property
    def environ(self) -> dict[str, str]:
        """The environment variables of the service."""
        data = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        return environment(self.service.store_url, data) | AS_SERVED

    @cached_property
    def log(self) -> StreamsEventLog:
        """The service's log, read by this process."""
        reader = self._stack.enter_context(clients.reader(self.service.store_url))
        return StreamsEventLog(self.service.store, reader)

    @cached_property
    def finished(self) -> GameId:
        """A game that was played to its end."""
        table, random = new_table(self.service.port), seeded(0)
        for wire in wires(self.service.port):
            asked = table.next_move(wire, random)
            if asked is None:
                break
            wire.expect(201, asked)
        return parse_game_id(table.game)

    @cached_property
    def token(self) -> str:
        """The token of an account that reads."""
        with Wire(self.service.port) as wire:
            return account(wire)

    @property
    def state(self) -> bytes:
        """A request of that account for the state of the finished game."""
        return asking(f"{API}/games/{self.finished}", self.token)

    def size(self, asked: bytes) -> int:
        """The number of bytes in the response to a request."""
        with Wire(self.service.port) as wire:
            return len(wire.expect(200, asked))
