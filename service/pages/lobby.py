"""The lobby and the page of a player: one's own tables, those at which a seat is free, and every game."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from flask import Flask, render_template, request

from kingdomino.dynasty import GAMES
from replays.dynasty.aggregate import Dynasty
from replays.log.listing import Listing, Question
from replays.match.aggregate import Match, Status
from service.account_keys import is_player
from service.games.fair_pages import in_turns
from service.games.my_games import Wanted, page_of, waits_for
from service.games.visibility import Table
from service.pages.shared import examples
from service.pages.shared.current_player import me
from service.problem import Problem
from service.services import services
from service.shared.tables import names_of
from service.shared.visibility import may_see

PAGE_SIZE = 30
WINDOW_OF_ALL = 300
"""Among how many of the newest games openers take turns in the list of all."""
SHOWN = 6
"""How many open tables the lobby shows, beside the list of all games."""
MINE = 12
"""How many of one's own."""
LOOKED_AT = 30
"""Among how many tables it looks for them."""
OPEN_LOOKED_AT = 200
"""Among how many open ones it looks for those to show; it reads no more than it takes."""


def register(app: Flask) -> None:
    """Add the lobby and the page of a player to the app."""
    app.add_url_rule("/", view_func=lobby)
    app.add_url_rule("/players/<player>", endpoint="player", view_func=player)


def lobby() -> str:
    """What there is to play and to watch; with `cursor` a later page of all games."""
    cursor = request.args.get("cursor")
    matches, following = games(cursor=cursor)
    near: dict[str, Any] = {} if cursor else _near()
    tables = [table for kind in ("mine", "dynasties", "joinable") for table in near.get(kind, [])]
    return render_template(
        "lobby/lobby.html",
        cursor=cursor,
        matches=matches,
        following=following,
        names=names_of(*matches, *tables),
        example=examples.classic(),
        **near,
    )


def player(player: str) -> str:
    """A player's name and games."""
    unknown = Problem(404, "player/unknown", "there is no player with this id")
    if not is_player(player):
        raise unknown
    matches, following = games(player, request.args.get("cursor"))
    names = names_of(*matches) | services().players.names([player])
    if not matches and names[player] is None:
        raise unknown
    return render_template(
        "lobby/player.html", player=player, matches=matches, names=names, following=following
    )


def games(player: str | None = None, cursor: str | None = None) -> tuple[list[Match], str | None]:
    """A page of the newest games that may be seen, and the cursor of the next page.

    They are a player's or, with openers taking turns, everybody's. 422 for a cursor that there is not.
    """
    tables, cursors = services().tables, services().cursors
    try:
        place = cursors.open(cursor)
        if player is None:
            found, last = services().fair_pages.page(
                Question(Listing.GAMES), limit=PAGE_SIZE, cursor=place, window=WINDOW_OF_ALL
            )
        else:
            found, last = tables.log.list_games(limit=PAGE_SIZE, player=player, cursor=place)
    except ValueError:
        raise Problem(422, "request/invalid", "the cursor is not from the list of games") from None
    return [match for match in tables.matches.readable(found) if may_see(match)], cursors.seal(last)


def _near() -> dict[str, Any]:
    """What concerns who is here: the own tables, and those that can be joined."""
    here = me()
    return {
        "mine": _games_of(here["id"]) if here else [],
        "dynasties": _dynasties_of(here["id"]) if here else [],
        "joinable": _joinable(here["id"] if here else None),
        "games_of_dynasty": GAMES,
        "series_of": _series,
        "waits_for": waits_for,
        "moment": _moment,
        "now": datetime.now(UTC),
    }


def _games_of(player: str) -> list[Match]:
    """The games that wait for the player, what else is going on, then the latest that are over."""
    page = page_of(services().tables, Wanted(player, None, MINE, None))
    return [match for match in page.matches if match.seat_of(player) is not None]  # others took a seat over


def _dynasties_of(player: str) -> list[Dynasty]:
    """The player's newest dynasties that are not over."""
    ids, _ = services().dynasties.log.list_dynasties(limit=LOOKED_AT, player=player)
    found = services().dynasties.aggregates.readable(ids)
    return [dynasty for dynasty in found if not dynasty.is_over][:SHOWN]


def _joinable(player: str | None) -> list[Table]:
    """The newest tables at which the player, or a new guest, can take a seat; openers take turns."""
    tables, dynasties = services().tables, services().dynasties
    open_games, open_dynasties = (
        services().fair_pages.page(Question(of, Status.OPEN.value), limit=OPEN_LOOKED_AT)[0] for of in Listing
    )
    fitting = [
        *_fitting(tables.matches.readable(open_games), player),
        *_fitting(dynasties.aggregates.readable(open_dynasties), player),
    ]
    newest = sorted(fitting, key=lambda table: table.created_at, reverse=True)
    return [table for _, table in in_turns(newest, lambda table: table.opener)[:SHOWN]]


def _fitting(tables: Iterable[Table], player: str | None) -> Iterator[Table]:
    """The first of these that are for the player; no more are folded than it takes."""
    return islice((table for table in tables if _is_for(table, player) and may_see(table)), SHOWN)


def _is_for(table: Table, player: str | None) -> bool:
    """Whether the player may sit down there, and does not sit there yet."""
    invited = table.created.options.invited
    if player is None:
        return invited is None
    return table.seat_of(player) is None and (invited is None or player in invited)


def _series(table: Table) -> str:
    """Under which path the table lies."""
    return "dynasties" if isinstance(table, Dynasty) else "games"


def _moment(at: int) -> datetime:
    """The moment of a time in ms UTC."""
    return datetime.fromtimestamp(at / 1000, UTC)
