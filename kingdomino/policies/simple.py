"""The two plain policies: anything that is legal, and the most points at once."""

from collections.abc import Sequence

from kingdomino.board.kingdom import LegalPlacements, Placement
from kingdomino.board.numbers import DominoNumber, Points, Seat
from kingdomino.game import Game
from kingdomino.game.commands import Command
from kingdomino.policies.policy import Below, Policy, best
from kingdomino.policies.prospects import prospect
from kingdomino.scoring import live_total


def any_placement(_game: Game, _seat: Seat, placements: Sequence[Placement], below: Below) -> Placement:
    """Any of them, each equally likely."""
    return placements[below(len(placements))]


def any_domino(_game: Game, _seat: Seat, free: Sequence[DominoNumber], below: Below) -> DominoNumber:
    """Any of them, each equally likely."""
    return free[below(len(free))]


def _any_command(_game: Game, _seat: Seat, commands: Sequence[Command], below: Below) -> Command:
    return commands[below(len(commands))]


def best_command(game: Game, seat: Seat, commands: Sequence[Command], below: Below) -> Command:
    """One of those that promise most (`prospects`)."""
    return best(commands, [prospect(game, seat, command) for command in commands], below)


def best_placement(game: Game, seat: Seat, placements: Sequence[Placement], below: Below) -> Placement:
    """One of those after which the live score is highest."""
    kingdom = game.kingdoms[seat]
    totals = [live_total(game, kingdom.place(placement)) for placement in placements]
    return best(placements, totals, below)


def best_domino(game: Game, seat: Seat, free: Sequence[DominoNumber], below: Below) -> DominoNumber:
    """One of those whose best placement gives most in the kingdom as it lies."""
    return best(free, [_prospect(game, seat, domino) for domino in free], below)


def _prospect(game: Game, seat: Seat, domino: DominoNumber) -> Points:
    """The most that the kingdom can be worth with this domino, or without one that fits nowhere."""
    kingdom = game.kingdoms[seat]
    placements = LegalPlacements(kingdom, kingdom.dominoes[domino])
    totals = [live_total(game, kingdom.place(placement)) for placement in placements]
    return max(totals, default=live_total(game, kingdom))


RANDOM = Policy(any_placement, any_domino, _any_command)
"""Any legal placement, any free domino and any other legal command, each equally likely."""

GREEDY = Policy(best_placement, best_domino, best_command)
"""The most points at once, looking no further.

It places where the live score is highest after placing, bonuses included that the rules pay, and chooses the
domino whose best placement gives most in the kingdom as it lies now. In Origins it puts fires and cavemen
where the live score is highest then, and recruits where the best caveman at its best square gives more than
the resources that it costs. Among equals the draw decides.
"""
