"""The greedy players of the literature: Gedda, Lagerkvist and Butler 2018 (arXiv 1807.04458).

The paper describes each of them in a sentence. Where it leaves a detail open, the program of its authors
decides; `docs/play/bots.md` lists these details and the one difference.
"""

from collections.abc import Sequence

from kingdomino.board.kingdom import Kingdom, LegalPlacements, Placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game
from kingdomino.policies.policy import Below, Policy, best
from kingdomino.policies.simple import any_domino, any_placement, best_command
from kingdomino.scoring import live_total

DESTRUCTIVE = 1000
"""More than any kingdom is worth: a destructive placement is made only if there is no other."""


def _worth(game: Game, land: Kingdom) -> int:
    """The live points; less `DESTRUCTIVE` with a square out of the middle (R14) or a lone empty one in it."""
    empty = land.free & land.grid.middle
    row = land.grid.stride
    lone = empty & ~(empty << 1 | empty >> 1 | empty << row | empty >> row)
    spoilt = lone or land.occupied & ~land.grid.middle
    return live_total(game, land) - (DESTRUCTIVE if spoilt else 0)


def _had(kingdom: Kingdom) -> int:
    return len(kingdom.placements) + len(kingdom.discarded)


def _most(game: Game, land: Kingdom, domino: DominoNumber) -> int:
    """The highest worth of the kingdom with the domino, or of the kingdom without it."""
    placements = LegalPlacements(land, land.dominoes[domino])
    lands = (land.place(placement) for placement in placements)
    return max(_worth(game, land), max((_worth(game, each) for each in lands), default=-DESTRUCTIVE))


def _place_by(
    game: Game, seat: Seat, placements: Sequence[Placement], offer: Sequence[DominoNumber]
) -> list[int]:
    """For each placement, the highest worth with one of these dominoes after it; without any, its own."""
    kingdom = game.kingdoms[seat]
    lands = [kingdom.place(placement) for placement in placements]
    if not offer:
        return [_worth(game, land) for land in lands]
    return [max(_most(game, land, domino) for domino in offer) for land in lands]


def _greedy_place(game: Game, seat: Seat, placements: Sequence[Placement], below: Below) -> Placement:
    if not _had(game.kingdoms[seat]):
        return any_placement(game, seat, placements, below)
    return best(placements, _place_by(game, seat, placements, ()), below)


def _full_place(game: Game, seat: Seat, placements: Sequence[Placement], below: Below) -> Placement:
    if not _had(game.kingdoms[seat]):
        return any_placement(game, seat, placements, below)
    return best(placements, _place_by(game, seat, placements, game.free_dominoes), below)


def _crowned(game: Game, free: Sequence[DominoNumber], below: Below) -> DominoNumber:
    """One of the dominoes with the most crowns on one half."""
    dominoes = game.rules.dominoes
    return best(free, [max(half.crowns for half in dominoes[domino][1:]) for domino in free], below)


def _greedy_choose(game: Game, seat: Seat, free: Sequence[DominoNumber], below: Below) -> DominoNumber:
    if _had(game.kingdoms[seat]) < 2:
        return _crowned(game, free, below)
    return any_domino(game, seat, free, below)


def _full_choose(game: Game, seat: Seat, free: Sequence[DominoNumber], below: Below) -> DominoNumber:
    kingdom = game.kingdoms[seat]
    if _had(kingdom) < 2:
        return _crowned(game, free, below)
    return best(free, [_most(game, kingdom, domino) for domino in free], below)


GREEDY_PLACEMENT = Policy(_greedy_place, _greedy_choose, best_command)
"""The paper's GPRD, *greedy placement, random draft*: places for the most points, chooses at random.

It places its first domino anywhere, and makes its first two choices among the dominoes with the most crowns.
"""

FULL_GREEDY = Policy(_full_place, _full_choose, best_command)
"""The paper's FG, *full greedy*: the placement and the choice that together bring the most points.

It starts like `GREEDY_PLACEMENT`.
"""
