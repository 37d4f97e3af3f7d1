"""The pages: lobby, new game, one game and its audit, players, dynasties and the rules."""

import logging

from flask import Flask, render_template, request

from kingdomino.dynasty import GAMES
from replays.folds import Damaged
from replays.identity import GameId
from replays.match import Match, Status
from replays.view import state
from service import boards, examples, game_options
from service.api.dynasties import dynasty_id
from service.api.support import game_id, names_of
from service.problems import Problem
from service.services import services
from service.words.names import displayed
from service.words.table import story

PAGE_SIZE = 30
SHOWN = 6
"""How many games the lobby shows of a kind, beside the list of all."""

log = logging.getLogger(__name__)


def register(app: Flask) -> None:
    """Add the pages to the app."""
    boards.register(app)
    app.add_url_rule("/", view_func=lobby)
    app.add_url_rule("/new", view_func=new_game)
    app.add_url_rule("/rules", view_func=rules)
    app.add_url_rule("/players/<player>", endpoint="player", view_func=player)
    app.add_url_rule("/games/<game>", endpoint="game", view_func=table)
    app.add_url_rule("/games/<game>/replay", endpoint="replay", view_func=replay)
    app.add_url_rule("/games/<game>/audit", endpoint="audit", view_func=audit)
    app.add_url_rule("/dynasties/<dynasty>", endpoint="dynasty", view_func=dynasty)


def lobby() -> str:
    """What there is to play and to watch; with `cursor` a later page of all games."""
    cursor = request.args.get("cursor")
    matches, following = _games(PAGE_SIZE, cursor=cursor)
    joinable = [] if cursor else _games(SHOWN, status=Status.OPEN.value)[0]
    return render_template(
        "lobby.html",
        cursor=cursor,
        matches=matches,
        joinable=joinable,
        names=names_of(*matches, *joinable),
        following=following,
        example=examples.classic(),
    )


def _games(
    limit: int, status: str | None = None, player: str | None = None, cursor: str | None = None
) -> tuple[list[Match], str | None]:
    """The newest games of these, and the cursor of those that follow; 422 for a cursor that there is not."""
    tables = services().tables
    try:
        found, following = tables.log.list_games(limit=limit, status=status, player=player, cursor=cursor)
    except ValueError:
        raise Problem(422, "request/invalid", "this is no place in the list of games") from None
    return tables.matches.readable(found), following


def new_game() -> str:
    """All that can be chosen for a game; the script on the page opens it."""
    excluded = game_options.exclusions_in_words()
    return render_template("new.html", options=game_options.OPTIONS, exclusions=excluded)


def rules() -> str:
    """How both games are played."""
    return render_template("rules.html", classic=examples.classic(), origins=examples.origins())


def player(player: str) -> str:
    """A player's name and games."""
    matches, following = _games(PAGE_SIZE, player=player, cursor=request.args.get("cursor"))
    names = names_of(*matches) | services().players.names([player])
    if not matches and names[player] is None:
        raise Problem(404, "player/unknown", "there is no player with this id")
    return render_template("player.html", player=player, matches=matches, names=names, following=following)


def table(game: str) -> str:
    """One game as it stands, to be played and watched; without scripts its boards, lines and moves."""
    return render_template("table.html", game=_known(game), **_position(game))


def replay(game: str) -> str:
    """One game move by move, also where the log is damaged."""
    return render_template("replay.html", game=_known(game))


def _position(game: str) -> dict[str, object]:
    """What the page of a game shows without scripts; nothing but the id where its log is damaged."""
    try:
        match = services().tables.match(game_id(game))
    except Damaged as damage:
        log.warning("shown as far as it can be read: %s", damage)
        return {"state": None}
    names = names_of(match)
    seen, players = state(match, names), displayed(match, names)
    limit, origins = match.rules.limit(match.players), match.rules.origins
    return {
        "state": seen,
        "table": {"game": match.id, "limit": limit, "seats": match.players, "origins": origins},
        "origins": origins,
        "players": players,
        "moves": list(story((event.record for event in services().tables.log.read(match.id)), players)),
        "boards": [boards.board_of(each, limit=limit, origins=origins) for each in seen["kingdoms"]],
    }


def audit(game: str) -> str:
    """The audit of one game; the scripts on the page fetch its bundle and check it in the browser."""
    return render_template("audit.html", game=_known(game))


def dynasty(dynasty: str) -> str:
    """The standings of a dynasty, and the way to the replays of its games."""
    found = services().dynasties.dynasty(dynasty_id(dynasty))
    return render_template("dynasty.html", dynasty=found, names=names_of(found), games=GAMES)


def _known(game: str) -> GameId:
    """The id of a game that there is, also where its log is damaged; 404 where there is none."""
    known = game_id(game)
    try:
        services().tables.match(known)
    except Damaged as damage:
        log.warning("shown as far as it can be read: %s", damage)
    return known
