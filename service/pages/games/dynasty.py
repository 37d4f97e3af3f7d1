"""The standings of a dynasty, joining it, and a player's own."""

from flask import Flask, Response, render_template, url_for

from kingdomino.dynasty import GAMES
from replays.dynasty.aggregate import DYNASTIES, Dynasty
from replays.dynasty.kind import DYNASTY
from replays.log.listing import Question
from service.http.endpoints import NORMALLY
from service.pages.games.joining import blueprint, sitter_at
from service.pages.games.lookup import shared
from service.pages.shared.current_player import me
from service.services import services
from service.shared.visibility import series_of, sight

LOOKED_AT = 60
"""The number of a player's newest dynasties that are searched for unfinished ones."""


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.add_url_rule("/dynasties/<dynasty>", endpoint="dynasty", view_func=dynasty, weight=4)


def dynasties_of(player: str) -> list[Dynasty]:
    """The player's unfinished dynasties among the newest."""
    question = Question(DYNASTIES.listing, player=player)
    ids, _ = services().tables.log.list_streams(question, limit=LOOKED_AT)
    found = services().streams.of(DYNASTIES).readable(ids)
    return [dynasty for dynasty in found if not dynasty.is_over]


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
