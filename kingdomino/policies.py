"""Ways to play: a policy picks one of the legal commands for the seat to act.

A policy sees what lies on the table and nothing hidden, and has no randomness of its own: where it leaves
something to chance it asks `below(n)` for a number from 0 to n - 1.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kingdomino.commands import Choose, Command, Discard, Place
from kingdomino.dominoes import DOMINOES
from kingdomino.game import Game
from kingdomino.kingdom import LegalPlacements, Placement
from kingdomino.numbers import DominoNumber, Points, Seat
from kingdomino.scoring import live_total

T = TypeVar("T")

Below = Callable[[int], int]
"""A draw: `below(n)` is a number from 0 to n - 1, each equally likely."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to play, as two functions of the game, the seat to act, what it may pick from, and draws.

    `place` picks one of the legal placements, of which there is at least one; `choose` one of the dominoes
    that no king stands on. `command` asks the right one.
    """

    place: Callable[[Game, Seat, Sequence[Placement], Below], Placement]
    choose: Callable[[Game, Seat, Sequence[DominoNumber], Below], DominoNumber]


def command(policy: Policy, game: Game, seat: Seat, below: Below) -> Command:
    """What the policy does for `seat`, which is to act."""
    domino = game.domino_in_hand
    if domino is None:
        return Choose(policy.choose(game, seat, game.free_dominoes, below))
    placements = LegalPlacements(game.kingdoms[seat], DOMINOES[domino])
    return command_for(policy, game, seat, placements, below)


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


def _best_placement(game: Game, seat: Seat, placements: Sequence[Placement], below: Below) -> Placement:
    kingdom = game.kingdoms[seat]
    totals = [live_total(game, kingdom.place(placement)) for placement in placements]
    return _best(placements, totals, below)


def _best_domino(game: Game, seat: Seat, free: Sequence[DominoNumber], below: Below) -> DominoNumber:
    return _best(free, [_prospect(game, seat, domino) for domino in free], below)


def _prospect(game: Game, seat: Seat, domino: DominoNumber) -> Points:
    """The most that the kingdom can be worth with this domino, or without one that fits nowhere."""
    kingdom = game.kingdoms[seat]
    placements = LegalPlacements(kingdom, DOMINOES[domino])
    totals = [live_total(game, kingdom.place(placement)) for placement in placements]
    return max(totals, default=live_total(game, kingdom))


def _best(options: Sequence[T], worth: Sequence[int], below: Below) -> T:
    """One of the options that are worth most; among equals the draw decides."""
    most = max(worth)
    equals = [option for option, points in zip(options, worth, strict=True) if points == most]
    return equals[below(len(equals))]


RANDOM = Policy(_any_placement, _any_domino)
"""Any legal placement and any free domino, each equally likely."""

GREEDY = Policy(_best_placement, _best_domino)
"""The most points at once, looking no further.

It places where the live score is highest after placing, bonuses included that the rules pay, and chooses the
domino whose best placement gives most in the kingdom as it lies now. Among equals the draw decides.
"""

POLICIES: dict[str, Policy] = {"random": RANDOM, "greedy": GREEDY}
"""Every policy by its name."""
