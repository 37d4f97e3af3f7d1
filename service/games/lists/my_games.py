"""A player's own list: the games that wait for the player first, then what is going on, then the rest."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from replays.commands.tables import Tables
from replays.encoding.identity import DynastyId, GameId
from replays.log.event_log import EventLog
from replays.match.aggregate import Match, Status

GOING_ON = (Status.ACTIVE, Status.OPEN, Status.FINISHED)
"""The states of a game in which something is still to come."""

LOOKED_AT = 500
"""How many games of each such status are put in order, the player's newest; others come with the rest."""

EXPORT_PAGE = 1000


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of a player's games: of one status or all, and which page of them."""

    player: str
    status: Status | None
    limit: int
    cursor: str | None


@dataclass(frozen=True, slots=True)
class Page:
    """A page of games, and the cursor of the next one or None."""

    matches: list[Match]
    next: str | None


def going_on(log: EventLog, player: str, statuses: tuple[Status, ...] = GOING_ON) -> list[GameId]:
    """The player's games in which something is still to come, at most `LOOKED_AT` of each status."""
    pages = (log.list_games(limit=LOOKED_AT, status=each.value, player=player) for each in statuses)
    return [game for games, _ in pages for game in games]


def all_games(log: EventLog, player: str, status: Status | None = None) -> Iterator[GameId]:
    """Every game that the player has a seat in, the newest first, or those of a status; read by pages."""
    wanted = status.value if status else None
    found, cursor = log.list_games(limit=EXPORT_PAGE, status=wanted, player=player)
    yield from found
    while cursor:
        found, cursor = log.list_games(limit=EXPORT_PAGE, status=wanted, player=player, cursor=cursor)
        yield from found


def all_dynasties(log: EventLog, player: str) -> Iterator[DynastyId]:
    """Every dynasty that the player has a seat in, the newest first; read by pages."""
    found, cursor = log.list_dynasties(limit=EXPORT_PAGE, player=player)
    yield from found
    while cursor:
        found, cursor = log.list_dynasties(limit=EXPORT_PAGE, player=player, cursor=cursor)
        yield from found


def page_of(tables: Tables, wanted: Wanted) -> Page:
    """A page of the player's games; raises ValueError for a cursor that no page gave.

    A cursor is how many of the games going on were given, or after them one of the log's own list. The order
    is that of the moment: a game that changes between two pages may come twice, or was on the page before.
    """
    statuses = GOING_ON if wanted.status is None else tuple({wanted.status} & set(GOING_ON))
    first = going_on(tables.log, wanted.player, statuses)
    if wanted.cursor is not None and "." in wanted.cursor:
        return _rest(tables, wanted, set(first), wanted.limit, wanted.cursor)
    start = int(wanted.cursor or 0)
    if start < 0:
        raise ValueError(f"a page from {start} on")
    found = sorted(tables.matches.readable(first), key=partial(_order, wanted.player))
    page = found[start : start + wanted.limit]
    if len(found) > start + wanted.limit:
        return Page(page, str(start + wanted.limit))
    if wanted.status in GOING_ON:
        return Page(page, None)
    if len(page) == wanted.limit:
        return Page(page, str(start + wanted.limit))
    rest = _rest(tables, wanted, set(first), wanted.limit - len(page), None)
    return Page(page + rest.matches, rest.next)


def _rest(tables: Tables, wanted: Wanted, given: set[GameId], limit: int, cursor: str | None) -> Page:
    """Of the log's list, the newest first, what was not given before; a page may be short for that."""
    status = wanted.status.value if wanted.status else None
    games, following = tables.log.list_games(limit=limit, status=status, player=wanted.player, cursor=cursor)
    return Page(list(tables.matches.readable(game for game in games if game not in given)), following)


def waits_for(match: Match, player: str) -> bool:
    """Whether it is the player's turn."""
    seat = match.seat_of(player)
    return seat is not None and match.game is not None and match.game.mover == seat


def _order(player: str, match: Match) -> tuple[int, float, int, GameId]:
    """What waits for the player first, by deadline and then the longest wait; the rest by latest change."""
    if not waits_for(match, player):
        return 1, 0, -match.at, match.id
    return 0, math.inf if match.deadline is None else match.deadline, match.at, match.id
