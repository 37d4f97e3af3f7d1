"""The pages: a list of games, and one game move by move."""

from flask import Flask, render_template, request

from service.api.support import game_id, names_of
from service.problems import Problem, unknown_game
from service.services import services

PAGE_SIZE = 50


def register(app: Flask) -> None:
    """Add the pages to the app."""
    app.add_url_rule("/", view_func=games)
    app.add_url_rule("/games/<game>", view_func=game)
    app.add_url_rule("/games/<game>/replay", endpoint="replay", view_func=game)


def games() -> str:
    """The newest games, with whose turn it is."""
    tables = services().tables
    try:
        found, following = tables.log.list_games(limit=PAGE_SIZE, cursor=request.args.get("cursor"))
    except ValueError:
        raise Problem(422, "request/invalid", "this is no place in the list of games") from None
    matches = tables.matches.readable(found)
    return render_template("games.html", matches=matches, names=names_of(*matches), following=following)


def game(game: str) -> str:
    """One game; the script on the page steps through its replay, also where the log is damaged."""
    known = game_id(game)
    if services().tables.log.head(known) is None:
        raise unknown_game()
    return render_template("game.html", game=known)
