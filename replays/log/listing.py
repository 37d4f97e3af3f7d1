"""Pages of the streams of a kind, newest first, merged from the listings of all partitions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import NamedTuple, NewType, Protocol, TypeVar

from replays.encoding.identity import GameId, parse_game_id

T = TypeVar("T")

_LAST = GameId("ffffffff-ffff-ffff-ffff-ffffffffffff")
"""The greatest id (RFC 9562, 5.10), which no game has."""


Listing = NewType("Listing", str)
"""A kind of stream that has lists of its own; the text is part of the keys of these lists."""

GAMES = Listing("games")


@dataclass(frozen=True, slots=True)
class Question:
    """The filters of a query on a listing: by status, by a seated player, by both, or none (all)."""

    of: Listing
    status: str | None = None
    player: str | None = None


class ListingPlace(NamedTuple):
    """The place of a stream in the listings: by creation in ms UTC, then by id."""

    created_at: int
    game: GameId


def read_cursor(text: str) -> ListingPlace:
    """Return the place that a cursor names, or raise ValueError.

    >>> read_cursor("17.00000000-0000-4000-8000-000000000000").created_at
    17
    """
    created_at, _, game = text.partition(".")
    place = ListingPlace(int(created_at), parse_game_id(game))
    if _cursor(place) != text:
        msg = f"not a cursor: {text!r}"
        raise ValueError(msg)
    return place


def cursor_at(moment: int) -> str:
    """The cursor of the page that begins with the newest entry created at or before this moment, in ms UTC.

    >>> cursor_at(17)
    '17.ffffffff-ffff-ffff-ffff-ffffffffffff'
    """
    return _cursor(ListingPlace(moment, _LAST))


def all_pages(
    listed: Callable[..., tuple[Sequence[T], str | None]], cursor: str | None = None
) -> Iterator[Sequence[T]]:
    """All pages of a list from a cursor on, or from the first one, read one by one.

    `listed(cursor=…)` returns a page and the cursor of the next one or None.
    """
    while True:
        found, cursor = listed(cursor=cursor)
        yield found
        if cursor is None:
            return


def page(
    games: Iterable[ListingPlace], before: ListingPlace | None, limit: int
) -> tuple[list[ListingPlace], str | None]:
    """Return the newest `limit` places that are older than `before`, and the next page's cursor or None."""
    if limit < 1:
        msg = f"a page of {limit}"
        raise ValueError(msg)
    rest = nlargest(limit + 1, (place for place in games if before is None or place < before))
    more = _cursor(rest[limit - 1]) if len(rest) > limit else None
    return rest[:limit], more


def _cursor(place: ListingPlace) -> str:
    return f"{place.created_at}.{place.game}"


class Asked(NamedTuple):
    """A page of a list to read: at most `limit` places, from a cursor of the list on."""

    question: Question
    limit: int
    cursor: str | None = None


ListPage = tuple[list[ListingPlace], str | None]
"""The places of a page, and the cursor of the next page or None."""


class Lists(Protocol):
    """The lists of a log, as a base class: a log implements `list_each`; the other methods use it."""

    def list_each(self, asked: Sequence[Asked]) -> list[ListPage]:
        """Return these pages, read together; of each at most its limit, as `list_games` does for games."""

    def count(self, question: Question) -> int:
        """Return the number of entries under a filter by status or by player, or under none."""

    def list_places(
        self, question: Question, *, limit: int, cursor: str | None = None
    ) -> tuple[list[ListingPlace], str | None]:
        """Return at most `limit` places that match the query, as `list_games` does for games."""
        (found,) = self.list_each([Asked(question, limit, cursor)])
        return found

    def list_games(
        self, *, limit: int, status: str | None = None, player: str | None = None, cursor: str | None = None
    ) -> tuple[list[GameId], str | None]:
        """Return at most `limit` games, the newest first, and the cursor of the next page or None.

        Raises ValueError for a cursor that this method did not return, and for a limit below 1.
        """
        return self.list_streams(Question(GAMES, status, player), limit=limit, cursor=cursor)

    def list_streams(
        self, question: Question, *, limit: int, cursor: str | None = None
    ) -> tuple[list[GameId], str | None]:
        """Return at most `limit` streams that match the query, as `list_games` does for games."""
        found, following = self.list_places(question, limit=limit, cursor=cursor)
        return [place.game for place in found], following


class ListsReadAhead(Lists):
    """The lists of a log of which some pages were read together before; others are asked of the log.

    A page that was read answers for every shorter one with the same cursor, too.
    """

    def __init__(self, lists: Lists, asked: Sequence[Asked]) -> None:
        self._lists = lists
        self._read = {
            (each.question, each.cursor): (each.limit, found)
            for each, found in zip(asked, lists.list_each(asked), strict=True)
        }

    def list_each(self, asked: Sequence[Asked]) -> list[ListPage]:
        """Return these pages, without a round trip where they were read before."""
        return [self._page(each) for each in asked]

    def count(self, question: Question) -> int:
        """Return the number of entries that the log has."""
        return self._lists.count(question)

    def _page(self, asked: Asked) -> ListPage:
        limit, (places, following) = self._read.get((asked.question, asked.cursor), (0, ([], None)))
        if asked.limit > limit:
            return self._lists.list_places(asked.question, limit=asked.limit, cursor=asked.cursor)
        if asked.limit < len(places):
            return page(places, None, asked.limit)
        return places, following
