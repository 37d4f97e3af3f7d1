"""Ways to play: a policy picks one of the legal commands for the seat to act.

A policy sees what lies on the table and nothing hidden, and has no randomness of its own: where it leaves
something to chance it asks `below(n)` for a number from 0 to n - 1.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kingdomino.commands import Choose, Command, Discard, Place
from kingdomino.game import Game, Stage
from kingdomino.judging import placements_of
from kingdomino.kingdom import LegalPlacements, Placement
from kingdomino.machine import legal_commands
from kingdomino.numbers import DominoNumber, Points, Seat
from kingdomino.origins.prospects import prospect
from kingdomino.scoring import live_total

T = TypeVar("T")

CHOOSING = (Stage.CHOOSE_FIRST, Stage.CHOOSE)
"""The stages in which a domino is chosen."""

Below = Callable[[int], int]
"""A draw: `below(n)` is a number from 0 to n - 1, each equally likely."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to play, as functions of the game, the seat to act, what it may pick from, and draws.

    `place` picks one of the legal placements, of which there is at least one; `choose` one of the dominoes
    that no king stands on; `decide` one of the legal commands of any other stage (Origins). `command` asks
    the right one.
    """

    place: Callable[[Game, Seat, Sequence[Placement], Below], Placement]
    choose: Callable[[Game, Seat, Sequence[DominoNumber], Below], DominoNumber]
    decide: Callable[[Game, Seat, Sequence[Command], Below], Command]


def command(policy: Policy, game: Game, seat: Seat, below: Below) -> Command:
    """What the policy does for `seat`, which is to act."""
    if game.stage is Stage.PLACE:
        return command_for(policy, game, seat, placements_of(game, seat), below)
    return command_beside_placing(policy, game, seat, below)


def command_beside_placing(policy: Policy, game: Game, seat: Seat, below: Below) -> Command:
    """What the policy does where no domino is to be placed."""
    pair = game.stage is Stage.CHOOSE_FIRST and game.rules.neolithic(game.players)
    if game.stage in CHOOSING and not pair:
        return Choose(policy.choose(game, seat, game.free_dominoes, below))
    return policy.decide(game, seat, legal_commands(game), below)


def command_for(
    policy: Policy, game: Game, seat: Seat, placements: LegalPlacements, below: Below
) -> Place | Discard:
    """What the policy does with the domino in hand, of which `placements` are the legal ones.

    A domino that fits nowhere is discarded, whatever the policy (R10).
    """
    if placements:
        return Place(policy.place(game, seat, placements, below))
    return Discard(placements.domino)


def _any_placement(_game: Game, _seat: Seat, placements: Sequence[Placement], below: Below) -> Placement:
    return placements[below(len(placements))]


def _any_domino(_game: Game, _seat: Seat, free: Sequence[DominoNumber], below: Below) -> DominoNumber:
    return free[below(len(free))]


def _any_command(_game: Game, _seat: Seat, commands: Sequence[Command], below: Below) -> Command:
    return commands[below(len(commands))]


def _best_command(game: Game, seat: Seat, commands: Sequence[Command], below: Below) -> Command:
    return _best(commands, [prospect(game, seat, command) for command in commands], below)


def _best_placement(game: Game, seat: Seat, placements: Sequence[Placement], below: Below) -> Placement:
    kingdom = game.kingdoms[seat]
    totals = [live_total(game, kingdom.place(placement)) for placement in placements]
    return _best(placements, totals, below)


def _best_domino(game: Game, seat: Seat, free: Sequence[DominoNumber], below: Below) -> DominoNumber:
    return _best(free, [_prospect(game, seat, domino) for domino in free], below)


def _prospect(game: Game, seat: Seat, domino: DominoNumber) -> Points:
    """The most that the kingdom can be worth with this domino, or without one that fits nowhere."""
    kingdom = game.kingdoms[seat]
    placements = LegalPlacements(kingdom, kingdom.dominoes[domino])
    totals = [live_total(game, kingdom.place(placement)) for placement in placements]
    return max(totals, default=live_total(game, kingdom))


def _best(options: Sequence[T], worth: Sequence[int], below: Below) -> T:
    """One of the options that are worth most; among equals the draw decides."""
    most = max(worth)
    equals = [option for option, points in zip(options, worth, strict=True) if points == most]
    return equals[below(len(equals))]


RANDOM = Policy(_any_placement, _any_domino, _any_command)
"""Any legal placement, any free domino and any other legal command, each equally likely."""

GREEDY = Policy(_best_placement, _best_domino, _best_command)
"""The most points at once, looking no further.

It places where the live score is highest after placing, bonuses included that the rules pay, and chooses the
domino whose best placement gives most in the kingdom as it lies now. In Origins it puts fires and cavemen
where the live score is highest then, and recruits where the best caveman at its best square gives more than
the resources that it costs. Among equals the draw decides.
"""

POLICIES: dict[str, Policy] = {"random": RANDOM, "greedy": GREEDY}
"""Every policy by its name."""
