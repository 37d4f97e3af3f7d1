"""Gains: the points that a move brings on a kingdom, and the best that a domino on offer can bring.

A gain is the difference between two scores of `scoring.score`: the seat's score after a domino, fire or
caveman was put and everything that follows without a choice, minus its score now. Bonuses count as in a score
at any moment. Middle Kingdom is paid while the castle can be in the middle (R14), so a placement can lose it;
Harmony is paid with the last domino (R15). A volcano's fire is a choice of its own and is not part of the
domino's gain (R23). A totem that is lost whatever its holder chooses does not count (R27).
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from kingdomino.board.grid import flood
from kingdomino.board.kingdom import Kingdom, LegalPlacements, Placement
from kingdomino.board.numbers import DominoNumber, Points, Seat
from kingdomino.board.terrain import Terrain
from kingdomino.game import Game, Slot, Stage
from kingdomino.game.chance import NO_CHANCE
from kingdomino.game.commands import Command, Place
from kingdomino.game.origins_commands import PutCaveman, PutFire
from kingdomino.machine import advance, legal_commands
from kingdomino.rules.violations import RuleViolation
from kingdomino.scoring import Region, Score, castle_in_middle, region_at, score

PUTTING = (Place, PutFire, PutCaveman)
"""The commands that put something on a kingdom."""

BONUSES = ("middle_kingdom", "harmony", "resources", "totems", "cavemen")
"""The parts of a score beside its regions."""


class Gain(NamedTuple):
    """The gain of putting one object on a kingdom: a domino, a fire or a caveman.

    `points` is the difference of the totals. `regions` are the regions of which a placed domino is then part,
    that of the first half first; a volcano is in none (R22). `bonuses` has the points by which each part of
    the score changes, by the names of `BONUSES`, without parts that do not change. `middle_kingdom` and
    `harmony` are true if that bonus is still possible at the end, and None if the rules do not pay it.
    """

    points: Points
    regions: tuple[Region, ...]
    bonuses: dict[str, Points]
    middle_kingdom: bool | None
    harmony: bool | None


class Fits(Enum):
    """The prospects of a domino on offer: a place now, perhaps later, or nowhere."""

    NOW = "now"
    LATER = "later"
    NOWHERE = "nowhere"


class Offer(NamedTuple):
    """A free domino on offer, with its use for one kingdom.

    `best` is the most points that placing it brings in the present kingdom, or None if it has no place there.
    `LATER` means that it has no place now, but that another domino, which the seat has yet to place, has one
    of its terrains.
    """

    domino: DominoNumber
    fits: Fits
    best: Points | None


def gains(game: Game, commands: Iterable[Command]) -> list[Gain | None]:
    """The gain of each of these legal commands for the seat to act; None for a command that puts nothing."""
    seat = game.mover
    if seat is None:
        return []
    before = score(game, seat)
    return [_gain(game, seat, each, before) if isinstance(each, PUTTING) else None for each in commands]


def placement_gain(game: Game, seat: Seat, laid: Placement) -> Gain:
    """The gain of placing a domino under one of the seat's kings, as if it were the seat's turn.

    Raises `RuleViolation` if the placement is not legal. Dominoes that come before it do not count as placed.
    """
    _check_own(game, seat, laid)
    _placed(game, seat, laid)
    return _gain(game, seat, Place(laid), score(game, seat))


def _check_own(game: Game, seat: Seat, laid: Placement) -> None:
    if laid.domino not in [slot.domino for slot in (*game.line, *game.next_line) if slot.seat == seat]:
        raise RuleViolation(
            "placement/wrong-domino", f"no king of seat {seat} is on domino {laid.domino} of the lines"
        )


def _gain(game: Game, seat: Seat, command: Place | PutFire | PutCaveman, before: Score) -> Gain:
    laid = command.placement if isinstance(command, Place) else None
    after = _without_lost_totems(_laid(game, seat, laid) if laid else _put(game, seat, command))
    now, kingdom, rules = score(after, seat), after.kingdoms[seat], game.rules
    changes = {name: Points(getattr(now, name) - getattr(before, name)) for name in BONUSES}
    return Gain(
        Points(now.total - before.total),
        tuple(_regions_of(kingdom, laid)) if laid else (),
        {name: points for name, points in changes.items() if points},
        castle_in_middle(kingdom) if rules.middle_kingdom else None,
        can_be_complete(kingdom) if rules.harmony else None,
    )


def _regions_of(kingdom: Kingdom, placement: Placement) -> Iterator[Region]:
    """The regions of which a domino just placed is part, each once."""
    domino, x, y, direction = placement
    first = kingdom.grid.index(x, y)
    _, a, b = kingdom.dominoes[domino]
    seen = 0
    for half, index in ((a, first), (b, first + kingdom.grid.step(direction))):
        if half.terrain is Terrain.VOLCANO or seen >> index & 1:
            continue
        area = flood(kingdom.grid, 1 << index, kingdom.terrains[half.terrain])
        seen |= area
        yield region_at(half.terrain, area, *kingdom.crowns)


def can_be_complete(kingdom: Kingdom) -> bool:
    """True if the gaps do not yet rule Harmony out (R15).

    Harmony is lost with a discarded domino, with a lone empty square, and, once the kingdom has its full
    width and height, with a gap of an odd number of squares. The dominoes still to come are not considered.
    """
    if kingdom.discarded:
        return False
    gaps, row = kingdom.free, kingdom.grid.stride
    beside = gaps << 1 | gaps >> 1 | gaps << row | gaps >> row
    return not gaps & ~beside and not (_full_width(kingdom) and _odd_gap(kingdom))


def _full_width(kingdom: Kingdom) -> bool:
    """True if the kingdom has its full width and height, so that every gap within it must be filled."""
    limit = kingdom.grid.limit
    covered = kingdom.occupied.bit_count() + 1  # the castle
    return limit is not None and kingdom.free.bit_count() + covered == limit * limit


def _odd_gap(kingdom: Kingdom) -> bool:
    rest = kingdom.free
    while rest:
        gap = flood(kingdom.grid, rest & -rest, rest)
        if gap.bit_count() % 2:
            return True
        rest &= ~gap
    return False


def offers(game: Game, seat: Seat, laid: Placement | None = None) -> list[Offer]:
    """The free dominoes on offer for the kingdom of a seat, in the order of the line.

    `laid` is a placement of a domino under one of the seat's kings that counts as done; raises
    `RuleViolation` if it is not legal. After the end of a game, which may come before its last domino,
    nothing is on offer.
    """
    if game.mover is None:
        return []
    pending = _pending(game, seat)
    if laid is not None:
        _check_own(game, seat, laid)
        after = _placed(game, seat, laid)
        pending.remove(laid.domino)
        game = game._replace(kingdoms=after.kingdoms, shared=after.shared)
    return [_offer(game, seat, domino, pending) for domino in game.free_dominoes]


def _pending(game: Game, seat: Seat) -> list[DominoNumber]:
    """The dominoes that the seat has yet to place, without one that it has to discard now."""
    claimed = [slot.domino for slot in (*game.line, *game.next_line) if slot.seat == seat]
    kingdom, hand = game.kingdoms[seat], game.domino_in_hand if game.mover == seat else None
    lost = hand is not None and not LegalPlacements(kingdom, kingdom.dominoes[hand])
    return [domino for domino in claimed if not (lost and domino == hand)]


def _placed(game: Game, seat: Seat, placement: Placement) -> Game:
    """The game as if the seat had placed this domino now and no more lines were dealt."""
    rules = game.rules
    alone = game._replace(
        dealt=rules.deck_size(game.players),
        stage=Stage.PLACE,
        line=(Slot(placement.domino, seat),),
        waiting=(),
        mover=seat,
        shared=game.shared._replace(volcano=None, refill=False),
        idle=(),
    )
    return advance(alone, seat, Place(placement), NO_CHANCE)[0]


def _laid(game: Game, seat: Seat, placement: Placement) -> Game:
    """The game of `_placed` for a legal placement, as far as scores depend on it.

    In the base game nothing follows from a placement that a score depends on.
    """
    if game.rules.origins:
        return _placed(game, seat, placement)
    kingdoms = list(game.kingdoms)
    kingdoms[seat] = kingdoms[seat].place(placement)
    return game._replace(kingdoms=tuple(kingdoms))


def _put(game: Game, seat: Seat, command: Command) -> Game:
    """The game as if the seat had put this on its kingdom and no more lines were dealt."""
    undealt = game._replace(
        dealt=game.rules.deck_size(game.players), shared=game.shared._replace(refill=False)
    )
    return advance(undealt, seat, command, NO_CHANCE)[0]


def _without_lost_totems(game: Game) -> Game:
    """The game after its totems that have to be given away (R27): to whom does not matter to the giver."""
    while game.stage is Stage.TOTEM and game.mover is not None:
        game, _ = advance(game, game.mover, legal_commands(game)[0], NO_CHANCE)
    return game


def _offer(game: Game, seat: Seat, domino: DominoNumber, pending: list[DominoNumber]) -> Offer:
    kingdom = game.kingdoms[seat]
    places = LegalPlacements(kingdom, kingdom.dominoes[domino])
    if not places:
        later = _terrains(kingdom, domino) & {t for other in pending for t in _terrains(kingdom, other)}
        return Offer(domino, Fits.LATER if later else Fits.NOWHERE, None)
    best = max(score(_laid(game, seat, place), seat).total for place in places)
    return Offer(domino, Fits.NOW, Points(best - score(game, seat).total))


def _terrains(kingdom: Kingdom, domino: DominoNumber) -> set[Terrain]:
    _, a, b = kingdom.dominoes[domino]
    return {a.terrain, b.terrain}
