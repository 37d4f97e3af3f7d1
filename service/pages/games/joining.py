"""Taking a seat by a form that needs no script: whoever follows a link writes a name and is at the table."""

from flask import Flask, Response, url_for

from replays.bootstrap import now_ms
from replays.match.aggregate import Sitter
from replays.match.deciding.decisions import check_invited, free_seat
from service.games.visibility import Table
from service.http.authentication import keep_session
from service.pages.shared.current_player import me, own_pages
from service.pages.shared.forms import form_of, wrong_fields
from service.problem import Problem
from service.services import services
from service.shared.accounts.accounts import registered
from service.shared.accounts.audit import record_session
from service.shared.accounts.schemas import PlayerRequest
from service.shared.seats import check_seat
from service.shared.tables import dynasty_of, match_of
from service.shared.visibility import key_of

NEWCOMER = ""
"""Stands for a guest who is to be registered: nobody's id."""

blueprint = own_pages("joining", __name__)


def register(app: Flask) -> None:
    """Add the addresses to the app."""
    app.register_blueprint(blueprint)


@blueprint.post("/games/<game>/seats")
def game(game: str) -> Response:
    """Take the lowest free seat of a game, as who is here or as a new guest."""
    match = match_of(game)
    sitter, response = _sitter(match, url_for("game", game=match.id, invitation=key_of(match)))
    services().tables.join(match, sitter, None)
    return response


@blueprint.post("/dynasties/<dynasty>/seats")
def dynasty(dynasty: str) -> Response:
    """The same of a dynasty."""
    found = dynasty_of(dynasty)
    sitter, response = _sitter(found, url_for("dynasty", dynasty=found.id, invitation=key_of(found)))
    services().dynasties.join(found, sitter, None)
    return response


def _sitter(table: Table, path: str) -> tuple[Sitter, Response]:
    """Who sits down, and the answer that leads to the table; a guest is registered if there is a seat."""
    response, here = Response(status=303, headers={"Location": path}), me()
    player = here["id"] if here else NEWCOMER
    free_seat(table.sitters, table.players, player)
    check_invited(table.created.options, player)
    check_seat(player, table)
    if here is None:
        now = now_ms()
        made = registered(_name(), None, now)
        session = services().sessions.begin_guest(made.id, made.name, made.token, now)
        record_session(session.player, session.token)
        response, player = keep_session(response, session.token, session.device), made.id
    return Sitter(player, None), response  # entropy that the service made would protect nobody


def _name() -> str:
    """The name on the form; 422 with a sentence that says what would be one."""
    try:
        return str(form_of(PlayerRequest)["name"])
    except Problem as problem:
        sentence = wrong_fields(problem).get("name")
        if sentence is None:
            raise
        raise Problem(problem.status, problem.code, sentence, more=problem.more) from None
