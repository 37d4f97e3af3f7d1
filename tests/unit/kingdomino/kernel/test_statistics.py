"""Results of 300,000 games: they match the published figures of random play, within the error."""

from math import sqrt
from random import Random

import pytest

from kingdomino.policies import RANDOM
from kingdomino.rules import Rules
from kingdomino.simulation.tally import tally_compiled

pytestmark = pytest.mark.slow

GAMES = 300_000


@pytest.mark.long
def test_random_play_is_that_of_the_literature() -> None:
    """Four players, both bonuses (arXiv 1807.04458 and two other simulators), within four errors."""
    rules = Rules(middle_kingdom=True, harmony=True)
    found = tally_compiled(rules, ["random"] * 4, [RANDOM] * 4, GAMES, Random(1)).statistics()  # noqa: S311
    error = 1 / sqrt(4 * GAMES)
    assert found.mean == pytest.approx(22.585, abs=4 * 8.2 * error + 0.0005)
    assert found.sd == pytest.approx(8.2, abs=4 * 8.2 * error + 0.05)
    assert found.middle_kingdom_share == pytest.approx(0.292, abs=4 * 0.46 * error + 0.0005)
    assert found.harmony_share == pytest.approx(0.0764, abs=4 * 0.27 * error + 0.00005)
    assert found.discards_per_player == pytest.approx(1.322, abs=4 * 1.1 * error + 0.0005)
