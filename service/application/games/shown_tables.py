"""Finds tables by ids as text; only viewers who may see a table get it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from replays.commands.tables import Tables
from replays.dynasty.aggregate import Dynasty
from replays.dynasty.dynasties import Dynasties
from replays.dynasty.replay import DynastyFrame, played
from replays.encoding.identity import DynastyId, GameId, parse_game_id
from replays.match.aggregate import Match
from replays.match.aggregate_cache import Damaged
from replays.projections.replay import replay
from service.application.games.sight import Sight
from service.application.games.visibility import Table
from service.application.problem import Problem, unknown_dynasty, unknown_game

A = TypeVar("A", bound=Table)


@dataclass(frozen=True, slots=True)
class ShownTables:
    """The games and dynasties, for viewers who may see them."""

    tables: Tables
    dynasties: Dynasties

    def match(self, text: str, sight: Sight) -> Match:
        """The match with this id; 404 if there is none that the viewer may see, even with a damaged log."""
        game = game_id(text)
        return _seen(lambda: self.tables.match(game), lambda: self._last_good(game), unknown_game, sight)

    def dynasty(self, text: str, sight: Sight) -> Dynasty:
        """The dynasty with this id; 404 as for games."""
        dynasty = dynasty_id(text)
        return _seen(
            lambda: self.dynasties.dynasty(dynasty),
            lambda: self._last_good_of_dynasty(dynasty),
            unknown_dynasty,
            sight,
        )

    def _last_good(self, game: GameId) -> Match | None:
        """The last readable state of the match."""
        frames = replay(self.tables.log, game).frames
        return frames[-1].match if frames else None

    def _last_good_of_dynasty(self, dynasty: DynastyId) -> Dynasty | None:
        """The last readable state of the dynasty, from its own log."""
        row = played(self.dynasties.log, dynasty)
        states = [frame.dynasty for frame in row if isinstance(frame, DynastyFrame)]
        return states[-1] if states else None


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


def dynasty_id(text: str) -> DynastyId:
    """The id of a dynasty; 404 if the text is not an id."""
    return DynastyId(known_id(text, unknown_dynasty))


def known_id(text: str, unknown: Callable[[], Problem]) -> GameId:
    """The id of a stream or a study; raises the result of `unknown` if the text is not an id."""
    try:
        return parse_game_id(text)
    except ValueError:
        raise unknown() from None
