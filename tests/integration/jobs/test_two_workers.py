"""Two workers, as in `compose.yaml`, with many games: RQ's registries stay consistent."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain
from typing import IO

import pytest
from redis import Redis

from harness.jobs.site import Site, process, site
from harness.waiting import eventually
from kingdomino.rules import Rules
from replays.bootstrap import now_ms
from replays.commands.attendance import Attendance
from replays.commands.tables import NewTable
from replays.encoding.identity import GameId, derived_game_id
from replays.match.aggregate import Sitter, Status
from service.ops.backlog import Backlog
from service.ops.doctor import work
from service.ops.doctor.results import Level

__all__ = ["site"]

GAMES = 14
WORKERS = 2
PATIENCE = 240.0
"""The maximum wait in seconds: far more than the games take on a machine busy with other tests."""


@pytest.fixture
def said() -> Iterator[IO[str]]:
    """Give a file for the output of the processes."""
    with tempfile.TemporaryFile("w+") as file:
        yield file


def bots_alone(site: Site, number: int) -> GameId:
    """A table of three bots and a player who has resigned; seven players share the tables."""
    name, game = f"guest {number % 7}", derived_game_id("two-workers", str(number))
    attendance = Attendance(site.tables)
    table = NewTable(Rules(), 4, name, Sitter(name, None))
    match = site.tables.create(game, table).after
    for _ in range(3):
        match = site.tables.seat_bot(match, name, "random").after
    return attendance.resign(match, name).after.id


@pytest.mark.long
def test_two_workers_share_many_games(site: Site, store: Redis, said: IO[str]) -> None:
    """Two workers score all games: no traceback, no failed job, nothing left over; the doctor passes."""
    games = [bots_alone(site, number) for number in range(GAMES)]
    with ExitStack() as stack:
        for command in ("relay", *(WORKERS * ["worker"])):
            stack.enter_context(process(site, "service.cli.main", command, stderr=said))
        eventually(lambda: {site.status(game) for game in games} == {Status.SCORED}, PATIENCE)
        eventually(lambda: not list(site.rq.scan_iter("rq:job:*")), PATIENCE)
        backlog = Backlog(site.log, store, site.rq, now_ms)
        findings = chain(work.workers(backlog), work.due(backlog), work.scores(backlog))
        assert {finding.level for finding in findings} == {Level.OK}
    assert backlog.failed() == []
    for books in ("failed", "wip", "finished", "deferred", "canceled"):
        assert site.rq.zcard(f"rq:{books}:{site.queue.rq.name}") == 0
    said.seek(0)
    told = said.read()
    assert "Traceback" not in told
    assert told.count('"job":"act"') > GAMES
    for game in games:
        assert site.scores(game) == ["SeedRevealed", "GameScored"]
