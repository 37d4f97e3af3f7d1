"""Samples confirm the figures in the literature; `kingdomino simulate` repeats them in full.

Sources: Gedda, Lagerkvist and Butler 2018 (arXiv 1807.04458); random play also from two independent
simulators (`docs/play/bots.md`). All games have four players and both bonuses.
"""

from collections.abc import Sequence
from math import sqrt

import pytest

from kingdomino.policies import BOTS
from kingdomino.rules import Rules
from kingdomino.simulation import play_many
from kingdomino.simulation.tally import Tally
from service.cli.simulating.parts import RepeatableSource

RULES = Rules(middle_kingdom=True, harmony=True)


def played(names: Sequence[str], games: int) -> Tally:
    """The tally of `games` games between these policies."""
    tally = Tally(names)
    for game in play_many(RULES, [BOTS[name].policy for name in names], games, RepeatableSource(1)):
        tally.count(game)
    return tally


@pytest.mark.long
def test_random_play() -> None:
    """Random play has mean 22.585, SD 8.2, Middle Kingdom .292, Harmony .0764 and 1.322 discards.

    Each figure is met within four standard errors.
    """
    games = 400
    found = played(["random"] * 4, games).statistics()
    near = 4 / sqrt(4 * games)
    assert found.mean == pytest.approx(22.585, abs=8.2 * near)
    assert found.sd == pytest.approx(8.2, abs=8.2 * near / sqrt(2) * 1.2)
    assert found.middle_kingdom_share == pytest.approx(0.292, abs=sqrt(0.292 * 0.708) * near)
    assert found.harmony_share == pytest.approx(0.0764, abs=sqrt(0.0764 * 0.9236) * near)
    assert found.discards_per_player == pytest.approx(1.322, abs=1.1 * near)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "against", "games", "mean"),
    [
        ("greedy-placement", "random", 200, 39.46),
        ("full-greedy", "random", 50, 56.1),
        ("full-greedy", "full-greedy", 8, 51.8),
    ],
)
def test_the_greedy_players(name: str, against: str, games: int, mean: float) -> None:
    """Greedy policies have the published mean points, within three standard errors and half a point."""
    standing = played([name, against, against, against], games).standings()[name]
    kingdoms = games * (4 if name == against else 1)
    assert standing.mean == pytest.approx(mean, abs=3 * 11.5 / sqrt(kingdoms) + 0.5)


@pytest.mark.long
def test_greedy_placement_wins_against_random_play() -> None:
    """Greedy placement wins 78.7 % of its games against three random players."""
    games = 200
    standing = played(["greedy-placement", "random", "random", "random"], games).standings()[
        "greedy-placement"
    ]
    assert float(standing.wins) / games == pytest.approx(0.787, abs=3 * sqrt(0.787 * 0.213 / games) + 0.01)
