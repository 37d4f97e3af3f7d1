"""The games and the output of `python -m bench.parts strength`."""

import re

import pytest
from click.testing import CliRunner

from bench.parts.strength import strength
from kingdomino.kernel import state

FIGURE = r"-?\d+\.\d\d ± \d+\.\d\d"
TOLD = re.compile(rf"2 games: lead ({FIGURE}), strong ({FIGURE}), others ({FIGURE}), won % ({FIGURE}), ")


@pytest.mark.long
@pytest.mark.parametrize("against", ["full-greedy", "steady"])
def test_a_seed_is_a_run(against: str) -> None:
    """A seed gives the same games; with two players the lead is the difference of the points.

    Without the kernel the command says so.
    """
    if not state().runs:
        answer = CliRunner().invoke(strength, ["--against", against])
        assert (answer.exit_code, "strong needs the kernel" in answer.output) == (1, True)
        return
    found = [_told("--against", against, "--seed", "7"), _told("--against", against, "--seed", "7")]
    assert found[0] == found[1] != _told("--against", against, "--seed", "8")
    lead, own, others, _ = (float(each.partition(" ")[0]) for each in found[0])
    assert lead == pytest.approx(own - others, abs=0.011)


def _told(*arguments: str) -> tuple[str, ...]:
    answer = CliRunner().invoke(strength, ["--games", "2", "--players", "2", *arguments])
    assert answer.exit_code == 0, answer.output
    found = TOLD.search(answer.output)
    assert found, answer.output
    return found.groups()
