"""A bot's commands can be repeated from the log alone."""

from collections.abc import Sequence
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from kingdomino.game import Game
from kingdomino.game.events import Event, GameStarted
from kingdomino.machine import advance, begin, draw, evolve, legal_commands, start
from kingdomino.policies import BOTS, command, quick
from kingdomino.rules import GameKind, Mode, Rules
from service.cli.simulating.parts import RepeatableSource
from tests.sampling import examples

RULES = [
    (2, Rules()),
    (2, Rules(mighty_duel=True, middle_kingdom=True, harmony=True)),
    (3, Rules(no_limit=True)),
    (4, Rules(middle_kingdom=True, harmony=True)),
    *((players, Rules(game=GameKind.ORIGINS, mode=mode)) for mode in Mode for players in (2, 3)),
]
"""Numbers of players with rules: both games, with every limit and mode."""


class Draws:
    """The draws of a bot, in order, from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311 - a test

    def below(self, bound: int) -> int:
        """The next draw, from 0 to `bound` - 1."""
        return self._random.randrange(bound)


def replayed(events: Sequence[Event]) -> Game:
    """The game after those events."""
    first, *others = events
    assert isinstance(first, GameStarted)
    game = start(first)
    for event in others:
        game = evolve(game, event)
    return game


@given(st.sampled_from(RULES), st.sampled_from(quick()), st.integers(0, 2**32), st.data())
@examples(8)
def test_a_bots_game_is_repeated_from_its_log(
    table: tuple[int, Rules], name: str, seed: int, data: st.DataObject
) -> None:
    """Each command of a bot is legal, and the same again if the game is folded from its events."""
    players, rules = table
    chance = draw(rules, players, RepeatableSource(seed))
    moments = data.draw(st.sets(st.integers(0, 100), min_size=3, max_size=5))
    game, events = begin(rules, players, chance)
    turn = 0
    while (seat := game.mover) is not None:
        given_ = command(BOTS[name].policy, game, seat, Draws(turn).below)
        if turn in moments:
            assert given_ in legal_commands(game)
            folded = replayed(events)
            assert command(BOTS[name].policy, folded, seat, Draws(turn).below) == given_
        game, more = advance(game, seat, given_, chance)
        events = (*events, *more)
        turn += 1
