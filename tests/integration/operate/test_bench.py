"""The benchmarks run and report their measurements; no test depends on a speed."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from resource import RLIMIT_NOFILE, getrlimit, setrlimit
from uuid import uuid4

import pytest
from click.testing import CliRunner

import bench
from bench import rows, wire
from bench.__main__ import MEASURES, main
from bench.measures.live import streaming, watching
from bench.measures.work import bots, crowd, mailing, opening, reviewing, tournaments
from bench.parts.calls import told, walked
from bench.rows import Row, table
from harness.programs import commands
from harness.wire.fake_service import Answer, answering
from kingdomino.board.kingdom import Kingdom
from replays.encoding.identity import parse_game_id

ROOT = Path(bench.__file__).parents[1]
ON_ONE_SERVICE = (
    "move", "latency", "read", "rebuild", "replay", "page", "admission", "burst", "server", "watchers",
    "streams", "score",
)  # fmt: skip
ON_THEIR_OWN = ("bots", "alone", "reviews", "jobs", "mail", "search", "series", "tournaments", "directing")


def test_help_names_every_row() -> None:
    """The help names every row."""
    told = CliRunner().invoke(main, ["--help"])
    assert told.exit_code == 0
    assert all(name in told.output for name in MEASURES)


def test_a_row_that_does_not_exist() -> None:
    """An unknown row is refused with the list of known rows."""
    told = CliRunner().invoke(main, ["speed"])
    assert told.exit_code == 2
    assert "rebuild" in told.output


def test_calls_are_those_of_our_own_functions() -> None:
    """The libraries' functions and the benchmark's own do not count."""
    game = str(uuid4())
    found = walked(lambda: (json.dumps({}), [parse_game_id(json.loads(json.dumps(game)))], Kingdom.empty(5)))
    identity = "replays.encoding.identity"
    assert found[:2] == [(identity, "parse_game_id"), (identity, "is_uuid")]
    assert {module.partition(".")[0] for module, _ in found[2:]} == {"kingdomino"}
    assert told(found[:3]) == "3 calls of 3 functions in 2 modules, 1 changes of module"


@pytest.mark.long
def test_a_row_that_needs_no_service() -> None:
    """Each row has a figure, a limit and their ratio, whatever the values."""
    command = [sys.executable, "-m", "bench", "--json", "--count", "1", "games"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    rows = [Row(**row) for row in json.loads(told.stdout)]
    assert [row.name for row in rows] == ["games"]
    assert all(min(row.ours, row.limit, row.ratio) > 0 for row in rows)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make each measurement short, its services quick to start, and restore the limit of open files."""
    for owner, name, value in (
        (rows, "ROUNDS", 1),
        (watching, "ROUNDS", 1),
        (watching, "MOVES", 2),
        (watching, "QUIET_SECONDS", 0.1),
        (streaming, "STATES", 2),
        (crowd, "SEATS", 4),
        (bots, "PEOPLE", 2),
        (mailing, "EMAILS", 2),
        (bots, "THINKING_SECONDS", 0.0),
        (reviewing, "ACCOUNTS", 1),
        (reviewing, "EACH", 1),
        (opening, "ENTRANTS", 8),
        (tournaments, "ENTRANTS", 16),
        (tournaments, "ROUNDS", 3),
    ):
        monkeypatch.setattr(owner, name, value)
    monkeypatch.setattr(commands, "Program", lambda _, name, environ: commands.Forked(name, environ))
    files = getrlimit(RLIMIT_NOFILE)
    yield
    setrlimit(RLIMIT_NOFILE, files)


@pytest.mark.long
@pytest.mark.usefixtures("few")
def test_rows_of_one_service() -> None:
    """Each measurement gives its rows within the default limits, and one process holds the streams."""
    found = measured(*ON_ONE_SERVICE, count=2)
    assert list(dict.fromkeys(name.partition(":")[0] for name in found)) == list(ON_ONE_SERVICE)
    assert found["streams: held"].ratio == 1


@pytest.mark.long
@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("name", ON_THEIR_OWN)
def test_a_row_with_a_service_of_its_own(name: str) -> None:
    """Measurements with their own service, or with none, give their rows."""
    assert {each.partition(":")[0] for each in measured(name, count=2)} == {name}


def test_every_row_is_measured_here() -> None:
    """Every row is measured here; those without a service above."""
    assert {*ON_ONE_SERVICE, *ON_THEIR_OWN, "audit", "games"} == MEASURES.keys()


def test_a_limit_ends_the_measurement() -> None:
    """A client that reaches a limit ends the measurement with the limit's detail."""
    refused = Answer(429, {"detail": "the limit by address is 2000 in 10 seconds"})
    with answering([Answer(), refused]) as service, wire.Wire(int(service.url.rpartition(":")[2])) as client:
        client.ask(wire.asking("/", "token"))
        with pytest.raises(wire.LimitReached, match="the limit by address is 2000 in 10 seconds"):
            client.ask(wire.asking("/", "token"))


def measured(*names: str, count: int) -> dict[str, Row]:
    """The rows of these measurements by name, with figures above zero.

    Two streams may fit into memory that the process has already.
    """
    arguments = ["--json", "--count", str(count), *names]
    told = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert told.exit_code == 0
    found = [Row(**row) for row in json.loads(told.stdout)]
    assert all(min(row.ours, row.limit, row.ratio) > 0 for row in found if row.name != "streams: each")
    return {row.name: row for row in found}


def test_the_table() -> None:
    """The table has a line for each row below its column names."""
    head, line = table([Row.time("rebuild", "ms", 2.0, 0.5)]).splitlines()
    assert head.split() == [field.name for field in fields(Row)]
    assert line.split() == ["rebuild", "ms", "2.00", "0.50", "0.25"]
