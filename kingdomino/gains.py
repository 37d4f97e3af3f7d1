"""What moves bring: the points of what is put on a kingdom, and the best that a domino on offer can bring.

A gain is the difference of two scores of `scoring.score`: that of the seat after the placement, the fire or
the caveman put and what follows from it without anybody's choice, less that of now. Bonuses count as they do
in a score at any moment: Middle Kingdom is paid while the castle can be in the middle (R14), so a placement
can lose it; Harmony is paid with the last domino (R15). A volcano's fire is a choice of its own and not in
the gain of the domino (R23).
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from kingdomino.board.grid import flood
from kingdomino.board.kingdom import Kingdom, LegalPlacements, Placement
from kingdomino.board.numbers import DominoNumber, Points, Seat
from kingdomino.board.terrain import Terrain
from kingdomino.game import Game, Slot, Stage
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Command, Place
from kingdomino.game.origins_commands import PutCaveman, PutFire
from kingdomino.machine import advance
from kingdomino.rules.violations import RuleViolation
from kingdomino.scoring import Region, Score, castle_in_middle, region_at, score

PUTTING = (Place, PutFire, PutCaveman)
"""The commands that put something on a kingdom."""

NO_CHANCE = Chance((), ())
"""What is drawn after a placement: nothing."""

BONUSES = ("middle_kingdom", "harmony", "resources", "totems", "cavemen")
"""The parts of a score beside its regions."""


class Gain(NamedTuple):
    """What putting one thing on a kingdom brings: a domino, a fire or a caveman.

    `points` is the difference of the totals. `regions` are those that a domino then lies in, the first
    half's first; a volcano lies in none (R22). `bonuses` has the parts of the score that change, by the names
    of `BONUSES`, and by how many points. `middle_kingdom` and `harmony` say whether that bonus can still be
    had at the end; None where the rules do not pay it.
    """

    points: Points
    regions: tuple[Region, ...]
    bonuses: dict[str, Points]
    middle_kingdom: bool | None
    harmony: bool | None


class Fits(Enum):
    """Whether a domino on offer has a place."""

    NOW = "now"
    LATER = "later"
    NOWHERE = "nowhere"


class Offer(NamedTuple):
    """A free domino on offer, as one kingdom could use it.

    `best` is the most points that placing it brings in the kingdom as it lies, None where it has no place
    there. `LATER` means that it has none, but that a domino which the seat still has to lay has one of its
    terrains.
    """

    domino: DominoNumber
    fits: Fits
    best: Points | None


def gains(game: Game, commands: Iterable[Command]) -> list[Gain | None]:
    """What each of these legal commands brings the seat to act; None for those that put nothing there."""
    seat = game.mover
    if seat is None:
        return []
    before = score(game, seat)
    return [_gain(game, seat, each, before) if isinstance(each, PUTTING) else None for each in commands]


def placement_gain(game: Game, seat: Seat, laid: Placement) -> Gain:
    """What a placement of a domino under one of the seat's kings brings, as if it were the seat's turn.

    Raises `RuleViolation` where it is not legal. None of the dominoes that come before it counts as placed.
    """
    _check_own(game, seat, laid)
    return _gain(game, seat, Place(laid), score(game, seat))


def _check_own(game: Game, seat: Seat, laid: Placement) -> None:
    if laid.domino not in [slot.domino for slot in (*game.line, *game.next_line) if slot.seat == seat]:
        raise RuleViolation(
            "placement/wrong-domino", f"no king of seat {seat} is on domino {laid.domino} of the lines"
        )


def _gain(game: Game, seat: Seat, command: Place | PutFire | PutCaveman, before: Score) -> Gain:
    laid = command.placement if isinstance(command, Place) else None
    after = _placed(game, seat, laid) if laid else _put(game, seat, command)
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
    """The regions that a domino just laid lies in, each once."""
    domino, x, y, direction = placement
    first = kingdom.grid.index(x, y)
    _, a, b = kingdom.dominoes[domino]
    seen = 0
    for half, index in ((a, first), (b, first + kingdom.grid.step(direction))):
        if half.terrain is Terrain.VOLCANO or seen >> index & 1:
            continue
        area = flood(kingdom.grid, 1 << index, kingdom.terrains[half.terrain])
        seen |= area
        yield region_at(kingdom, half.terrain, area)


def can_be_complete(kingdom: Kingdom) -> bool:
    """Whether Harmony (R15) is still within reach, as far as the gaps show.

    It is lost with a domino discarded, with an empty square alone among covered ones, and, once the kingdom
    has its full width and height, with a gap of an odd number of squares. Which dominoes come is not
    considered.
    """
    if kingdom.discarded:
        return False
    gaps, row = kingdom.free, kingdom.grid.stride
    beside = gaps << 1 | gaps >> 1 | gaps << row | gaps >> row
    return not gaps & ~beside and not (_full_width(kingdom) and _odd_gap(kingdom))


def _full_width(kingdom: Kingdom) -> bool:
    """Whether the kingdom is as wide and as high as it may be, so that every gap is to be filled."""
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
    """The free dominoes on offer, in the order of the line, for the kingdom of a seat.

    `laid` is a placement of a domino under one of its kings that counts as made; raises `RuleViolation` where
    it is not legal. After the end of a game, which may come before its last domino, nothing is on offer.
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
    """The dominoes that the seat still has to lay; one that it has to discard now is none of them."""
    claimed = [slot.domino for slot in (*game.line, *game.next_line) if slot.seat == seat]
    kingdom, hand = game.kingdoms[seat], game.domino_in_hand if game.mover == seat else None
    lost = hand is not None and not LegalPlacements(kingdom, kingdom.dominoes[hand])
    return [domino for domino in claimed if not (lost and domino == hand)]


def _placed(game: Game, seat: Seat, placement: Placement) -> Game:
    """The game as if the seat had placed this domino now, and no line were dealt any more."""
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


def _put(game: Game, seat: Seat, command: Command) -> Game:
    """The game after the seat has put this on its kingdom, and no line were dealt any more."""
    undealt = game._replace(
        dealt=game.rules.deck_size(game.players), shared=game.shared._replace(refill=False)
    )
    return advance(undealt, seat, command, NO_CHANCE)[0]


def _offer(game: Game, seat: Seat, domino: DominoNumber, pending: list[DominoNumber]) -> Offer:
    kingdom = game.kingdoms[seat]
    places = LegalPlacements(kingdom, kingdom.dominoes[domino])
    if not places:
        later = _terrains(kingdom, domino) & {t for other in pending for t in _terrains(kingdom, other)}
        return Offer(domino, Fits.LATER if later else Fits.NOWHERE, None)
    best = max(score(_placed(game, seat, place), seat).total for place in places)
    return Offer(domino, Fits.NOW, Points(best - score(game, seat).total))


def _terrains(kingdom: Kingdom, domino: DominoNumber) -> set[Terrain]:
    _, a, b = kingdom.dominoes[domino]
    return {a.terrain, b.terrain}
