"""Writes the bots' vectors, `bots.json`: whole games of each policy, move by move (`docs/play/bots.md`).

python -m tests.conformance.vectors.bots > tests/conformance/vectors/bots.json
"""

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from kingdomino.game import Game
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.game.origins_commands import (
    ChoosePair,
    GiveTotem,
    Pass,
    PutCaveman,
    PutFire,
    Recruit,
    TakeCaveman,
)
from kingdomino.machine import advance, begin, draw
from kingdomino.policies import command, policy_named, stored_names
from kingdomino.rules import GameKind, Mode, Rules
from replays.encoding.forms import RULES
from service.cli.simulating.parts import RepeatableSource

BASE = Rules(middle_kingdom=True, harmony=True)
TOTEM = Rules(game=GameKind.ORIGINS, mode=Mode.TOTEM)
TRIBE = Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE, middle_kingdom=True, harmony=True)
ORIGINS = [
    (name, rules, players) for name in ("steady-1", "strong-2") for rules, players in ((TOTEM, 2), (TRIBE, 3))
]
"""The bots with policies of their own for Origins, and the games of their vectors."""
DEAL = 7
"""The seed of the deck and the kings of every vector but the last."""

LAST_ROUND = ("steady-1", BASE, 2)
"""A game in whose last round the order of the dominoes to come decides a move of steady."""

LAST_DEAL = 4
WORDS = 2**64


class SplitMix:
    """SplitMix64 from a state of 64 bits (Steele, Lea, Flood 2014)."""

    def __init__(self, state: int) -> None:
        self.state = state

    def word(self) -> int:
        """The next 64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) % WORDS
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORDS
        z = (z ^ z >> 27) * 0x94D049BB133111EB % WORDS
        return z ^ z >> 31

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1: the high 32 bits times the bound, shifted right by 32 bits."""
        return (self.word() >> 32) * bound >> 32


_WORDS: Mapping[type, Callable[[Any], tuple[object, ...]]] = {
    Place: lambda made: ("place", *made.placement[:3], made.placement.direction.value),
    Discard: lambda made: ("discard", made.domino),
    Choose: lambda made: ("choose", made.domino),
    ChoosePair: lambda made: ("choose", *made.dominoes),
    PutFire: lambda made: ("fire", *made.square),
    GiveTotem: lambda made: ("totem", made.resource.value, made.to),
    Recruit: lambda made: ("recruit", made.source.value, *chain.from_iterable(made.squares)),
    TakeCaveman: lambda made: ("take", made.caveman.value),
    PutCaveman: lambda made: ("put", *made.square),
    Pass: lambda _: ("pass",),
}


def text(made: Command) -> str:
    """A move as text: `place 12 1 0 east`, `choose 20`, `discard 12`, `recruit board 1 0 0 -2`."""
    return " ".join(map(str, _WORDS[type(made)](made)))


def played(policy: str, rules: Rules, players: int, chance: Chance) -> Iterator[tuple[Game, str]]:
    """Every position of a game that the policy with this stored name plays on all seats, with its move.

    The n-th move, from 0, draws its numbers from `SplitMix(n)`.
    """
    game, _ = begin(rules, players, chance)
    plays = policy_named(policy)
    if plays is None:
        raise ValueError(f"no bot is named {policy}")
    number = 0
    while (seat := game.mover) is not None:
        made = command(plays, game, seat, SplitMix(number).below)
        yield game, text(made)
        game, _ = advance(game, seat, made, chance)
        number += 1


def dealt(rules: Rules, players: int, deal: int = DEAL) -> Chance:
    """The deck and the kings of a vector; in Tribe the cavemen are in the order of their kinds (R30)."""
    chance = draw(rules, players, RepeatableSource(deal))
    return Chance(chance.deck, chance.kings)


def vectors() -> list[dict[str, Any]]:
    """The vectors: base games for two players by all versions of policies, Origins, one more of steady."""
    first = [_vector(name, BASE, 2) for name in stored_names()] + [_vector(*game) for game in ORIGINS]
    return [*first, _vector(*LAST_ROUND, LAST_DEAL)]


def _vector(name: str, rules: Rules, players: int, deal: int = DEAL) -> dict[str, Any]:
    chance = dealt(rules, players, deal)
    return {
        "policy": name,
        "rules": RULES.write(rules),
        "players": players,
        "deck": list(chance.deck),
        "kings": list(chance.kings),
        "moves": [move for _, move in played(name, rules, players, chance)],
    }


if __name__ == "__main__":
    print(json.dumps(vectors(), indent=1))
