"""Entering a tournament and withdrawing from it."""

from typing import Any

from flask import request

from replays.encoding.identity import GameId
from replays.log.event_log import CommandId
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import opening
from replays.tournament.kind import TOURNAMENT
from service.api.games.tables import sitter_at
from service.api.shared.answers import RECEIPT_HEADER, Answer, receipt
from service.api.shared.blueprints import ApiBlueprint, short
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.api.shared.parsing import RequestParser, json_body
from service.api.tournaments.schemas.directing import VersionAnswer
from service.api.tournaments.schemas.entering import EntriesAnswer, EntriesRequest, WithdrawalRequest
from service.api.tournaments.tournaments import tournament_exists
from service.application.accounts.access.scopes import Scope
from service.application.quotas.throttle import Attempt
from service.application.tournaments.entries import Line
from service.application.tournaments.lines import MOST_BYTES, read_lines
from service.http.authentication import access
from service.http.client_address import address
from service.http.costs.weights import ByBody
from service.http.endpoints import ALWAYS, NORMALLY
from service.services import services

CSV = "text/csv"


class EntriesParser(RequestParser):
    """Reads the body of entries: a JSON object, or a list of players as CSV by its Content-Type."""

    def load_json(self, req: Any, schema: Any) -> Any:  # noqa: ARG002 - webargs' signature
        """The value of the body; a list is checked by `read_lines` and not again by the schema."""
        if request.mimetype != CSV:
            return json_body()
        return {"players": [each.player for each in _listed()]}


def _listed() -> list[Line]:
    return read_lines(request.get_data())


class EntriesBlueprint(ApiBlueprint):
    """The blueprint of entries."""

    ARGUMENTS_PARSER = EntriesParser()


blueprint = EntriesBlueprint("entries", __name__, description="Entries of tournaments.")

_LIST = {
    "content": {
        CSV: {
            "schema": {"type": "string", "description": "One column `player`, ids or exact names."},
            "example": "player\r\nAnn\r\nBen\r\n",
        }
    }
}
"""The OpenAPI description of entries as CSV, besides JSON."""


@blueprint.route(
    "/tournaments/<tournament>/entries",
    methods=["POST"],
    weight=ByBody(80, MOST_BYTES),
    works=NORMALLY,
)
@signed_in(Scope.PLAY, Scope.ORGANIZE)
@short(MOST_BYTES, "a list of entries")
@tournament_exists
@blueprint.commanding
@blueprint.arguments(EntriesRequest, example={"players": ["Ann", "Ben"]})
@blueprint.response(201, EntriesAnswer, headers=RECEIPT_HEADER)
@blueprint.doc(requestBody=_LIST, responses=errors(401, 403, 404, 409, 422, 429, 503))
def create(body: dict[str, Any], tournament: Tournament, player: str, command: CommandId | None) -> Answer:
    """Enter yourself; or, as the director, up to 500 players or bots at once, all or none.

    With `from` the places of finished tournaments enter, in that order, without those who are out: a second
    stage, promotion and relegation are one request. A player is an id or an exact name. As `text/csv` the
    body is a list of players, one a line. If any cannot be entered nobody is, and `lines` of the problem
    `tournament/bad-entries` names each with its line or position, from 1.
    """
    if body["players"] is not None:
        return _players(body["players"], tournament, player, command)
    if body["bots"] is not None:
        services().throttle.count(Attempt.BOT_FROM, address(), len(body["bots"]))
        entered = services().entries.enter_bots(tournament, body["bots"], player, command).after
        numbers = [each.number + 1 for each in entered.field[-len(body["bots"]) :]]
        return {"entrants": numbers}, receipt(entered)
    if body["stages"] is not None:
        return _stages(body["stages"], tournament, player, command)
    access(Scope.PLAY)
    services().seat_quota.check_seat(player, tournament)
    sitter = sitter_at(tournament, player, body)
    entered = services().entries.enter(tournament, sitter, command).after
    found = entered.entrant_of(player)
    return {"entrant": found and found.number + 1}, receipt(entered)


def _players(players: list[str], tournament: Tournament, by: str, command: CommandId | None) -> Answer:
    lines = _listed() if request.mimetype == CSV else list(map(Line, range(1, len(players) + 1), players))
    entered = services().entries.enter_players(tournament, lines, by, command).after
    numbers = [each.number + 1 for each in entered.field[-len(lines) :]]
    return {"entrants": numbers}, receipt(entered)


def _stages(stages: list[Any], tournament: Tournament, by: str, command: CommandId | None) -> Answer:
    commands = services().streams.commands(TOURNAMENT)
    taken = [
        opening.OldPlaces(commands.tournament(GameId(str(each["tournament"]))), *each["places"])
        for each in stages
    ]
    entered = services().entries.take_places(tournament, taken, by, command).after
    before = len(entered.field) - sum(len(opening.placed(stage, by)) for stage in taken)
    return {"entrants": [each.number + 1 for each in entered.field[before:]]}, receipt(entered)


@blueprint.route("/tournaments/<tournament>/entries/mine", methods=["DELETE"], weight=1, works=ALWAYS)
@signed_in(Scope.PLAY)
@tournament_exists
@blueprint.arguments(WithdrawalRequest)
@blueprint.response(200, VersionAnswer, headers=RECEIPT_HEADER)
@blueprint.doc(responses=errors(401, 404, 409, 422, 503))
def delete(body: dict[str, Any], tournament: Tournament, player: str) -> Answer:
    """Withdraw from a tournament: no further round seats you.

    A game that runs goes on: resign to leave it.
    """
    commands = services().streams.commands(TOURNAMENT)
    left = commands.change(tournament, lambda now, _: opening.withdraw(now, player, body["reason"])).after
    return {"version": left.head.version}, receipt(left)
