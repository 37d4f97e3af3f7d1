"""Continuations of a position against bots: every variant, to the end, and reproducible."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from kingdomino.board.numbers import Seat
from kingdomino.game import Stage
from kingdomino.game.commands import Choose, Command
from kingdomino.game.events import LineDealt
from kingdomino.machine import legal_commands
from kingdomino.policies import BOTS
from kingdomino.review.continuation import CommandRefused, PlayedCommand, continuation
from kingdomino.review.decisions import PublicPosition, decisions
from kingdomino.rules import GameKind, Mode, Rules
from tests.unit.kingdomino.review.games import game_of

STEADY = BOTS["steady"].policy
VARIANTS = [
    (Rules(), 2),
    (Rules(middle_kingdom=True, harmony=True), 3),
    (Rules(mighty_duel=True), 2),
    (Rules(no_limit=True), 4),
    *((Rules(game=GameKind.ORIGINS, mode=mode), players) for mode, players in product(Mode, (2, 3))),
]
SEED = 7
OWN = Seat(1)


def position_of(rules: Rules, players: int, share: float) -> PublicPosition:
    """The position of the decision at this share of a random game's decisions, 0 to 1."""
    made = list(decisions(game_of(rules, ["random"] * players, 3)))
    return made[int(share * len(made))].position


def turns(position: PublicPosition, commands: Sequence[Command], seed: int = SEED) -> list[PlayedCommand]:
    """The turns of a continuation with these commands."""
    return list(continuation(position, OWN, STEADY, commands, seed))


def made_in(found: Sequence[PlayedCommand]) -> list[Command]:
    """All commands of these turns."""
    return [turn.command for turn in found if turn.command is not None]


def played(position: PublicPosition, seed: int = SEED) -> list[PlayedCommand]:
    """The turns to the end; asserts that bots stop only at the seat's turns and earlier commands stay."""
    own = Random(1)  # noqa: S311 - a test
    found = turns(position, (), seed)
    while found[-1].game.mover is not None:
        assert found[-1].game.mover == OWN
        before = [*made_in(found), own.choice(legal_commands(found[-1].game))]
        found = turns(position, before, seed)
        assert made_in(found)[: len(before)] == before
    return found


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize(("rules", "players"), VARIANTS)
def test_one_seat_plays_on_to_the_end(rules: Rules, players: int) -> None:
    """Only unseen dominoes are dealt, each once."""
    position = position_of(rules, players, 0.0 if rules == Rules() else 0.6)
    found = played(position)
    assert found[-1].game.stage is Stage.OVER
    events = [event for turn in found for event in turn.events]
    dealt = [domino for event in events if isinstance(event, LineDealt) for domino in event.dominoes]
    assert len(dealt) == len(set(dealt))
    assert set(dealt) <= position.unseen


@pytest.mark.slow
def test_the_seed_decides_what_comes() -> None:
    """The same seed gives the same turns, another seed different ones."""
    position = position_of(Rules(), 2, 0.6)
    [one, again, other] = [[turn.events for turn in played(position, seed)] for seed in (1, 1, 2)]
    assert one == again
    assert one != other


def test_a_command_that_does_not_fit_is_named() -> None:
    """The refusal has the command's number and the code of the rules."""
    position = position_of(Rules(), 2, 0.5)
    first, gone = made_in(turns(position, ())), position.game.kingdoms[0].placements[0].domino
    with pytest.raises(CommandRefused) as refused:
        turns(position, [*first, Choose(gone)])
    assert refused.value.number == len(first) + 1
    assert refused.value.violation.code == "turn/wrong-action"


def test_seats_that_were_left_play_too() -> None:
    """In a continuation, an idle seat (R32) places and chooses again."""
    position = position_of(Rules(), 2, 0.3)
    left = position._replace(game=position.game._replace(idle=(OWN,), left=(OWN,)))
    assert turns(left, ())[-1].game == turns(position, ())[-1].game
