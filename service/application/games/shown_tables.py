"""Finds tables by ids as text; only viewers who may see a table get it."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from replays.commands.tables import Tables
from replays.encoding.identity import GameId, parse_game_id
from replays.kinds import Streams
from replays.match.aggregate import UNREADABLE, Match
from replays.match.aggregate_cache import Damaged
from replays.match.kinds import StreamKind, Table
from replays.projections.replay import replay
from service.application.games.sight import Sight
from service.application.problem import Problem, unknown_game, unknown_series

A = TypeVar("A", bound=Table)


@dataclass(frozen=True, slots=True)
class ShownTables:
    """The tables of all kinds, for viewers who may see them."""

    tables: Tables
    streams: Streams

    def match(self, text: str, sight: Sight) -> Match:
        """The match with this id; 404 if there is none that the viewer may see, even with a damaged log."""
        game = game_id(text)
        return _seen(lambda: self.tables.match(game), lambda: self._last_good(game), unknown_game, sight)

    def series(self, kind: StreamKind[A], text: str, sight: Sight) -> A:
        """The series of this kind and id; 404 as for games."""
        unknown = partial(unknown_series, kind.name)
        series = known_id(text, unknown)

        def read() -> A:
            found = self.streams.of(kind).current(series)
            if found is None:
                raise unknown()
            return found

        return _seen(read, lambda: self._last_good_series(kind, series), unknown, sight)

    def _last_good(self, game: GameId) -> Match | None:
        """The last readable state of the match."""
        frames = replay(self.tables.log, game).frames
        return frames[-1].match if frames else None

    def _last_good_series(self, kind: StreamKind[A], series: GameId) -> A | None:
        """The last readable state of the series, from its own log."""
        found, (events, _) = None, self.tables.log.read_checked(series)
        with suppress(*UNREADABLE):
            for event in events:
                found = kind.fold(series, [event], found)
        return found


def _seen(
    read: Callable[[], A], last_good: Callable[[], A | None], unknown: Callable[[], Problem], sight: Sight
) -> A:
    """The table that `read` returns if the viewer may see it; otherwise raises the result of `unknown`.

    A damaged log is reported only to viewers who may see the table in its state from `last_good`.
    """
    try:
        table = read()
    except Damaged:
        sight.check_seen(last_good(), unknown)
        raise
    sight.check_seen(table, unknown)
    return table


def game_id(text: str) -> GameId:
    """The id of a game; 404 if the text is not an id."""
    return known_id(text, unknown_game)


def known_id(text: str, unknown: Callable[[], Problem]) -> GameId:
    """The id of a stream or a study; raises the result of `unknown` if the text is not an id."""
    try:
        return parse_game_id(text)
    except ValueError:
        raise unknown() from None
