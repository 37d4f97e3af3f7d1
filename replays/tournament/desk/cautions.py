"""Warnings about a pairing of the next round: what is unusual about it, in numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from kingdomino.board.numbers import Seat
from replays.events.regulations import Format
from replays.tournament.aggregate import Tournament
from replays.tournament.pairing import Pairing, contestants, forbidden, history
from replays.tournament.results import scores
from replays.tournament.schedules.forms import Player, Table
from replays.tournament.standings.points import best

UNEVEN = 2
"""How many more times than another seat a player may have had a seat before getting it again is told."""


class Unusual(Enum):
    """What a warning is about; the sentence is `CAUTIONS` of the pages."""

    MEET_AGAIN = "meet-again"
    """Two meet again: `number` is how often they have met."""
    FORBIDDEN = "forbidden"
    """A pairing by hand lets two meet who may not."""
    BINDS = "forbidden-binds"
    """Without a forbidden meeting these two would sit together."""
    SEAT = "seat-again"
    """A player gets a seat that this player has had `number` times more than another one."""
    BYE_AGAIN = "bye-again"
    """A player rests who has rested `number` times."""
    SMALLER_AGAIN = "smaller-again"
    """A player sits at a smaller table who has sat at `number` of them, and others have not."""
    APART = "points-apart"
    """The first and the last of a table are `number` twelfths apart: more than one round gives."""
    SMALLER = "smaller"
    """A table has only `number` players, because others of the schedule are out."""
    UNSEATED = "unseated"
    """A player who is in has neither a table nor a bye."""


@dataclass(frozen=True, slots=True)
class Caution:
    """A warning: whom it concerns, the table (from 0, or None), and a number that `Unusual` explains."""

    about: Unusual
    players: tuple[Player, ...]
    table: int | None = None
    number: int = 0


def cautions(tournament: Tournament, chosen: Pairing, free: Pairing | None = None) -> list[Caution]:
    """All warnings about this pairing of the next round, table by table.

    `free` is the pairing with the same lots if no meeting was forbidden. A league's schedule repeats
    meetings, seats and byes by design, and its numbers were told before the start; so only what deviates
    from it is told.
    """
    found = _Cautions(tournament, chosen)
    planned = tournament.created.format is Format.LEAGUE and not chosen.by_hand
    tables = (found.of_schedule if planned else found.of_table)(*found.seated)
    return [*tables, *found.forbidden(), *found.binding(free), *(() if planned else found.of_byes())]


class _Cautions:
    def __init__(self, tournament: Tournament, chosen: Pairing) -> None:
        self._tournament, self._chosen = tournament, chosen
        self._history, self._points = history(tournament), scores(tournament).points
        self._barred = forbidden(tournament)
        self.seated = tuple(enumerate(chosen.tables))

    def of_schedule(self, *tables: tuple[int, Table]) -> Iterator[Caution]:
        """What deviates from the schedule of a league."""
        for number, table in tables:
            if len(table) < self._tournament.players:
                yield Caution(Unusual.SMALLER, table, number, len(table))

    def of_table(self, *tables: tuple[int, Table]) -> Iterator[Caution]:
        """What is unusual at each table."""
        for number, table in tables:
            yield from self._met(number, table)
            yield from self._seats(number, table)
            yield from self._apart(number, table)
            yield from self._smaller(number, table)

    def _met(self, number: int, table: Table) -> Iterator[Caution]:
        for pair in combinations(table, 2):
            times = self._history.met[frozenset(pair)]
            if times:
                yield Caution(Unusual.MEET_AGAIN, pair, number, times)

    def _seats(self, number: int, table: Table) -> Iterator[Caution]:
        for place, player in enumerate(table):
            had = [self._history.seats[player, Seat(seat)] for seat in range(len(table))]
            if had[place] - min(had) >= UNEVEN:
                yield Caution(Unusual.SEAT, (player,), number, had[place] - min(had))

    def _apart(self, number: int, table: Table) -> Iterator[Caution]:
        """Nobody is far from anybody before the third round, and game points have no best place."""
        most = best(self._tournament.created.regulations.points, self._tournament.players)
        ranked = sorted(table, key=lambda player: -self._points[player])
        apart = self._points[ranked[0]] - self._points[ranked[-1]]
        if self._tournament.created.format is not Format.KNOCKOUT and 0 < most < apart:
            yield Caution(Unusual.APART, (ranked[0], ranked[-1]), number, apart)

    def _smaller(self, number: int, table: Table) -> Iterator[Caution]:
        if len(table) < self._tournament.players:
            least = min(self._history.smaller[each] for each in contestants(self._tournament))
            for player in table:
                times = self._history.smaller[player]
                if times > least:
                    yield Caution(Unusual.SMALLER_AGAIN, (player,), number, times)

    def of_byes(self) -> Iterator[Caution]:
        """Those who rest again, and those whom a pairing by hand forgot because they entered after it."""
        for player in self._chosen.byes:
            times = self._history.byes[player]
            if times:
                yield Caution(Unusual.BYE_AGAIN, (player,), number=times)
        if self._chosen.by_hand:
            there = {player for table in (*self._chosen.tables, self._chosen.byes) for player in table}
            for player in contestants(self._tournament):
                if player not in there:
                    yield Caution(Unusual.UNSEATED, (player,))

    def forbidden(self) -> Iterator[Caution]:
        """Those who may not meet and do; only a pairing by hand lets them."""
        for number, pair in self._pairs(self._chosen):
            yield Caution(Unusual.FORBIDDEN, pair, number)

    def binding(self, free: Pairing | None) -> Iterator[Caution]:
        """Those who would meet if they might."""
        for _, pair in self._pairs(free) if free else ():
            yield Caution(Unusual.BINDS, pair)

    def _pairs(self, pairing: Pairing) -> Iterator[tuple[int, tuple[Player, Player]]]:
        for number, table in enumerate(pairing.tables):
            for pair in combinations(table, 2):
                if frozenset(pair) in self._barred:
                    yield number, pair
