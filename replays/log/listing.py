"""Pages of games or dynasties, the newest first: how the listings of all partitions become one."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from heapq import nlargest
from typing import NamedTuple, Protocol

from replays.encoding.identity import DynastyId, GameId, parse_game_id

_LAST = GameId("ffffffff-ffff-ffff-ffff-ffffffffffff")
"""The last of all ids (RFC 9562, 5.10), which nothing has."""


class Listing(Enum):
    """What is listed apart from all else; the value stands in the keys of its lists."""

    GAMES = "games"
    DYNASTIES = "dynasties"


@dataclass(frozen=True, slots=True)
class Question:
    """Which of a listing: those of one status, those where one player has a seat, both, or all."""

    of: Listing
    status: str | None = None
    player: str | None = None


class Listed(NamedTuple):
    """A game's place in the listings: by creation in ms UTC, then by id."""

    created_at: int
    game: GameId


def read_cursor(text: str) -> Listed:
    """Return the place a cursor names, or raise ValueError.

    >>> read_cursor("17.00000000-0000-4000-8000-000000000000").created_at
    17
    """
    created_at, _, game = text.partition(".")
    place = Listed(int(created_at), parse_game_id(game))
    if _cursor(place) != text:
        msg = f"not a cursor: {text!r}"
        raise ValueError(msg)
    return place


def cursor_at(moment: int) -> str:
    """The cursor of the page that begins with what was created at this moment, in ms UTC, or last before it.

    >>> cursor_at(17)
    '17.ffffffff-ffff-ffff-ffff-ffffffffffff'
    """
    return _cursor(Listed(moment, _LAST))


def page(games: Iterable[Listed], before: Listed | None, limit: int) -> tuple[list[Listed], str | None]:
    """Return the newest `limit` of these places after the cursor's, and the next page's cursor or None."""
    if limit < 1:
        msg = f"a page of {limit}"
        raise ValueError(msg)
    rest = nlargest(limit + 1, (place for place in games if before is None or place < before))
    more = _cursor(rest[limit - 1]) if len(rest) > limit else None
    return rest[:limit], more


def _cursor(place: Listed) -> str:
    return f"{place.created_at}.{place.game}"


class Lists(Protocol):
    """The lists of a log, for it to inherit: it answers `list_places`, and the others are made of that."""

    def list_places(
        self, question: Question, *, limit: int, cursor: str | None = None
    ) -> tuple[list[Listed], str | None]:
        """Return at most `limit` places of the list that answers the question, as `list_games` does games."""

    def list_games(
        self, *, limit: int, status: str | None = None, player: str | None = None, cursor: str | None = None
    ) -> tuple[list[GameId], str | None]:
        """Return at most `limit` games, the newest first, and the cursor of the next page or None.

        Raises ValueError for a cursor that this method did not give, and for a limit below 1.
        """
        found, following = self.list_places(
            Question(Listing.GAMES, status, player), limit=limit, cursor=cursor
        )
        return [place.game for place in found], following

    def list_dynasties(
        self, *, limit: int, status: str | None = None, player: str | None = None, cursor: str | None = None
    ) -> tuple[list[DynastyId], str | None]:
        """Return at most `limit` dynasties, as `list_games` does games."""
        found, following = self.list_places(
            Question(Listing.DYNASTIES, status, player), limit=limit, cursor=cursor
        )
        return [DynastyId(place.game) for place in found], following
