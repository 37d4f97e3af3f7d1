"""The last two rounds, in which nothing is hidden: searched to the end if that is small enough.

Every seat maximizes its share of the win. Of equal ways it takes the one with the most points, then the one
with the lower domino. In the base game no kingdom depends on another, so each seat's last round is searched
separately: the kingdom that is best by points and tie-breaks (R12) also wins most. For the same reason a seat
with one king left on the line places for the domino that it will choose.
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from kingdomino.board.kingdom import Kingdom, LegalPlacements
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Stage
from kingdomino.game.chance import NO_CHANCE
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.machine import advance, legal_commands
from kingdomino.review.outcomes import Outcome, ended
from kingdomino.scoring import score

Key = tuple[int, int, int]
"""The criteria of a kingdom: points, then the tie-breaks (R12)."""


class TooLargeError(Exception):
    """The search needs more nodes than its budget."""


class EndgameLine(NamedTuple):
    """A kingdom at the end, and the first command that leads to it."""

    key: Key
    kingdom: Kingdom
    first: Place | Discard | None


def worth(outcome: Outcome, seat: Seat) -> tuple[float, int]:
    """What a seat maximizes where nothing is hidden: its share of the win, then its points."""
    return outcome.shares[seat], outcome.points[seat]


def search(game: Game, nodes: int) -> list[tuple[Command, Outcome]] | None:
    """The outcome of each legal command if all play on like this; None if it cannot be searched."""
    if game.deck_left or game.stage is Stage.CHOOSE_FIRST or game.shared.refill or game.idle:
        return None
    seat = game.mover
    if seat is None:
        return None
    looking = _Search(nodes)
    try:
        return [(each, looking.value(_after(game, seat, each))) for each in legal_commands(game)]
    except TooLargeError:
        return None


class _Search:
    def __init__(self, nodes: int) -> None:
        self._left = nodes
        self._known: dict[object, EndgameLine] = {}

    def value(self, game: Game) -> Outcome:
        """The outcome of the game from here."""
        seat = game.mover
        if seat is None:
            self._count()
            return ended(game)
        if not game.rules.origins:
            if not game.next_line:
                return self._last_round(game)
            if game.stage is Stage.PLACE and [slot.seat for slot in game.line].count(seat) == 1:
                return self._best(seat, self._placed_for_each(game, seat))
        return self._best(seat, (_after(game, seat, each) for each in legal_commands(game)))

    def _best(self, seat: Seat, ways: Iterator[Game]) -> Outcome:
        outcomes = [self.value(game) for game in ways]
        return max(outcomes, key=partial(worth, seat=seat))

    def _last_round(self, game: Game) -> Outcome:
        """The outcome if each seat places its dominoes as is best for itself."""
        kingdoms = []
        for number, kingdom in enumerate(game.kingdoms):
            held = tuple(domino for domino, owner in game.line if owner == number)
            kingdoms.append(self._line(game, Seat(number), kingdom, held).kingdom)
        return ended(game._replace(kingdoms=tuple(kingdoms)))

    def _placed_for_each(self, game: Game, seat: Seat) -> Iterator[Game]:
        """For each domino that can be chosen, the game after the best placement for it and its choice."""
        hand = game.domino_in_hand
        chosen = [domino for domino, owner in game.next_line if owner == seat]
        for domino in game.free_dominoes:
            held = (hand, *sorted([*chosen, domino])) if hand else ()
            first = self._line(game, seat, game.kingdoms[seat], held).first
            if first is not None:
                yield _after(_after(game, seat, first), seat, Choose(domino))

    def _line(self, game: Game, seat: Seat, kingdom: Kingdom, held: tuple[DominoNumber, ...]) -> EndgameLine:
        """The best end of a kingdom with these dominoes, placed in this order or discarded (R10)."""
        known = (seat, kingdom.placements, kingdom.discarded, held)
        if known not in self._known:
            self._known[known] = self._searched(game, seat, kingdom, held)
        return self._known[known]

    def _searched(
        self, game: Game, seat: Seat, kingdom: Kingdom, held: tuple[DominoNumber, ...]
    ) -> EndgameLine:
        if not held:
            self._count()
            found = score(game.with_kingdom(seat, kingdom), seat)
            return EndgameLine((found.total, found.largest_region, found.crowns), kingdom, None)
        domino, *rest = held
        best: EndgameLine | None = None
        for placement in LegalPlacements(kingdom, kingdom.dominoes[domino]):
            after = self._line(game, seat, kingdom.place(placement), tuple(rest))
            if best is None or after.key > best.key:
                best = after._replace(first=Place(placement))
        return best or self._line(game, seat, kingdom.discard(domino), tuple(rest))._replace(
            first=Discard(domino)
        )

    def _count(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise TooLargeError


def _after(game: Game, seat: Seat, command: Command) -> Game:
    return advance(game, seat, command, NO_CHANCE)[0]
