"""The kernel's greedy policies of the literature choose as the pure ones do, decision for decision."""

from collections.abc import Callable

import pytest

from kingdomino.kernel.playing import pick
from kingdomino.kernel.tables import Position
from kingdomino.machine import advance, begin, draw
from kingdomino.policies import BOTS, command
from kingdomino.policies.compiled import styles
from kingdomino.rules import Edition, FirstLine, Rules
from service.cli.simulating.parts import RepeatableSource

pytestmark = pytest.mark.slow


def high(seed: int) -> Callable[[int], int]:
    """The first number that SplitMix64 draws from this seed (Steele, Lea, Flood 2014)."""
    z = (seed + 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    word = (z ^ z >> 31) >> 32
    return lambda bound: word * bound >> 32


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", ["random", "greedy-placement", "greedy", "full-greedy"])
@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (2, Rules(mighty_duel=True, middle_kingdom=True, harmony=True)),
        (3, Rules(Edition.SECOND, FirstLine.SEATED)),
        (4, Rules(middle_kingdom=True, harmony=True)),
    ],
    ids=["Mighty Duel", "3 players", "4 players"],
)
def test_every_decision_is_that_of_the_pure_policy(name: str, players: int, rules: Rules) -> None:
    """In a whole game the kernel picks the pure policy's command, ties included, and keeps the position."""
    source = RepeatableSource(players)
    chance = draw(rules, players, source)
    game, _ = begin(rules, players, chance)
    policy, turn = BOTS[name].policy, 0
    (style,) = styles([policy])
    while (seat := game.mover) is not None:
        position, turn = Position.of(game), turn + 1
        wanted = command(policy, game, seat, high(turn))
        assert position.legal()[pick(position, style, turn)] == wanted
        assert (position.mover, position.stage) == (seat, game.stage)
        game, _ = advance(game, seat, wanted, chance)
    assert turn > 40
