"""The pages: a list of games, and one game move by move."""

from flask import Flask, render_template, request

from service.api.support import match_of, names_of
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
    cursor = request.args.get("cursor")
    found, following = tables.log.list_games(limit=PAGE_SIZE, cursor=cursor)
    matches = [match for match in map(tables.matches.current, found) if match]
    return render_template("games.html", matches=matches, names=names_of(*matches), following=following)


def game(game: str) -> str:
    """One game; the script on the page steps through its replay."""
    match = match_of(game)
    return render_template("game.html", match=match, names=names_of(match))
