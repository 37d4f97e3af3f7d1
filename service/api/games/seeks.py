"""Even games: a table with somebody near the player's rating, or a new one that waits for such a player."""

from typing import Any

from marshmallow import Schema, fields, validate

from kingdomino.rules import Rules
from replays.bootstrap import now_ms
from replays.clocks.controls import DAY
from replays.clocks.spec import ClockSpec, TimeControl
from replays.commands.tables import NewTable
from replays.events.game_events import Absent, OnTimeout, Options
from replays.log.event_log import CommandId
from replays.log.listing import GAMES
from replays.match.aggregate import Match
from service.api.games.schemas.attendance import clock_field
from service.api.games.schemas.rules import RulesField
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.commands import new_id
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.application.accounts.access.scopes import Scope
from service.application.games.seats.again import settled
from service.application.games.seats.opened_tables import Opening
from service.application.games.seats.seeks import Seek
from service.http.client_address import address
from service.http.costs.weights import TABLES_THAT_WAIT
from service.http.endpoints import NORMALLY
from service.services import services
from service.shared.fields import Strict, WholeNumber
from service.shared.visibility import sight

blueprint = ApiBlueprint("seeks", __name__, description="Even games: tables near a player's rating.")


USUAL_CLOCK = ClockSpec(TimeControl.PER_TURN, 3 * DAY, 3 * DAY, 3 * DAY)


class SeekRequest(Strict):
    """The kind of game that the player looks for."""

    rules = RulesField(load_default=Rules)
    players = WholeNumber(
        load_default=2, validate=validate.Range(2, 4), metadata={"description": "Number of seats."}
    )
    clock = clock_field(USUAL_CLOCK, "By default 3 days for each turn.")


class SeekAnswer(Schema):
    """The table at which to take a seat."""

    table = fields.String(required=True, metadata={"description": "Id of the game."})
    found = fields.Boolean(
        required=True, metadata={"description": "True if somebody waits there; false for a new table."}
    )


class WaitingSeekAnswer(Schema):
    """A table that waits."""

    table = fields.String(required=True, metadata={"description": "Id of the game."})
    players = fields.Integer(required=True, metadata={"description": "Number of seats."})
    rating = fields.Integer(required=True, metadata={"description": "Mean rating of the players there."})
    band = fields.Integer(
        required=True, metadata={"description": "Greatest difference of ratings now; it grows with time."}
    )
    since = fields.Integer(required=True, metadata={"description": "Time of its opening in ms UTC."})


class SeeksAnswer(Schema):
    """The tables that wait, and how long such tables waited."""

    seeks = fields.List(fields.Nested(WaitingSeekAnswer), required=True)
    usual = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Median of the measured waiting times in ms; null if there are none."},
    )
    measured = fields.Integer(
        required=True, metadata={"description": "Number of waiting times behind `usual`, at most 100."}
    )


@blueprint.route("/seeks", methods=["GET"], weight=TABLES_THAT_WAIT)
@blueprint.response(200, SeeksAnswer)
@blueprint.doc(responses=errors(503))
def index() -> dict[str, Any]:
    """The tables that wait for somebody near the rating of their players, those that wait longest first."""
    seeks, waits = services().seeks.waiting(), services().seeks.waits()
    shown = [_form(seek) for seek in seeks if sight().may_see(seek.table)]
    return {"seeks": shown, "usual": waits.usual, "measured": waits.measured}


@blueprint.route("/seeks", methods=["POST"], weight=TABLES_THAT_WAIT, works=NORMALLY)
@signed_in(Scope.PLAY)
@blueprint.commanding
@blueprint.arguments(SeekRequest)
@blueprint.response(200, SeekAnswer)
@blueprint.doc(responses=errors(401, 409, 422, 429, 503))
def seek(body: dict[str, Any], player: str, command: CommandId | None) -> dict[str, Any]:
    """Find a rated public game of this kind with somebody near your rating, or open one that waits.

    You take the seat with `POST /games/{table}/seats`, in both cases. Two players are near if their ratings
    differ by at most 100 points, and 50 more for each hour that the table has waited, or for each minute if
    the clock begins with less than an hour. If you wait at such a table already, it is that one.
    """
    parts, new = services(), _table(body, player)
    with parts.seeks.alone():
        found = parts.seeks.found(player, new)
        if found is not None:
            return {"table": found.id, "found": True}
        own = parts.seeks.own(player, new) or _opened(new, player, command)
        return {"table": own.id, "found": False}


def _opened(new: NewTable, player: str, command: CommandId | None) -> Match:
    parts, game = services(), new_id(command, "seek")
    there = parts.tables.matches.current(game) if command else None
    parts.seat_quota.open(player, new, Opening(GAMES, game, address()), there)
    match = parts.tables.create(game, new, command).after
    parts.seeks.mark(match)
    return match


def _table(body: dict[str, Any], player: str) -> NewTable:
    clock = body["clock"] or USUAL_CLOCK
    options = Options(
        absent=Absent.END,
        rated=True,
        clock=clock,
        offsets=settled(clock, now_ms()),
        on_timeout=OnTimeout.FORFEIT,
    )
    return NewTable(body["rules"], body["players"], player, None, options)


def _form(seek: Seek) -> dict[str, Any]:
    table = seek.table
    form = {"table": table.id, "players": table.players, "since": table.created_at}
    return form | {"rating": seek.rating, "band": seek.band}
