"""What a player may do, and doing it."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from flask import Response, g
from marshmallow import ValidationError

from kingdomino.commands import Command
from kingdomino.machine import legal_commands
from replays.commands.tables import Move
from replays.match.aggregate import Match
from service.api.docs import MOVE_BODY
from service.api.games.move_schemas import dump_move, load_move
from service.api.games.schemas import MoveHeaders, MovesAnswer, StateAnswer
from service.api.shared.errors import errors
from service.api.shared.support import (
    RECEIPT_HEADER,
    ApiBlueprint,
    body,
    command_of,
    game_exists,
    own_game_exists,
    read_json,
    send_json,
    signed_in_when_appended,
    state_with,
    with_receipt,
)
from service.http.foresight import Foresight, Names
from service.problem import Problem
from service.services import services

blueprint = ApiBlueprint("moves", __name__, description="Legal moves, and making one.")

LONGEST_LIST = 300
"""How many moves are listed at most."""

MOVES_KEPT = 5_000
LONGEST_KEPT = 128
"""The longest body, in bytes, of a move that is kept with what was read of it; together a few MB."""

_VERSION = re.compile(r'(?:W/)?"([0-9]{1,15})"|([0-9]{1,15})')


@blueprint.route("/games/<game>/moves", methods=["GET"])
@game_exists
@blueprint.response(200, MovesAnswer)
@blueprint.doc(responses=errors(404, 503))
def index(game: str) -> Response:  # noqa: ARG001 - in g.match
    """Every legal move of the player to act; `version` is what to name in If-Match.

    Where a player in Origins can pay for a caveman in more than 300 ways, the list has some of them and the
    pass, and `omitted` says how many it has not; those are legal all the same.
    """
    match = g.match
    commands = legal_commands(match.game) if match.game else ()
    listed = some_of(commands)
    answer = {
        "seat": match.game.mover if match.game else None,
        "version": match.head.version,
        "moves": [dump_move(command) for command in listed],
    }
    if len(listed) < len(commands):
        answer["omitted"] = len(commands) - len(listed)
    return send_json(answer)


def some_of(commands: Sequence[Command]) -> Sequence[Command]:
    """The commands, or where they are too many an even sample of them and the last, which is the pass."""
    if len(commands) <= LONGEST_LIST:
        return commands
    *others, last = commands
    return [*others[:: -(-len(others) // (LONGEST_LIST - 1))], last]


@blueprint.route("/games/<game>/moves", methods=["POST"])
@signed_in_when_appended
@own_game_exists
@blueprint.arguments(MoveHeaders, location="headers")
@blueprint.response(201, StateAnswer, headers=RECEIPT_HEADER)
@blueprint.doc(requestBody=MOVE_BODY, responses=errors(401, 403, 404, 409, 412, 422, 428, 503))
def create(headers: dict[str, Any], game: str) -> Response:  # noqa: ARG001 - in g.match
    """Make a move; If-Match names the version it was thought out for."""
    try:
        chosen = _chosen(body())
    except ValidationError as error:
        problem = {"errors": {"json": error.messages}}
        raise Problem(422, "request/invalid", "the move has wrong values", more=problem) from error
    move = Move(g.player, chosen, _expected(headers["version"]))
    parts, command = services(), command_of(headers["key"])
    foresight = Foresight(_answer, parts.players)
    made = parts.tables.move(g.match, move, command, g.proviso, foresight.foresee)
    return foresight.answer(made.match)


def _chosen(text: bytes) -> Command:
    """The move that a body names; a `ValidationError`, or 400 where it is not JSON."""
    return _kept(text) if len(text) <= LONGEST_KEPT else _read(text)


def _read(text: bytes) -> Command:
    return load_move(read_json(text))


_kept = lru_cache(MOVES_KEPT)(_read)
"""The moves read last: there are not so many ways to choose or place a domino, and to read one takes long."""


def _answer(match: Match, names: Names) -> Response:
    return with_receipt(state_with(match, names, 201), match)


def _expected(if_match: str | None) -> int | None:
    """The version that an If-Match header names; `W/"5"` and a bare 5 count as "5"."""
    if if_match is None:
        return None
    found = _VERSION.fullmatch(if_match.strip())
    if not found:
        raise Problem(422, "request/invalid", f'If-Match is {if_match!r}: name one version, as in "7"')
    return int(found[1] or found[2])
