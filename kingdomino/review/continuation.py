"""Continuing from a position against bots: one seat's moves are given, a policy plays the others."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from kingdomino.board.numbers import Seat
from kingdomino.game import Game
from kingdomino.game.commands import Command
from kingdomino.game.events import Event
from kingdomino.machine import advance, settle
from kingdomino.policies import Policy, command
from kingdomino.review.dealing import redealt
from kingdomino.review.decisions import PublicPosition
from kingdomino.rules.violations import RuleViolation


class PlayedCommand(NamedTuple):
    """A command, its events, and the game after them.

    The first turn has no command: its events are the automatic ones that follow from the position.
    """

    command: Command | None
    events: tuple[Event, ...]
    game: Game


class CommandRefused(Exception):  # noqa: N818 - the rules' answer, not a fault
    """The rules refuse the command with this number, counted from 1."""

    def __init__(self, number: int, made: Command, violation: RuleViolation) -> None:
        super().__init__(violation.text)
        self.number = number
        self.command = made
        self.violation = violation


def continuation(
    position: PublicPosition, seat: Seat | None, policy: Policy, commands: Iterable[Command], seed: int
) -> Iterator[PlayedCommand]:
    """Play the given commands, of any seat, then the bots' until `seat` is to act or the game is over.

    If `seat` is None, it is the seat to act first. All seats play, including those that were left. The unseen
    dominoes are dealt anew from the seed; the same arguments give the same turns. Raises `CommandRefused`.
    """
    chance = redealt(position, Random(f"deal/{seed}"))  # noqa: S311 - re-dealt decks are no secret
    game, events = settle(position.game._replace(idle=(), left=()), (), chance)
    yield PlayedCommand(None, events, game)
    own = game.mover if seat is None else seat
    number = 0
    for number, made in enumerate(commands, start=1):
        try:
            game, events = advance(game, game.mover or Seat(0), made, chance)
        except RuleViolation as violation:
            raise CommandRefused(number, made, violation) from violation
        yield PlayedCommand(made, events, game)
    while game.mover is not None and game.mover != own:
        number += 1
        stream = Random(f"bot/{seed}/{number}")  # noqa: S311 - neither are the bots' draws
        made = command(policy, game, game.mover, stream.randrange)
        game, events = advance(game, game.mover, made, chance)
        yield PlayedCommand(made, events, game)
