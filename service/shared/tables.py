"""Finds tables by the ids in paths; only viewers who may see a table get it."""

from collections.abc import Callable
from typing import TypeVar

from replays.dynasty.aggregate import Dynasty
from replays.dynasty.replay import DynastyFrame, played
from replays.encoding.identity import DynastyId, GameId, parse_game_id
from replays.match.aggregate import Match
from replays.match.aggregate_cache import Damaged
from replays.match.kinds import Aggregate
from replays.projections.replay import replay
from service.application.games.visibility import Table
from service.application.problem import Problem, unknown_dynasty, unknown_game
from service.services import services
from service.shared.visibility import check_seen

A = TypeVar("A", bound=Table)


def match_of(text: str) -> Match:
    """The match with this id; 404 if there is none that the viewer may see, even if its log is damaged."""
    game = game_id(text)
    return seen(lambda: services().tables.match(game), lambda: _last_good(game), unknown_game)


def _last_good(game: GameId) -> Match | None:
    """The last readable state of the match."""
    frames = replay(services().tables.log, game).frames
    return frames[-1].match if frames else None


def seen(read: Callable[[], A], last_good: Callable[[], A | None], unknown: Callable[[], Problem]) -> A:
    """The table that `read` returns if the viewer may see it; otherwise raises the result of `unknown`.

    A damaged log is reported only to viewers who may see the table in its state from `last_good`.
    """
    try:
        table = read()
    except Damaged:
        check_seen(last_good(), unknown)
        raise
    check_seen(table, unknown)
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


def names_of(*tables: Aggregate) -> dict[str, str | None]:
    """The current names of everybody at these tables."""
    return services().players.names(sitter.player for table in tables for sitter in table.sitters)


def dynasty_of(text: str) -> Dynasty:
    """The dynasty with this id; 404 if there is none that the viewer may see, even if its log is damaged."""
    dynasty = dynasty_id(text)
    return seen(
        lambda: services().dynasties.dynasty(dynasty), lambda: _last_good_of_dynasty(dynasty), unknown_dynasty
    )


def _last_good_of_dynasty(dynasty: DynastyId) -> Dynasty | None:
    """The last readable state of the dynasty, from its own log."""
    row = played(services().dynasties.log, dynasty)
    states = [frame.dynasty for frame in row if isinstance(frame, DynastyFrame)]
    return states[-1] if states else None


def dynasty_id(text: str) -> DynastyId:
    """The id of a dynasty; 404 if the text is not an id."""
    return DynastyId(known_id(text, unknown_dynasty))
