"""Joining a table with a form that needs no script: a visitor enters a name and takes a seat."""

from flask import Flask, Response, url_for

from replays.bootstrap import now_ms
from replays.match.aggregate import Sitter
from replays.match.deciding.decisions import check_invited, free_seat
from replays.match.kinds import Table
from service.application.problem import Problem
from service.http.authentication import keep_session
from service.http.endpoints import NORMALLY
from service.pages.shared.current_player import me, own_pages
from service.pages.shared.forms import form_of, see_other, wrong_fields
from service.services import services
from service.shared.accounts.accounts import registered
from service.shared.accounts.audit import record_session
from service.shared.accounts.schemas import PlayerRequest
from service.shared.visibility import match_of, sight

NEWCOMER = ""
"""The id that stands for a guest who is not registered yet; no account has it."""

blueprint = own_pages("joining", __name__)


def register(app: Flask) -> None:
    """Add the addresses to the app."""
    app.register_blueprint(blueprint)


@blueprint.post("/games/<game>/seats", weight=1, works=NORMALLY)
def game(game: str) -> Response:
    """Take the lowest free seat of a game, as the signed-in player or as a new guest."""
    match = match_of(game)
    sitter, response = sitter_at(match, url_for("game", game=match.id, invitation=sight().given_key(match)))
    services().tables.join(match, sitter, None)
    return response


def sitter_at(table: Table, path: str) -> tuple[Sitter, Response]:
    """The new sitter and the redirect to the table; a guest is registered only if a seat is free."""
    response, here = see_other(path), me()
    player = here["id"] if here else NEWCOMER
    free_seat(table.sitters, table.players, player)
    check_invited(table.created.options, player)
    services().seat_quota.check_seat(player, table)
    if here is None:
        now = now_ms()
        made = registered(_name(), None, now)
        session = services().sessions.begin_guest(made.id, made.name, made.token, now)
        record_session(session.player, session.token)
        response, player = keep_session(response, session.token, session.device), made.id
    return Sitter(player, None), response  # entropy that the service created would protect nobody


def _name() -> str:
    """The name in the form; 422 with a sentence that says which names are valid."""
    try:
        return str(form_of(PlayerRequest)["name"])
    except Problem as problem:
        sentence = wrong_fields(problem).get("name")
        if sentence is None:
            raise
        raise Problem(problem.status, problem.code, sentence, more=problem.more) from None
