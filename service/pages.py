"""The pages: a list of games, a game or a study move by move, a game's audit, a dynasty's standings."""

import logging

from flask import Flask, render_template, request

from kingdomino.dynasty import GAMES
from replays.folds import Damaged
from replays.identity import GameId
from service.api.asking import may_see
from service.api.dynasties import dynasty_of
from service.api.studies import study_text
from service.api.support import game_id, match_of, names_of
from service.problems import Problem
from service.services import services

PAGE_SIZE = 50

log = logging.getLogger(__name__)


def register(app: Flask) -> None:
    """Add the pages to the app."""
    app.add_url_rule("/", view_func=games)
    app.add_url_rule("/games/<game>", view_func=game)
    app.add_url_rule("/games/<game>/replay", endpoint="replay", view_func=game)
    app.add_url_rule("/games/<game>/audit", endpoint="audit", view_func=audit)
    app.add_url_rule("/dynasties/<dynasty>", endpoint="dynasty", view_func=dynasty)
    app.add_url_rule("/studies/<study>", endpoint="study", view_func=study)


def games() -> str:
    """The newest games that everybody may see, with whose turn it is."""
    tables, cursors = services().tables, services().cursors
    try:
        cursor = cursors.open(request.args.get("cursor"))
        found, last = tables.log.list_games(limit=PAGE_SIZE, cursor=cursor)
    except ValueError:
        raise Problem(422, "request/invalid", "this is no place in the list of games") from None
    matches = [match for match in tables.matches.readable(found) if may_see(match)]
    following = cursors.seal(last)
    return render_template("games.html", matches=matches, names=names_of(*matches), following=following)


def game(game: str) -> str:
    """One game; the script on the page steps through its replay, also where the log is damaged."""
    known = _known(game)
    return render_template("game.html", game=known, record=f"/api/v1/games/{known}")


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
    try:
        match_of(game)
    except Damaged as damage:
        log.warning("shown as far as it can be read: %s", damage)
    return game_id(game)
