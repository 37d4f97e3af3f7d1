"""The audit page of a game."""

from flask import Flask, render_template

from kingdomino.rules.versions import VERSIONS
from service.pages.games.lookup import known


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.add_url_rule("/games/<game>/audit", endpoint="audit", view_func=audit, weight=5)


def audit(game: str) -> str:
    """The audit page of a game; its scripts fetch the bundle and check it in the browser."""
    return render_template("audit/audit.html", game=known(game), versions=VERSIONS.numbers)
