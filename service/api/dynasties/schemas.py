"""Schemas of responses about dynasties; requests have the schemas of games."""

from marshmallow import Schema, fields, validate

from replays.events.causes import TIMEOUT
from replays.match.aggregate import Status
from service.api.games.schemas.events import EventAnswer, Fault
from service.api.games.schemas.rules import RulesField
from service.api.games.schemas.states import PlayerAtTable
from service.shared.fields import Identity, Strict
from service.shared.lists.paging import Cursor, NextCursor, PageLimit

STATUSES = (Status.OPEN, Status.ACTIVE, Status.SCORED, Status.ABORTED)
"""The possible statuses of a dynasty."""


class DynastyGame(Schema):
    """A game of a dynasty; `active` until the dynasty has counted its points, then `scored`."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf([Status.ACTIVE.value, Status.SCORED.value]))
    points = fields.List(fields.Integer(), required=True, allow_none=True)


class DynastyAnswer(Schema):
    """The public state of a dynasty: `open` until all seats are taken, `scored` when it is decided.

    It is `aborted` if the seats were not taken in time.
    """

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    status = fields.String(required=True, validate=validate.OneOf([s.value for s in STATUSES]))
    rules = RulesField(required=True)
    players = fields.List(fields.Nested(PlayerAtTable), required=True)
    games = fields.List(fields.Nested(DynastyGame), required=True)
    totals = fields.List(
        fields.Integer(),
        required=True,
        metadata={"description": "Points of each seat, by seat, in the games counted so far."},
    )
    winners = fields.List(
        fields.Integer(),
        required=True,
        allow_none=True,
        metadata={
            "description": "Seats with the most points, once the dynasty is decided; several seats share "
            "the victory."
        },
    )
    abort_cause = fields.String(
        validate=validate.Equal(TIMEOUT),
        metadata={
            "description": "Reason why the dynasty was called off: `timeout`, the seats were not taken in "
            "time."
        },
    )


class DynastySummary(DynastyAnswer):
    """A dynasty in a list."""

    seats = fields.Integer(required=True)
    created_at = fields.Integer(required=True)
    updated_at = fields.Integer(required=True)


class DynastiesAnswer(Schema):
    """A page of dynasties, the newest first."""

    dynasties = fields.List(fields.Nested(DynastySummary), required=True)
    next = NextCursor()


class DynastyFrame(Schema):
    """An event of a dynasty or of its game `game`, with the state of the dynasty or game just after it."""

    game = fields.String(required=True, allow_none=True)
    version = fields.Integer(required=True)
    event = fields.Nested(EventAnswer, required=True)
    state = fields.Raw(
        required=True,
        metadata={
            "anyOf": [
                {"$ref": "#/components/schemas/DynastyAnswer"},
                {"$ref": "#/components/schemas/StateAnswer"},
            ]
        },
    )


class DynastyFault(Fault):
    """The first fault: in the log of this game, or in the dynasty's own if `game` is null."""

    game = fields.String(required=True, allow_none=True)


class DynastyReplayAnswer(Schema):
    """All intact events of a dynasty and its games, in order, and the first fault if a log is damaged."""

    frames = fields.List(fields.Nested(DynastyFrame), required=True)
    fault = fields.Nested(DynastyFault)


class DynastiesQuery(Strict):
    """The filters and the page of a list of dynasties."""

    status = fields.String(load_default=None, validate=validate.OneOf([s.value for s in STATUSES]))
    player = Identity(load_default=None)
    cursor = Cursor()
    limit = PageLimit()
