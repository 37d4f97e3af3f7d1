"""A player's own list: first games that wait for the player, then other unsettled games, then the rest."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from replays.encoding.forms import numeral
from replays.encoding.identity import GameId
from replays.log.event_log import EventLog
from replays.log.listing import GAMES, Asked, Listing, Lists, Question, all_pages
from replays.match.aggregate import Match, Status

GOING_ON = (Status.ACTIVE, Status.OPEN, Status.FINISHED)
"""The statuses of games that are not settled yet."""

LOOKED_AT = 500
"""The number of games of each such status that are sorted, the player's newest; others come with the rest."""

EXPORT_PAGE = 1000


@dataclass(frozen=True, slots=True)
class PlayerGamesQuery:
    """A request for a page of a player's games, of one status or of all."""

    player: str
    status: Status | None
    limit: int
    cursor: str | None


@dataclass(frozen=True, slots=True)
class Page:
    """A page of games, and the cursor of the next one or None."""

    matches: list[Match]
    next: str | None


def going_on(lists: Lists, player: str, statuses: tuple[Status, ...] = GOING_ON) -> list[GameId]:
    """The player's games that are not settled yet, at most `LOOKED_AT` of each status; one round trip."""
    pages = lists.list_each(_unsettled(player, statuses))
    return [place.game for places, _ in pages for place in places]


def asked(player: str, limit: int) -> list[Asked]:
    """The pages of lists that the first page of all of the player's games reads."""
    return [*_unsettled(player, GOING_ON), Asked(Question(GAMES, player=player), limit)]


def _unsettled(player: str, statuses: tuple[Status, ...]) -> list[Asked]:
    return [Asked(Question(GAMES, each.value, player), LOOKED_AT) for each in statuses]


def all_games(log: EventLog, player: str, status: Status | None = None) -> Iterator[GameId]:
    """All games in which the player has a seat, or those of a status, the newest first; read page by page."""
    wanted = status.value if status else None
    for games in all_pages(partial(log.list_games, limit=EXPORT_PAGE, status=wanted, player=player)):
        yield from games


def all_of(log: EventLog, listing: Listing, player: str) -> Iterator[GameId]:
    """All streams of a kind in which the player has a seat, the newest first; read page by page."""
    question = Question(listing, player=player)
    for streams in all_pages(partial(log.list_streams, question, limit=EXPORT_PAGE)):
        yield from streams


Readable = Callable[[Iterable[GameId]], Iterator[Match]]
"""Returns the current matches with these ids, as `AggregateCache.readable` does."""


def page_of(lists: Lists, readable: Readable, wanted: PlayerGamesQuery) -> Page:
    """A page of the player's games; raises ValueError for a cursor that no page returned.

    A cursor is the number of unsettled games returned so far, or after them a cursor of the log's own list.
    The order is computed again for each page: a game that changes between two pages may appear twice or be
    missed.
    """
    statuses = GOING_ON if wanted.status is None else tuple({wanted.status} & set(GOING_ON))
    first = going_on(lists, wanted.player, statuses)
    if wanted.cursor is not None and "." in wanted.cursor:
        return _rest(lists, readable, wanted, set(first))
    start = numeral(wanted.cursor or "0")
    found = sorted(readable(first), key=partial(_order, wanted.player))
    page = found[start : start + wanted.limit]
    if len(found) > start + wanted.limit:
        return Page(page, str(start + wanted.limit))
    if wanted.status in GOING_ON:
        return Page(page, None)
    if len(page) == wanted.limit:
        return Page(page, str(start + wanted.limit))
    rest = _rest(lists, readable, replace(wanted, limit=wanted.limit - len(page), cursor=None), set(first))
    return Page(page + rest.matches, rest.next)


def _rest(lists: Lists, readable: Readable, wanted: PlayerGamesQuery, given: set[GameId]) -> Page:
    """A page of the log's list, the newest first, without games given before, so it may be short."""
    status = wanted.status.value if wanted.status else None
    games, following = lists.list_games(
        limit=wanted.limit, status=status, player=wanted.player, cursor=wanted.cursor
    )
    return Page(list(readable(game for game in games if game not in given)), following)


def waits_for(match: Match, player: str) -> bool:
    """True if it is the player's turn."""
    seat = match.seat_of(player)
    return seat is not None and match.game is not None and match.game.mover == seat


def _order(player: str, match: Match) -> tuple[int, float, int, GameId]:
    """The sort key: first games that wait for the player, by deadline and wait; the rest by latest change."""
    if not waits_for(match, player):
        return 1, 0, -match.at, match.id
    return 0, math.inf if match.deadline is None else match.deadline, match.at, match.id
