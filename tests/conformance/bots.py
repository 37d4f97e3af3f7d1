"""Makes the vectors of the bots, `bots.json`: whole games by each policy, move by move (`docs/play/bots.md`).

python -m tests.conformance.bots > tests/conformance/bots.json
"""

import json
from collections.abc import Iterator
from typing import Any

from kingdomino.game import Game
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.machine import advance, begin, draw
from kingdomino.policies import BOTS, command
from kingdomino.rules import Rules
from replays.encoding.forms import RULES
from service.cli.simulating.parts import SeededSource

BASE = Rules(middle_kingdom=True, harmony=True)
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
        """A number from 0 to bound - 1: the high 32 bits times the bound, without the low 32 bits of that."""
        return (self.word() >> 32) * bound >> 32


def text(made: Command) -> str:
    """A move in words: `place 12 1 0 east`, `choose 20`, `discard 12`."""
    if isinstance(made, Place):
        domino, x, y, direction = made.placement
        return f"place {domino} {x} {y} {direction.value}"
    if isinstance(made, Choose | Discard):
        return f"{type(made).__name__.lower()} {made.domino}"
    raise TypeError(f"the base game has no {made}")


def played(policy: str, rules: Rules, players: int, chance: Chance) -> Iterator[tuple[Game, str]]:
    """Every position of a game that the policy plays on all seats, and its move there.

    The draws of the n-th move, from 0, are those of `SplitMix(n)`.
    """
    game, _ = begin(rules, players, chance)
    number = 0
    while (seat := game.mover) is not None:
        made = command(BOTS[policy].policy, game, seat, SplitMix(number).below)
        yield game, text(made)
        game, _ = advance(game, seat, made, chance)
        number += 1


def vectors() -> list[dict[str, Any]]:
    """A game for two by each policy."""
    chance = draw(BASE, 2, SeededSource(7))
    return [
        {
            "policy": bot.stored_name,
            "rules": RULES.write(BASE),
            "players": 2,
            "deck": list(chance.deck),
            "kings": list(chance.kings),
            "moves": [move for _, move in played(name, BASE, 2, chance)],
        }
        for name, bot in BOTS.items()
    ]


if __name__ == "__main__":
    print(json.dumps(vectors(), indent=1))
