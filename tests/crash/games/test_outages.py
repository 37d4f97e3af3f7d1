"""A service that was killed stays away over a deadline: nobody loses time, whatever comes back first."""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from harness.games import KEY
from harness.processes import free_port, living
from harness.programs.crash import PATIENCE, Caller, Victim, installed
from harness.service import commands, environment, processes
from harness.store.server import Server, running_server
from harness.waiting import eventually
from kingdomino.rules import Rules
from replays.audit.bundle.building import game_bundle
from replays.audit.verdicts import Verdict
from replays.audit.verifier import audit
from replays.bootstrap import now_ms
from replays.clocks.spec import ClockSpec, TimeControl
from replays.commands.tables import NewTable, Tables
from replays.encoding.identity import GameId, new_game_id
from replays.encoding.signing import Signer
from replays.events.game_events import OnTimeout, Options
from replays.log.life import AWAY_MS
from replays.match.aggregate import Match, Sitter
from replays.match.randomness.seed_store import SeedStore
from replays.store import clients
from replays.store.life import LifeStore
from replays.streams.event_log import StreamsEventLog

MINUTE = 60_000
TEN_MINUTES = ClockSpec(TimeControl.PER_TURN, 600, 600, 600)
LOST_AFTER = 5 * MINUTE
"""The time from the start of a turn to the death of the service in it."""


class Past:
    """A game on a real store whose turn began 20 minutes ago, and a service that died 15 minutes ago."""

    def __init__(self, url: str, stack: ExitStack) -> None:
        writer, reader = (stack.enter_context(client(url)) for client in (clients.writer, clients.reader))
        self.log = StreamsEventLog(writer, reader)
        self.began = now_ms() - 20 * MINUTE
        self.died = self.began + LOST_AFTER
        tables = Tables(self.log, SeedStore(KEY), lambda: self.began, os.urandom)
        options = Options(clock=TEN_MINUTES, on_timeout=OnTimeout.FORFEIT)
        table = NewTable(Rules(), 2, "ann", Sitter("ann", None), options)
        self.game: GameId = tables.create(new_game_id(os.urandom(16)), table).after.id
        tables.join(tables.match(self.game), Sitter("bob", None))
        self.tables = Tables(self.log, SeedStore(KEY), now_ms, os.urandom)
        self.life = LifeStore(writer)
        self.life.beat(self.died)

    @property
    def match(self) -> Match:
        """The game in its present state."""
        return self.tables.match(self.game)

    def records(self, kind: str) -> list[Mapping[str, Any]]:
        """The game's events of this type."""
        return [e.record for e in self.log.read(self.game) if e.record["type"] == kind]

    def check(self) -> None:
        """Assert that one outage was recorded, from the last sign of life on, and that no time ran in it."""
        [outage] = self.records("OutageRecorded")
        assert (outage["actor"], outage["cause"]) == ("system", "system")
        assert outage["data"]["began"] == self.died
        assert self.records("TimeExpired") == self.records("SeatLeft") == []
        until = outage["data"]["ended"] + outage["data"]["grace"]
        assert self.match.deadline == until + 10 * MINUTE - LOST_AFTER
        report = audit(game_bundle(self.game, self.log.read(self.game), Signer(bytes(32))))
        assert Verdict.FAIL not in report.verdicts.values(), report


@pytest.fixture
def server() -> Iterator[Server]:
    """Yield a server for one installation."""
    with running_server() as server:
        yield server


@pytest.mark.smoke
def test_workers_come_back_before_the_web(server: Server, tmp_path: Path) -> None:
    """They hold the time-out while no player can move; the first sign of the web process gives time back."""
    with ExitStack() as stack:
        past, environ = Past(server.url, stack), environment(server.url, tmp_path)
        with commands(environ, ["relay", "worker"]):
            eventually(lambda: past.log.due_of([past.game])[past.game] > now_ms(), PATIENCE)
            assert past.records("TimeExpired") == []
            stack.enter_context(processes(environ, free_port(), ["web"]))
            eventually(lambda: past.records("OutageRecorded"), PATIENCE)
            past.check()


def test_the_store_is_killed_in_the_outage(server: Server, tmp_path: Path) -> None:
    """The last sign of life is on disk: a store that was killed tells how long the service was away."""
    with ExitStack() as stack:
        past = Past(server.url, stack)
        server.kill()
        server.restart()
        environ = environment(server.url, tmp_path)
        stack.enter_context(processes(environ, free_port()))
        eventually(lambda: past.records("OutageRecorded"), PATIENCE)
        past.check()


@pytest.mark.long
def test_a_whole_service_is_killed_for_half_a_minute(tmp_path: Path) -> None:
    """`kingdomino serve` and all its processes die in a player's only minute, which is given back."""
    with installed(tmp_path) as site, Caller(site.port) as caller:
        ann, bob = (caller.post("players", {"name": name}, str(uuid4()))["token"] for name in ("Ann", "Bob"))
        clock = {"policy": "per_turn", "seconds": 60}
        asked = {"players": 2, "clock": clock, "on_timeout": "forfeit"}
        headers = [{"Authorization": f"Bearer {token}"} for token in (ann, bob)]
        game = caller.post("games", asked, "open", headers[0])["id"]
        caller.post(f"games/{game}/seats", {}, "sit", headers[1])
        before = caller.get(f"games/{game}")["deadline"]
        members = site.members()
        site.parent.kill()
        site.parent.wait(PATIENCE)
        eventually(lambda: not members & set(living()), PATIENCE)
        killed = now_ms()
        eventually(lambda: now_ms() - killed >= AWAY_MS, 2 * AWAY_MS / 1000)
        site.start()
        eventually(lambda: caller.get(f"games/{game}")["deadline"] > before, PATIENCE)
        after = caller.get(f"games/{game}")["deadline"]
        events = caller.get(f"games/{game}/events")["events"]
        [outage] = [event["data"] for event in events if event["type"] == "OutageRecorded"]
        assert outage["began"] <= killed
        assert outage["ended"] - outage["began"] >= AWAY_MS
        lost = outage["ended"] - max(outage["began"], before - MINUTE)
        assert after == before + lost + outage["grace"]
        lines = [line["text"] for line in caller.get(f"games/{game}/clock")["lines"]]
        assert [line.split()[0] for line in lines] == ["1", "outage"]
        assert site.find(Victim.WEB)
