"""The games and the output of `python -m bench.parts strength`."""

import re

import pytest
from click.testing import CliRunner

from bench.parts.strength import strength
from kingdomino.kernel import state

FIGURE = r"-?\d+\.\d\d ± \d+\.\d\d"
TOLD = re.compile(rf"2 games: lead ({FIGURE}), own ({FIGURE}), ahead ({FIGURE}), won % ({FIGURE}), ")


@pytest.mark.long
@pytest.mark.parametrize("bot", ["strong-1/60", "strong-2/60"])
def test_a_seed_is_a_run(bot: str) -> None:
    """A seed gives the same games; with two players the lead is the distance from the mean of the others.

    Without the kernel the command says so.
    """
    if not state().runs:
        answer = CliRunner().invoke(strength, ["--bots", bot])
        assert (answer.exit_code, f"{bot} needs the kernel" in answer.output) == (1, True)
        return
    found = [_told(bot, "--seed", "7"), _told(bot, "--seed", "7")]
    assert found[0] == found[1] != _told(bot, "--seed", "8")
    assert found[0][0] == found[0][2]


def test_all_play_against_all() -> None:
    """Each bot of a list plays each other one on the same deals; the table has a row and a column of each."""
    arguments = ["--games", "2", "--players", "3", "--bots", "random-1,greedy-1,full-greedy-1", "--seed", "5"]
    answer = CliRunner().invoke(strength, arguments)
    assert answer.exit_code == 0, answer.output
    rows = [line.split(" | ") for line in answer.output.splitlines() if line.startswith("| ")]
    assert rows[0][2:] == ["against random-1", "against greedy-1", "against full-greedy-1 |"]
    assert [row[0] for row in rows[1:]] == ["| random-1", "| greedy-1", "| full-greedy-1"]
    assert [[bool(cell.strip(" |")) for cell in row[2:]] for row in rows[1:]] == [
        [place != row for place in range(3)] for row in range(3)
    ]
    assert "seed 5" in answer.output
    assert "commit " in answer.output


@pytest.mark.skipif(not state().runs, reason="the bots that play games out need the kernel")
def test_a_budget_becomes_a_number_of_playouts() -> None:
    """More time is more playouts; their number stands in the table, so that it can be run again."""
    arguments = [
        "--games",
        "1",
        "--players",
        "2",
        "--bots",
        "strong-2",
        "--against",
        "random-1",
        "--ms",
        "1,4",
    ]
    answer = CliRunner().invoke(strength, arguments)
    assert answer.exit_code == 0, answer.output
    few, many = re.findall(r"^\| strong-2/(\d+) ", answer.output, re.MULTILINE)
    assert int(few) < int(many)


@pytest.mark.parametrize(
    "name", ["perfect-1", "steady-1/100", "strong-2/many", "strong-2@soon", "strong-2/0"]
)
def test_an_unknown_bot_is_refused(name: str) -> None:
    """The answer names the bot and those that are known."""
    answer = CliRunner().invoke(strength, ["--bots", name])
    assert answer.exit_code == 2
    assert f"no bot is named {name}" in answer.output
    assert "strong-2" in answer.output


def _told(bot: str, *arguments: str) -> tuple[str, ...]:
    options = ["--games", "2", "--players", "2", "--bots", bot, "--against", "full-greedy-1"]
    answer = CliRunner().invoke(strength, [*options, *arguments])
    assert answer.exit_code == 0, answer.output
    found = TOLD.search(answer.output)
    assert found, answer.output
    return found.groups()
