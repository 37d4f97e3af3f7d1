"""The pages: lobby, new game, one game, its replay and audit, players, dynasties, studies and the rules."""

import logging

from flask import Flask, render_template, request

from kingdomino.dynasty import GAMES
from replays.folds import Damaged
from replays.identity import GameId
from replays.match import Match, Status
from replays.view import state
from service import boards, examples, game_options
from service.api.asking import may_see
from service.api.dynasties import dynasty_of
from service.api.studies import study_text
from service.api.support import game_id, match_of, names_of
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
    app.add_url_rule("/studies/<study>", endpoint="study", view_func=study)


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
    """The newest games of these that may be seen, and the cursor of those that follow.

    422 for a cursor that there is not.
    """
    tables, cursors = services().tables, services().cursors
    try:
        place = cursors.open(cursor)
        found, last = tables.log.list_games(limit=limit, status=status, player=player, cursor=place)
    except ValueError:
        raise Problem(422, "request/invalid", "this is no place in the list of games") from None
    return [match for match in tables.matches.readable(found) if may_see(match)], cursors.seal(last)


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
    match = _seen(game)
    position = _position(match) if match else {"state": None}
    return render_template("table.html", game=game_id(game), **position)


def replay(game: str) -> str:
    """One game move by move, also where the log is damaged."""
    known = _known(game)
    return render_template("replay.html", game=known, record=f"/api/v1/games/{known}")


def _position(match: Match) -> dict[str, object]:
    """What the page of a game shows without scripts."""
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
    found = dynasty_of(dynasty)
    return render_template("dynasty.html", dynasty=found, names=names_of(found), games=GAMES)


def study(study: str) -> str:
    """One study, shown by the same script as a game, and said to be none."""
    study_text(study)  # 404 where there is none
    return render_template("study.html", study=study, record=f"/api/v1/studies/{study}")


def _known(game: str) -> GameId:
    """The id of a game that may be seen, also where its log is damaged; 404 where there is none."""
    _seen(game)
    return game_id(game)


def _seen(game: str) -> Match | None:
    """A game that may be seen, None where its log is damaged; 404 where there is none."""
    try:
        return match_of(game)
    except Damaged as damage:
        log.warning("shown as far as it can be read: %s", damage)
        return None
