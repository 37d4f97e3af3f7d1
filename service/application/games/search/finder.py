"""Queries for finished games, answered from the index."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from replays.encoding.identity import GameId, parse_game_id
from replays.log.event_log import EventLog
from service.application.games.search import bits
from service.application.games.search.building import IndexBuild
from service.application.games.search.facts import Company, VariantChoice
from service.application.games.search.index import Index, Snapshot
from service.application.games.search.layout import (
    PUBLIC,
    RATED,
    Number,
    bitmap_key,
    company_name,
    seats_name,
    slice_names,
    variant_name,
)
from service.application.problem import Problem

MOST_OF_PLAYER = 10_000
"""A search by player covers only this many of the player's newest games."""
EPOCH = date(1970, 1, 1)


class Range(NamedTuple):
    """A range that includes both ends; None means no limit at that end."""

    least: int | None = None
    most: int | None = None

    @classmethod
    def of_days(cls, since: date | None, until: date | None) -> "Range":
        """Days of the calendar (UTC) as days since 1970.

        >>> Range.of_days(date(1970, 1, 2), None)
        Range(least=1, most=None)
        """
        return cls(*((day - EPOCH).days if day else None for day in (since, until)))


ANY = Range()


@dataclass(frozen=True, slots=True)
class GameFilters:
    """The filters of a query; a game must match all that are set. Each of `players` had a seat in it."""

    variant: VariantChoice | None = None
    seats: int | None = None
    company: Company | None = None
    is_rated: bool | None = None
    players: frozenset[str] = frozenset()
    points: Range = ANY
    days: Range = ANY
    turns: Range = ANY
    ended: Range = ANY

    @property
    def ranges(self) -> dict[Number, Range]:
        """The ranges that are set."""
        every = {
            Number.POINTS: self.points,
            Number.DAYS: self.days,
            Number.TURNS: self.turns,
            Number.ENDED: self.ended,
        }
        return {number: asked for number, asked in every.items() if asked != ANY}


class SearchPage(NamedTuple):
    """A page of games, the latest end first; the total number of games; the next page's cursor or None."""

    games: list[GameId]
    total: int
    next: str | None


class NotBuilt(Problem):
    """503: there is no index yet, because a worker builds it; `done` of `total` games are read."""

    def __init__(self, build: IndexBuild | None) -> None:
        so_far = f" ({build.done} of {build.total} games so far)" if build else ""
        detail = f"the index of finished games is being built{so_far}: try again in a minute"
        super().__init__(503, "search/not-built", detail, headers={"Retry-After": "60"})
        self.share = min(build.done / max(build.total, 1), 1.0) if build else 0.0


class Finder:
    """Answers queries from the index. Methods raise `StoreAway`. Safe to share between threads."""

    def __init__(self, index: Index, log: EventLog) -> None:
        self._index = index
        self._log = log

    def find(
        self, wanted: GameFilters, viewer: str | None, *, limit: int, cursor: str | None = None
    ) -> SearchPage:
        """A page of the matching public games; private ones are included if the viewer is one of `players`.

        One round trip, one more for games not found before, and two more for each player. A cursor is the
        last game of the previous page. Raises `NotBuilt`, and ValueError for an invalid cursor.
        """
        after = parse_game_id(cursor) if cursor is not None else None
        there = self._index.read(list(_names(wanted)))
        if there is None:
            raise NotBuilt(self._index.builds.present())
        games = self._matching(wanted, viewer, there)
        rest = games & bits.below(self._number(there, after)) if after else games
        page = [number for number, _ in zip(bits.newest_first(rest), range(limit + 1), strict=False)]
        ids = self._index.ids(there.generation, page[:limit])
        return SearchPage(ids, games.bit_count(), ids[-1] if len(page) > limit and ids else None)

    def keys(self, wanted: GameFilters) -> list[str]:
        """The keys of the bitmaps that the query reads; empty while there is no index."""
        generation = self._index.present()
        return [bitmap_key(generation, name) for name in _names(wanted)] if generation else []

    def _number(self, there: Snapshot, game: GameId) -> int:
        found = self._index.numbers(there.generation, [game])
        if not found:
            raise ValueError(f"not a finished game: {game}")
        return found[0]

    def _matching(self, wanted: GameFilters, viewer: str | None, there: Snapshot) -> int:
        games = bits.below(there.size)
        for player in wanted.players:
            games &= self._games_of(player, there)
        if viewer is None or viewer not in wanted.players:
            games &= there.bitmaps[PUBLIC]
        for name in _flags(wanted):
            games &= there.bitmaps[name]
        if wanted.is_rated is False:
            games &= ~there.bitmaps[RATED]
        for number, asked in wanted.ranges.items():
            slices = [there.bitmaps[name] for name in slice_names(number)]
            if asked.least is not None and asked.least > 0:
                games = bits.at_least(asked.least, slices, games)
            if asked.most is not None:
                games = bits.at_most(asked.most, slices, games) if asked.most >= 0 else 0
        return games

    def _games_of(self, player: str, there: Snapshot) -> int:
        games, _ = self._log.list_games(limit=MOST_OF_PLAYER, player=player)
        numbers = self._index.numbers(there.generation, games)
        return bits.of_numbers(number for number in numbers if number < there.size)


def _flags(wanted: GameFilters) -> Iterator[str]:
    """The names of the bitmaps in which every matching game has its bit."""
    if wanted.variant:
        yield variant_name(wanted.variant)
    if wanted.seats:
        yield seats_name(wanted.seats)
    if wanted.company:
        yield company_name(wanted.company)
    if wanted.is_rated:
        yield RATED


def _names(wanted: GameFilters) -> Iterator[str]:
    """The names of all bitmaps that the query reads."""
    yield PUBLIC
    yield from _flags(wanted)
    if wanted.is_rated is False:
        yield RATED
    for number in wanted.ranges:
        yield from slice_names(number)
