"""The page of a player with results and games, and the search for players."""

from collections.abc import Iterator
from typing import NamedTuple

from flask import Flask, Response, render_template, request

from replays.encoding.identity import GameId
from replays.match.aggregate import Match, Status
from replays.projections.view import state
from service.application.account_keys import is_player
from service.application.accounts.naming.names import LONGEST
from service.application.accounts.players import Profile
from service.application.cursors import refusing_wrong_cursor
from service.application.i18n.formatting.collation import order
from service.application.i18n.people import DONE, STATES, pool_name
from service.application.i18n.problems import problem_words
from service.application.i18n.speaking import pgettext, present
from service.application.people.people import Person, unknown_player
from service.application.people.records import PoolRecord
from service.application.pictures.boards import Board, board_of
from service.application.problem import Problem
from service.http.client_address import address
from service.pages.shared import visits
from service.pages.shared.words import day_of
from service.services import services
from service.shared.visibility import sight, viewer

PAGE_SIZE = 30
FOUND = 20
"""The number of players on a page of search results."""
DRAWN = 3
"""The number of best kingdoms drawn, from the pools with the most games."""


class BestKingdom(NamedTuple):
    """The best kingdom of a pool, as a drawing."""

    pool: str
    points: int
    game: GameId
    board: Board


def register(app: Flask) -> None:
    """Add the pages to the app."""
    app.add_url_rule("/players/<player>", endpoint="player", view_func=show, weight=20)
    app.add_url_rule("/players", endpoint="players", view_func=search, weight=7)
    app.add_template_global(pool_name)


def show(player: str) -> str:
    """A player's name, results and games, as far as the viewer may see them.

    The page of an erased account has only its games. 404 for an id that no account ever had.
    """
    found = _person(player)
    shown = found is None or found.is_shown
    status = _status()
    matches, following = _games(player, status, request.args.get("cursor")) if shown else ([], None)
    if found is None and not matches and status is None:
        raise unknown_player()
    visits.look_up(matches)
    return render_template(
        "people/player.html",
        player=player,
        name=found.profile.name if found else pgettext("name", "Somebody"),
        person=found,
        since=day_of(found.profile.created_at) if found else None,
        best=list(_best(found)) if found and not request.args.get("cursor") else [],
        matches=matches,
        shelved=services().shown_collections.public(player, viewer().player) if shown and found else [],
        names=services().players.names_of(*matches),
        following=following,
        status=status.value if status else None,
        states=STATES.items(),
        done=DONE.get(request.args.get("done", "")),
    )


def search() -> Response:
    """Players whose name begins with the `name` in the query; without it, only the form.

    A page is in the order of the language; which players are on it is that of the index.
    """
    name = request.args.get("name", "").strip()
    found: list[Profile] = []
    following, problem = None, None
    if name:
        try:
            found, following = services().people.find(
                name[:LONGEST], request.args.get("cursor"), FOUND, viewer().player, address()
            )
        except Problem as refused:
            problem = refused
    by_name = order(present().locale.language)
    found = sorted(found, key=lambda profile: by_name(profile.name))
    wrong = problem and problem_words(problem.status, problem.code, problem.detail)[1]
    text = render_template("people/players.html", sought=name, found=found, following=following, wrong=wrong)
    return Response(text, problem.status if problem else 200, problem.headers if problem else None)


def _person(player: str) -> Person | None:
    """The player; None for the id of an erased account or of none."""
    try:
        return services().people.person(player, viewer().player)
    except Problem:
        if not is_player(player):
            raise
        return None


def _status() -> Status | None:
    """The status of games that the query selects."""
    asked = request.args.get("status")
    return Status(asked) if asked in STATES and asked else None


def _games(player: str, status: Status | None, cursor: str | None) -> tuple[list[Match], str | None]:
    """A page of the player's newest visible games, and the cursor of the next page.

    422 for an invalid cursor.
    """
    tables, cursors = services().tables, services().cursors
    with refusing_wrong_cursor():
        found, last = tables.log.list_games(
            limit=PAGE_SIZE,
            status=status.value if status else None,
            player=player,
            cursor=cursors.open(cursor),
        )
    return list(filter(sight().may_see, tables.matches.readable(found))), cursors.seal(last)


def _best(found: Person) -> Iterator[BestKingdom]:
    """The best kingdoms from the pools with the most games; unreadable games are left out."""
    pools = sorted((pool for pool in found.record if pool.best), key=lambda pool: -pool.games)[:DRAWN]
    games = [pool.best.game for pool in pools if pool.best]
    matches = {match.id: match for match in services().tables.matches.readable(games)}
    for pool in pools:
        match = pool.best and matches.get(pool.best.game)
        if match and pool.best:
            yield _drawn(pool, pool.best.points, match, found.profile.id)


def _drawn(pool: PoolRecord, points: int, match: Match, player: str) -> BestKingdom:
    seat = match.seat_of(player)
    kingdom = state(match, {})["kingdoms"][seat]
    board = board_of(kingdom, limit=match.rules.limit(match.players), origins=match.rules.origins)
    return BestKingdom(pool.pool, points, match.id, board)
