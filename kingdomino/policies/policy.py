"""The interface of a policy, and the commands that follow from it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kingdomino.base.judging import placements_of
from kingdomino.board.kingdom import LegalPlacements, Placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Stage
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.machine import legal_commands
from kingdomino.machine.variants import first_choice

T = TypeVar("T")

CHOOSING = (Stage.CHOOSE_FIRST, Stage.CHOOSE)
"""The stages in which a domino is chosen."""

Below = Callable[[int], int]
"""A draw: `below(n)` is a random number from 0 to n - 1; each is equally likely."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to play, as functions of the game, the seat to act, its options, and draws.

    `place` picks one of the legal placements, of which there is at least one. `choose` picks one of the
    dominoes on which no king stands. `decide` picks one of the legal commands of any other stage (Origins).
    `command` calls the right one.
    """

    place: Callable[[Game, Seat, Sequence[Placement], Below], Placement]
    choose: Callable[[Game, Seat, Sequence[DominoNumber], Below], DominoNumber]
    decide: Callable[[Game, Seat, Sequence[Command], Below], Command]


def command(policy: Policy, game: Game, seat: Seat, below: Below) -> Command:
    """The policy's command for `seat`, which is to act."""
    if game.stage is Stage.PLACE:
        return command_for(policy, game, seat, placements_of(game, seat), below)
    return command_beside_placing(policy, game, seat, below)


def command_beside_placing(policy: Policy, game: Game, seat: Seat, below: Below) -> Command:
    """The policy's command in a stage other than placing a domino."""
    pair = game.stage is Stage.CHOOSE_FIRST and first_choice(game).in_pairs
    if game.stage in CHOOSING and not pair:
        return Choose(policy.choose(game, seat, game.free_dominoes, below))
    return policy.decide(game, seat, legal_commands(game), below)


def command_for(
    policy: Policy, game: Game, seat: Seat, placements: LegalPlacements, below: Below
) -> Place | Discard:
    """The policy's command for the domino in hand; `placements` are its legal placements.

    A domino that fits nowhere is discarded, whatever the policy is (R10).
    """
    if placements:
        return Place(policy.place(game, seat, placements, below))
    return Discard(placements.domino)


def best(options: Sequence[T], worth: Sequence[int], below: Below) -> T:
    """One of the options with the highest worth; a draw decides among equals."""
    most = max(worth)
    equals = [option for option, points in zip(options, worth, strict=True) if points == most]
    return equals[below(len(equals))]
