"""The standings of a dynasty."""

from flask import Flask, render_template

from kingdomino.dynasty import GAMES
from replays.dynasty.aggregate import DYNASTIES
from service.pages.games.lookup import shared
from service.pages.shared.current_player import me
from service.services import services
from service.shared.visibility import series_of


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.add_url_rule("/dynasties/<dynasty>", endpoint="dynasty", view_func=dynasty, weight=4)


def dynasty(dynasty: str) -> str:
    """The standings of a dynasty, with links to the replays of its games."""
    found, here = series_of(DYNASTIES, dynasty), me()
    return render_template(
        "lobby/dynasty.html",
        dynasty=found,
        names=services().players.names_of(found),
        games=GAMES,
        running=found.games[-1] if found.running else None,
        seated=here is not None and found.seat_of(here["id"]) is not None,
        share=shared(found, "dynasty"),
    )
