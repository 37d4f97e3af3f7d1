"""The benchmarks run and report their measurements; no test depends on a speed."""

import json
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from math import log
from pathlib import Path
from resource import RLIMIT_NOFILE, getrlimit, setrlimit
from typing import Any
from uuid import uuid4

import pytest
from click.testing import CliRunner

import bench
from bench import processes, wire
from bench.__main__ import MEASURES, main
from bench.measures.live import streaming, watching
from bench.measures.requests import costing
from bench.measures.work import bots, crowd, mailing, opening, reviewing, tournaments
from bench.parts.calls import told, walked
from bench.parts.scaling import Costs, simulated
from bench.rows import Row, table
from bench.turns import Turns, rounds
from harness.programs import commands
from harness.wire.fake_service import Answer, answering
from kingdomino.board.kingdom import Kingdom
from replays.encoding.identity import parse_game_id

ROOT = Path(bench.__file__).parents[1]
ON_ONE_SERVICE = (
    "move", "latency", "read", "rebuild", "replay", "page", "admission", "burst", "server", "watchers",
    "streams", "score",
)  # fmt: skip
UNSURE = {"streams: each", *(f"move: cpu{name}" for name in ("", " web", " relay", " worker", " store"))}
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
    (row,) = json.loads(told.stdout)
    assert row["name"] == "games"
    assert min(row["ours"], row["limit"], row["ratio"]) > 0


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make each measurement short, its services quick to start, and restore the limit of open files."""
    for owner, name, value in (
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
        (costing, "SETTLE_SECONDS", 0.1),
    ):
        monkeypatch.setattr(owner, name, value)
    monkeypatch.setattr(processes, "Program", lambda command, env: commands.Forked(command[-1], env))
    files = getrlimit(RLIMIT_NOFILE)
    yield
    setrlimit(RLIMIT_NOFILE, files)


@pytest.mark.long
@pytest.mark.usefixtures("few")
def test_rows_of_one_service() -> None:
    """Each measurement gives its rows within the default limits, and one process holds the streams."""
    found = measured(*ON_ONE_SERVICE, count=2)
    assert list(dict.fromkeys(name.partition(":")[0] for name in found)) == list(ON_ONE_SERVICE)
    assert found["streams: held"]["ratio"] == 1


@pytest.mark.long
@pytest.mark.usefixtures("few")
def test_rows_of_each_process() -> None:
    """The CPU time and the memory have a row for each process; the CPU time has one for all together."""
    found = measured("cpu", "memory", "pages", count=2)
    every = {"web", "relay", "worker", "store"}
    assert {name.removeprefix("move: cpu").lstrip() for name in found if name.startswith("move")} == {
        "",
        *every,
    }
    assert {name.removeprefix("memory: ") for name in found if name.startswith("memory")} == every


@pytest.mark.long
@pytest.mark.usefixtures("few")
def test_two_builds_in_turn() -> None:
    """Each row has the figures of both builds, and their ratio; here both are the same one."""
    found = measured("--beside", str(ROOT), "move", "read", count=2)
    assert set(found) == {"move", "read"}
    assert all(row["ratio"] == row["ours"] / row["other"] for row in found.values())


def test_our_own_code_has_no_other_build() -> None:
    """Measures that run our code in the benchmark's process refuse another build."""
    told = CliRunner().invoke(main, ["--beside", str(ROOT), "games"])
    assert told.exit_code == 2
    assert "these rows measure our own code, not another build: games" in told.output


@pytest.mark.long
@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("name", ON_THEIR_OWN)
def test_a_row_with_a_service_of_its_own(name: str) -> None:
    """Measurements with their own service, or with none, give their rows."""
    assert {each.partition(":")[0] for each in measured(name, count=2)} == {name}


def test_every_row_is_measured_here() -> None:
    """Every row is measured here; those without a service above."""
    assert {*ON_ONE_SERVICE, *ON_THEIR_OWN, "cpu", "memory", "pages", "audit", "games"} == MEASURES.keys()


def test_a_limit_ends_the_measurement() -> None:
    """A client that reaches a limit ends the measurement with the limit's detail."""
    refused = Answer(429, {"detail": "the limit by address is 2000 in 10 seconds"})
    with answering([Answer(), refused]) as service, wire.Wire(int(service.url.rpartition(":")[2])) as client:
        client.ask(wire.asking("/", "token"))
        with pytest.raises(wire.LimitReached, match="the limit by address is 2000 in 10 seconds"):
            client.ask(wire.asking("/", "token"))


def measured(*names: str, count: int) -> dict[str, dict[str, Any]]:
    """The rows of these measurements by name, with figures above zero.

    Two streams may fit into memory that the process has already, and the CPU time of two moves is less than
    that of idle processes.
    """
    arguments = ["--json", "--rounds", "1", "--count", str(count), *names]
    told = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert told.exit_code == 0
    found = {row["name"]: row for row in json.loads(told.stdout)}
    sure = [row for name, row in found.items() if name not in UNSURE]
    figures = [value for row in sure for value in row.values() if not isinstance(value, str | None)]
    assert min(figures) > 0
    return found


def test_the_table() -> None:
    """The table has a line for each row below its column names."""
    head, line, other = table(
        [Row.time("rebuild", "ms", 2.0, 0.5).cells, Row.rate("x", "y", 2).cells]
    ).splitlines()
    assert head.split() == ["name", "unit", "ours", "limit", "ratio"]
    assert line.split() == ["rebuild", "ms", "2.00", "0.50", "0.25"]
    assert other.split() == ["x", "y", "2.00"]


def test_a_row_beside_another_build() -> None:
    """A ratio above 1 is better, for rates and for times."""
    rate = Row.rate("move", "moves/s", 300, 1000).beside(Row.rate("move", "moves/s", 200, 900))
    time = Row.time("score", "ms", 20).beside(Row.time("score", "ms", 30))
    assert list(rate.values()) == ["move", "moves/s", 300, 200, 1.5, 1000, 900]
    assert list(time.values()) == ["score", "ms", 20, 30, 1.5, None, None]


def test_the_model_of_a_large_installation() -> None:
    """One process alone is the queue M/M/1, whose 99th percentile is known; more processes are no slower."""
    one = simulated(500.0, Costs(web=1.0, store=0.001, worker=0, relay=0), processes=1, masters=1)
    assert one.late == pytest.approx(-log(0.01) / (1.0 - 0.5), rel=0.1)
    two = simulated(500.0, Costs(web=1.0, store=0.001, worker=0, relay=0), processes=2, masters=1)
    assert two.late < one.late
    assert (one.web, two.web) == (0.5, 0.25)


def test_turns_alternate() -> None:
    """Two measurements have their rounds in turn, and give their results in order."""
    seen: list[str] = []

    def work(name: str) -> str:
        seen.extend(name for _ in rounds())
        return name

    assert Turns().all(3, partial(work, "a"), partial(work, "b")) == ["a", "b"]
    assert seen == list("ababab")


def test_a_failed_turn_ends_the_others() -> None:
    """The first failure is raised, and the other thread does not continue."""
    seen: list[None] = []

    def fail() -> None:
        for _ in rounds():
            raise ValueError("no round")

    with pytest.raises(ValueError, match="no round"):
        Turns().all(3, lambda: seen.extend(rounds()), fail)
    assert len(seen) == 1
