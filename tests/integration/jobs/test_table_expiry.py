"""Tables that are not filled in time, on a real store with a real worker: called off, with the cause."""

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from harness.processes import free_port
from harness.service import KEY, SCORED_SECONDS, Service, environment, ok, processes
from harness.store.server import running_server
from harness.waiting import eventually
from kingdomino.rules import Rules
from replays.audit.verifier import audit
from replays.bootstrap import now_ms
from replays.commands.tables import NewTable, Tables
from replays.dynasty.dynasties import Dynasties
from replays.encoding.identity import GameId, new_game_id
from replays.match.aggregate import Sitter
from replays.match.randomness.seed_store import SeedStore
from replays.store import clients
from replays.streams.event_log import StreamsEventLog

SCRIPT = re.compile(r"<script.*?</script>", re.DOTALL)
"""The scripts of a page."""
DAY_MS = 24 * 60 * 60 * 1000


def days_ago(number: float) -> Callable[[], int]:
    """A clock that is `number` days behind."""
    return lambda: now_ms() - int(number * DAY_MS)


def new_id() -> GameId:
    """A new id."""
    return new_game_id(os.urandom(16))


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Give a stack that closes at the end of the test."""
    with ExitStack() as stack:
        yield stack


def opened(url: str, days: float, player: str) -> tuple[str, str]:
    """The paths of a game and a dynasty that a player opened `days` days ago."""
    with clients.writer(url) as writer, clients.reader(url) as reader:
        tables = Tables(StreamsEventLog(writer, reader), SeedStore(KEY), days_ago(days), os.urandom)
        table = NewTable(Rules(), 2, player, Sitter(player, None))
        game = tables.create(new_id(), table).after.id
        dynasty = Dynasties(tables, days_ago(days)).found(new_id(), table).after.id
        return f"/games/{game}", f"/dynasties/{dynasty}"


@pytest.mark.long
def test_a_worker_calls_old_tables_off(stack: ExitStack) -> None:
    """A worker calls off old tables, also from before its start; all views agree, and nobody can sit down."""
    server = stack.enter_context(running_server())
    data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="service-")))
    environ, port = environment(server.url, data), free_port()
    stack.enter_context(processes(environ, port, ["web", "relay"]))
    service = Service(server.url, port, stack)
    ann, bob = service.accounts(2)
    old, young = opened(server.url, 15, ann.id), opened(server.url, 13, ann.id)
    assert {ok(ann.get(path))["status"] for path in (*old, *young)} == {"open"}
    stack.enter_context(processes({**environ, "KINGDOMINO_OPEN_DAYS": "14"}, port, ["worker"]))
    eventually(lambda: {ok(ann.get(path))["status"] for path in old} == {"aborted"}, SCORED_SECONDS)
    for path in old:
        state = ok(ann.get(path))
        assert state["abort_cause"] == "timeout"
        assert bob.post(f"{path}/seats", {}).status == 409
        last = ok(ann.get(f"{path}/events"))["events"][state["version"] - 1]
        seen = {"Last_Event_ID": f"{last['version']}.{last['hash'][:8]}", "Accept": "text/event-stream"}
        assert ann.get(f"{path}/events", **seen).status == 204
        assert "not taken in time" in SCRIPT.sub("", ann.http.get(path).body.decode())
        report = audit(ann.get(f"{path}/audit").body)
        assert not report.findings
    assert {ok(ann.get(path))["status"] for path in young} == {"open"}
    for kind in ("games", "dynasties"):
        listed = ok(ann.get(f"/{kind}?status=aborted&player={ann.id}"))[kind]
        assert [f"/{kind}/{each['id']}" for each in listed] == [path for path in old if kind in path]
    again = ok(ann.post(f"{old[0]}/rematch", {}), 201)
    assert again["status"] == "open"
