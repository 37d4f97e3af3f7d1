"""The two plain policies: any legal command, or the command with the most points at once."""

from collections.abc import Sequence

from kingdomino.board.kingdom import LegalPlacements, Placement
from kingdomino.board.numbers import DominoNumber, Points, Seat
from kingdomino.game import Game
from kingdomino.game.commands import Command
from kingdomino.policies.policy import Below, Policy, best
from kingdomino.policies.prospects import prospect
from kingdomino.scoring import live_total


def any_placement(_game: Game, _seat: Seat, placements: Sequence[Placement], below: Below) -> Placement:
    """One of the placements; each is equally likely."""
    return placements[below(len(placements))]


def any_domino(_game: Game, _seat: Seat, free: Sequence[DominoNumber], below: Below) -> DominoNumber:
    """One of the dominoes; each is equally likely."""
    return free[below(len(free))]


def _any_command(_game: Game, _seat: Seat, commands: Sequence[Command], below: Below) -> Command:
    return commands[below(len(commands))]


def best_command(game: Game, seat: Seat, commands: Sequence[Command], below: Below) -> Command:
    """One of the commands with the best prospect (`prospects`)."""
    return best(commands, [prospect(game, seat, command) for command in commands], below)


def best_placement(game: Game, seat: Seat, placements: Sequence[Placement], below: Below) -> Placement:
    """One of the placements with the highest live score."""
    kingdom = game.kingdoms[seat]
    totals = [live_total(game, kingdom.place(placement)) for placement in placements]
    return best(placements, totals, below)


def best_domino(game: Game, seat: Seat, free: Sequence[DominoNumber], below: Below) -> DominoNumber:
    """One of the dominoes whose best placement gives the most in the present kingdom."""
    return best(free, [_prospect(game, seat, domino) for domino in free], below)


def _prospect(game: Game, seat: Seat, domino: DominoNumber) -> Points:
    """The most live points of the kingdom with this domino; of the present kingdom if it fits nowhere."""
    kingdom = game.kingdoms[seat]
    placements = LegalPlacements(kingdom, kingdom.dominoes[domino])
    totals = [live_total(game, kingdom.place(placement)) for placement in placements]
    return max(totals, default=live_total(game, kingdom))


RANDOM = Policy(any_placement, any_domino, _any_command)
"""Any legal placement, any free domino and any other legal command, each equally likely."""

GREEDY = Policy(best_placement, best_domino, best_command)
"""The command with the most points at once, without looking further.

It places where the live score is highest after placing, including the bonuses that the rules pay. It chooses
the domino whose best placement gives the most in the present kingdom. In Origins it puts fires and cavemen
where the live score is then highest, and recruits if the best caveman on its best square gives more than the
resources that it costs. A draw decides among equals.
"""
