"""Variations: kingdoms after other moves than those played. They are computed and not stored."""

from collections.abc import Iterable
from typing import Any

import orjson
from flask import Response

from kingdomino.analysis.variation import Variation
from kingdomino.board.numbers import Seat
from kingdomino.game import Game
from kingdomino.game.commands import Command, Discard, Place
from kingdomino.rules.violations import RuleViolation
from kingdomino.transcript.tokens import format_command
from replays.encoding.entries import StoredEvent
from replays.match.aggregate import Match
from replays.match.deciding.decisions import Refusal
from replays.projections.variations import played, unseen
from replays.projections.view import kingdom_of
from service.api.games.games import at_version
from service.api.history.variation_schemas import VariationAnswer, VariationQuery
from service.api.shared.answers import JSON
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.conditional import send_kept
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists
from service.application.caches.answers import Document
from service.application.problem import Problem
from service.services import services
from service.shared.hints import check_hints

_ANSWER = VariationAnswer()

blueprint = ApiBlueprint("variations", __name__, description="Kingdoms after other moves than those played.")


@blueprint.route("/games/<game>/variation", methods=["GET"], weight=5)
@game_exists
@blueprint.arguments(VariationQuery, location="query")
@blueprint.written(200, VariationAnswer)
@blueprint.doc(responses=errors(403, 404, 409, 422, 503))
def show(query: dict[str, Any], match: Match) -> Response:
    """The kingdom that a seat would have if it had placed differently from a version on.

    The seat places dominoes of the lines, or dominoes not yet dealt, one after the other; the other seats do
    nothing, and nobody chooses or recruits. If the rules refuse a move, the error has their code, with the
    number of the move in the list as `move`. Nothing is stored. A game that has not started has no variation:
    `game/not-started`. At a table without a preview of points there is none before the game is over:
    `hints/off`.
    """
    if not match.is_over:
        check_hints(match)
    play = " ".join(map(format_command, query["play"]))  # normalized: one query has many spellings
    key = ("variation", match.head.hash, query["version"], query["seat"], query["domino"], play)
    return send_kept(
        services().documents, key, lambda: _worked_out(match, query), lambda made: made.body, JSON
    )


def _worked_out(latest: Match, query: dict[str, Any]) -> Document:
    match, commands = at_version(latest, query["version"]), query["play"]
    seat = _seat(match, query["seat"])
    record = services().tables.log.read(match.id, upto=latest.head.version)
    past, future = record[: match.head.version], record[match.head.version :]
    variation = _play(Variation.begin(begun(match), seat, unseen(past)), commands)
    found = {
        "version": match.head.version,
        "seat": seat,
        "kingdom": kingdom_of(variation.game, seat),
        "dominoes": sorted(variation.dominoes) if variation.left else [],
        "moves": variation.moves(query["domino"]),
        "played": _played(latest, seat, commands, future) if commands and not variation.due else None,
    }
    return Document(orjson.dumps(_ANSWER.dump(found), option=orjson.OPT_APPEND_NEWLINE))


def _seat(match: Match, seat: int | None) -> Seat:
    return match.mover or Seat(0) if seat is None else seat_at(match, seat)


def seat_at(match: Match, seat: int) -> Seat:
    """The seat with this number; 422 if the table does not have it."""
    if seat < match.players:
        return Seat(seat)
    wrong = {"query": {"seat": [f"The game has the seats 0 to {match.players - 1}."]}}
    raise Problem(422, "request/invalid", "the request has wrong values", {"errors": wrong})


def begun(match: Match) -> Game:
    """The game of a match that has started; otherwise raises `game/not-started`."""
    if match.game is None:
        raise Refusal("game/not-started", "the game has not started, so nothing can be placed yet")
    return match.game


def _play(variation: Variation, commands: Iterable[Command]) -> Variation:
    for number, command in enumerate(commands, start=1):
        try:
            variation = variation.play(command)
        except RuleViolation as refused:
            text = f"move {number}, {format_command(command)}: {refused.text}"
            raise Problem(409, refused.code, text, {"move": number}) from refused
    return variation


def _played(
    latest: Match, seat: Seat, commands: Iterable[Command], future: Iterable[StoredEvent]
) -> dict[str, Any] | None:
    """The kingdom in the game when the seat had placed as many dominoes; None if it never had."""
    dominoes = sum(isinstance(command, Place | Discard) for command in commands)
    version = played(future, seat, dominoes)
    if version is None:
        return None
    return {"version": version, "kingdom": kingdom_of(begun(at_version(latest, version)), seat)}
