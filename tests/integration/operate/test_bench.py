"""The benchmarks run and tell what they measure; how fast anything is decides no test."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from resource import RLIMIT_NOFILE, getrlimit, setrlimit

import pytest
from click.testing import CliRunner

import bench
from bench import rows, wire
from bench.__main__ import MEASURES, main
from bench.measures import bots, crowd, mailing, reviewing, streaming, watching
from bench.rows import Row, table
from harness.wire.fake_service import Answer, answering

ROOT = Path(bench.__file__).parents[1]
ON_ONE_SERVICE = (
    "move", "latency", "read", "rebuild", "replay", "page", "admission", "burst", "server", "watchers",
    "streams", "score",
)  # fmt: skip
ON_THEIR_OWN = ("bots", "alone", "reviews", "jobs", "mail", "search")


def test_help_names_every_row() -> None:
    """All that can be asked for."""
    told = CliRunner().invoke(main, ["--help"])
    assert told.exit_code == 0
    assert all(name in told.output for name in MEASURES)


def test_a_row_that_does_not_exist() -> None:
    """Is refused with those that do."""
    told = CliRunner().invoke(main, ["speed"])
    assert told.exit_code == 2
    assert "rebuild" in told.output


def test_a_row_that_needs_no_service() -> None:
    """Each figure stands beside a limit of its own, whatever they are."""
    command = [sys.executable, "-m", "bench", "--json", "--count", "1", "games"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    rows = [Row(**row) for row in json.loads(told.stdout)]
    assert [row.name for row in rows] == ["games"]
    assert all(min(row.ours, row.limit, row.ratio) > 0 for row in rows)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let each measure be short, and no more files stay allowed than before."""
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
    ):
        monkeypatch.setattr(owner, name, value)
    files = getrlimit(RLIMIT_NOFILE)
    yield
    setrlimit(RLIMIT_NOFILE, files)


@pytest.mark.long
@pytest.mark.usefixtures("few")
def test_rows_of_one_service() -> None:
    """Each gives its rows within the limits of the default settings, and one process holds streams."""
    found = measured(*ON_ONE_SERVICE, count=2)
    assert list(dict.fromkeys(name.partition(":")[0] for name in found)) == list(ON_ONE_SERVICE)
    assert found["streams: held"].ratio == 1


@pytest.mark.long
@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("name", ON_THEIR_OWN)
def test_a_row_with_a_service_of_its_own(name: str) -> None:
    """Bots move while others wait for theirs; moves are followed to their e-mails; games are searched."""
    assert {each.partition(":")[0] for each in measured(name, count=2)} == {name}


def test_every_row_is_measured_here() -> None:
    """Those that need no service are measured above."""
    assert {*ON_ONE_SERVICE, *ON_THEIR_OWN, "audit", "games"} == MEASURES.keys()


def test_a_limit_ends_the_measurement() -> None:
    """A client that has reached one is not what is to be measured: its reason is told."""
    refused = Answer(429, {"detail": "the limit by address is 2000 in 10 seconds"})
    with answering([Answer(), refused]) as service, wire.Wire(int(service.url.rpartition(":")[2])) as client:
        client.ask(wire.asking("/", "token"))
        with pytest.raises(wire.LimitReached, match="the limit by address is 2000 in 10 seconds"):
            client.ask(wire.asking("/", "token"))


def measured(*names: str, count: int) -> dict[str, Row]:
    """The rows of these measures by name, whose figures are above zero.

    Two streams may find room in memory that the process has already.
    """
    arguments = ["--json", "--count", str(count), *names]
    told = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert told.exit_code == 0
    found = [Row(**row) for row in json.loads(told.stdout)]
    assert all(min(row.ours, row.limit, row.ratio) > 0 for row in found if row.name != "streams: each")
    return {row.name: row for row in found}


def test_the_table() -> None:
    """Has a line for each row below the names of its columns."""
    head, line = table([Row.time("rebuild", "ms", 2.0, 0.5)]).splitlines()
    assert head.split() == [field.name for field in fields(Row)]
    assert line.split() == ["rebuild", "ms", "2.00", "0.50", "0.25"]
