"""The page for importing a written game as a study, with the viewer's own studies."""

from datetime import UTC, datetime

from flask import Flask, render_template

from service.application.games.texts.studies import MOST_BYTES
from service.pages.shared.current_player import me
from service.services import services

SHOWN = 30
"""The number of the viewer's studies that the page lists, newest first."""


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.add_url_rule("/studies", endpoint="import", view_func=importing, weight=6)


def importing() -> str:
    """The import form, which needs scripts, and the viewer's newest studies."""
    here = me()
    mine = services().studies.of(here["id"]) if here else {}
    newest = list(mine.items())[:SHOWN]
    return render_template(
        "replay/import.html",
        most=MOST_BYTES,
        mine=[(study, datetime.fromtimestamp(at / 1000, UTC)) for study, at in newest],
        more=len(mine) - len(newest),
    )
