"""The standings of a dynasty, and joining it."""

from flask import Flask, Response, render_template, url_for

from kingdomino.dynasty import GAMES
from replays.dynasty.aggregate import DYNASTIES
from replays.dynasty.kind import DYNASTY
from service.http.endpoints import NORMALLY
from service.pages.games.joining import blueprint, sitter_at
from service.pages.games.lookup import shared
from service.pages.shared.current_player import me
from service.services import services
from service.shared.visibility import series_of, sight


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


@blueprint.post("/dynasties/<dynasty>/seats", weight=1, works=NORMALLY, endpoint="dynasty")
def join(dynasty: str) -> Response:
    """Take the lowest free seat of a dynasty, as the signed-in player or as a new guest."""
    found = series_of(DYNASTIES, dynasty)
    sitter, response = sitter_at(
        found, url_for("dynasty", dynasty=found.id, invitation=sight().given_key(found))
    )
    services().streams.commands(DYNASTY).join(found, sitter, None)
    return response
