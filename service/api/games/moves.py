"""Legal moves, their gains, and making a move."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Response

from kingdomino.analysis.gains import gains, offers, placement_gain
from kingdomino.board.kingdom import Placement
from kingdomino.board.numbers import Seat
from kingdomino.game import Game
from kingdomino.game.commands import Command
from kingdomino.machine import legal_commands
from replays.commands.tables import Move
from replays.match.aggregate import Match
from service.api.games.schemas.gains import OffersAnswer, OffersQuery, offer_of, preview_of
from service.api.games.schemas.legal_moves import MovesAnswer
from service.api.games.schemas.moves import MoveSchema
from service.api.games.schemas.recruits import cavemen_of
from service.api.games.schemas.states import StateAnswer
from service.api.shared.answers import JSON, RECEIPT_HEADER, send_state, with_receipt
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.commands import command_of
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists, own_game_exists, signed_in
from service.api.shared.headers import MoveHeaders
from service.application.accounts.access.scopes import Scope
from service.application.problem import Problem
from service.http.costs.weights import UnseenWork
from service.http.endpoints import ALWAYS
from service.services import services
from service.shared.hints import check_hints, has_hints

blueprint = ApiBlueprint("moves", __name__, description="Legal moves, their gains, and making a move.")

_ANSWER = MovesAnswer()

LONGEST_LIST = 300
"""The maximum number of moves in a response."""


@blueprint.route("/games/<game>/moves", methods=["GET"], weight=2)
@game_exists
@blueprint.written(200, MovesAnswer)
@blueprint.doc(responses=errors(404, 503))
def index(match: Match) -> Response:
    """Every legal move of the player to act; `version` is the version to name in If-Match.

    `gains` has the points that each placement, fire and caveman put brings, and `previews` their parts.
    `cavemen` has the most that each caveman on offer could bring, while one can be recruited.

    If a player in Origins can pay for a caveman in more than 300 ways, the list has a sample of them and the
    pass, and `omitted` is the number of moves left out; those are legal, too.
    """
    return Response(services().states.moves(match, partial(_listed, match)), content_type=JSON)


def _listed(match: Match) -> Any:
    found = moves_of(match.game, hints=has_hints(match)) if match.game else {"moves": []}
    seat = match.game.mover if match.game else None
    return _ANSWER.dump({"seat": seat, "version": match.head.version, **found})


def moves_of(game: Game, *, hints: bool) -> dict[str, Any]:
    """The legal moves in the form of `MovesAnswer`; with hints also their gains."""
    commands = legal_commands(game)
    listed = some_of(commands)
    omitted = {"omitted": len(commands) - len(listed)} if len(listed) < len(commands) else {}
    return {"moves": listed, **omitted, **(_gains(game, listed) if hints else {})}


def _gains(game: Game, commands: Sequence[Command]) -> dict[str, Any]:
    found = gains(game, commands)
    origins = game.rules.origins
    return {
        "gains": [gain and gain.points for gain in found],
        "previews": [gain and preview_of(gain, origins=origins) for gain in found],
        **cavemen_of(game),
    }


@blueprint.route(
    "/games/<game>/offers",
    methods=["GET"],
    weight=UnseenWork(3, "it depends on the position how much is compared"),
)
@game_exists
@blueprint.arguments(OffersQuery, location="query")
@blueprint.response(200, OffersAnswer)
@blueprint.doc(responses=errors(403, 404, 409, 422, 503))
def offered(query: dict[str, Any], match: Match) -> dict[str, Any]:
    """The free dominoes on offer, in the order of the line, each with the most points that it could bring.

    Each is evaluated alone, as if it were placed next. For an illegal placement the error has the rules'
    code. At a table without a preview of points it is `hints/off`.
    """
    check_hints(match)
    seat = query["seat"] if query["seat"] is not None else match.mover
    if seat is not None and seat >= match.players:
        wrong = {"query": {"seat": [f"The game has the seats 0 to {match.players - 1}."]}}
        raise Problem(422, "request/invalid", "the request has wrong values", {"errors": wrong})
    known = offers(match.game, Seat(seat), query["place"]) if match.game and seat is not None else []
    return {
        "seat": seat,
        "version": match.head.version,
        "offers": [offer_of(each) for each in known],
        **_placed(match.game, seat, query["place"]),
    }


def _placed(game: Game | None, seat: int | None, place: Placement | None) -> dict[str, Any]:
    if game is None or game.mover is None or seat is None or place is None:
        return {}
    gain = placement_gain(game, Seat(seat), place)
    return {"placed": {"gain": gain.points, "preview": preview_of(gain, origins=game.rules.origins)}}


def some_of(commands: Sequence[Command]) -> Sequence[Command]:
    """The commands; if there are too many, an even sample of them and the last one, which is the pass."""
    if len(commands) <= LONGEST_LIST:
        return commands
    *others, last = commands
    return [*others[:: -(-len(others) // (LONGEST_LIST - 1))], last]


@blueprint.route("/games/<game>/moves", methods=["POST"], weight=1, works=ALWAYS)
@signed_in(Scope.PLAY)
@own_game_exists
@blueprint.arguments(MoveHeaders, location="headers")
@blueprint.arguments(MoveSchema)
@blueprint.written(201, StateAnswer, headers=RECEIPT_HEADER)
@blueprint.doc(responses=errors(401, 403, 404, 409, 412, 422, 428, 503))
def create(headers: dict[str, Any], chosen: Command, match: Match, player: str) -> Response:
    """Make a move; If-Match names the version that the move is based on."""
    move = Move(player, chosen, headers["version"])
    made = services().tables.move(match, move, command_of(headers["key"], player)).after
    return with_receipt(send_state(made, 201), made)
