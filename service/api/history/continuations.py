"""Continuations of a finished game against bots, from any version; computed and not stored."""

from typing import Any

import orjson
from flask import Response

from kingdomino.board.numbers import Seat
from kingdomino.game import Stage
from kingdomino.transcript.tokens import format_command
from replays.match.aggregate import Match
from replays.projections.continuations import CommandRefused, Continuation, continued
from replays.projections.view import state
from service.api.games.games import at_version
from service.api.games.moves import moves_of
from service.api.history.continuation_schemas import ContinuationAnswer, ContinuationQuery
from service.api.history.variations import begun, seat_at
from service.api.shared.answers import JSON
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.conditional import send_kept
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists
from service.application.caches.answers import Document
from service.application.games.reviews.subject import refuse_unless_over
from service.application.problem import Problem
from service.http.costs.weights import UnseenWork
from service.services import services

_ANSWER = ContinuationAnswer()

blueprint = ApiBlueprint(
    "continuations", __name__, description="Playing on against bots from a version of a finished game."
)


@blueprint.route(
    "/games/<game>/continuation",
    methods=["GET"],
    weight=UnseenWork(60, "it depends on the position how much the bots consider"),
)
@game_exists
@blueprint.arguments(ContinuationQuery, location="query")
@blueprint.written(200, ContinuationAnswer)
@blueprint.doc(responses=errors(403, 404, 409, 422, 503))
def show(query: dict[str, Any], match: Match) -> Response:
    """Play on from a version of a finished game: you move for one seat, a bot for all others.

    The moves in `play` are made; then the bots move until it is your turn or the game has ended. Dominoes
    that had not been revealed at that version are dealt anew from `seed`; the same request has the same
    response. Seats that players had left play too. Nothing is stored. For an unfinished game it is
    `continuation/game-running`, and `continuation/scoring` until its points are counted. If the rules refuse
    a move, the error has their code, with the number of the move in the list as `move`. At a version after
    the game's end it is `game/over`.
    """
    refuse_unless_over(match, "continuation")
    names = services().players.names_of(match)
    play = " ".join(map(format_command, query["play"]))  # normalized: one query has many spellings
    asked = (query["version"], query["seat"], query["bot"], query["seed"], play)
    key = ("continuation", match.head.hash, asked, *names.items())
    return send_kept(
        services().documents, key, lambda: _worked_out(match, query, names), lambda made: made.body, JSON
    )


def _worked_out(latest: Match, query: dict[str, Any], names: dict[str, str | None]) -> Document:
    seat = None if query["seat"] is None else seat_at(latest, query["seat"])
    match = at_version(latest, query["version"])
    if begun(match).stage is Stage.OVER:
        text = f"the game had ended at version {match.head.version}: name an earlier one"
        raise Problem(409, "game/over", text)
    found = _continued(match, seat, query)
    shown = state(found.match, names)
    del shown["hash"]
    answer = {
        "seat": found.seat,
        "play": " ".join(map(format_command, found.commands)),
        "events": [frame.public() for frame in found.frames],
        "state": shown,
        **moves_of(begun(found.match), hints=True),
    }
    return Document(orjson.dumps(_ANSWER.dump(answer), option=orjson.OPT_APPEND_NEWLINE))


def _continued(match: Match, seat: Seat | None, query: dict[str, Any]) -> Continuation:
    past = services().tables.log.read(match.id, upto=match.head.version)
    bot, play, seed = query["bot"], query["play"], query["seed"]
    try:
        return continued(match, past, seat=seat, bot=bot, commands=play, seed=seed)
    except CommandRefused as refused:
        text = f"move {refused.number}, {format_command(refused.command)}: {refused.violation.text}"
        raise Problem(409, refused.violation.code, text, {"move": refused.number}) from refused
