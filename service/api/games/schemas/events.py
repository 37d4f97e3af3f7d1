"""Schemas of events and replays.

They are written by orjson, as states are (`states.py`); the contract tests check them against these schemas.
"""

from marshmallow import Schema, fields

from service.api.games.schemas.states import StateAnswer
from service.api.shared.places import PlaceField
from service.shared.fields import Strict
from service.shared.lists.paging import PageLimit


class EventAnswer(Schema):
    """An event as it was stored, with its hash in the chain."""

    actor = fields.String(
        required=True, metadata={"description": "Id of the player who caused it, or `system`."}
    )
    at = fields.Integer(required=True, metadata={"description": "Time of the event, ms UTC."})
    cause = fields.String(
        required=True, metadata={"description": "Cause: `player`, `plan`, `bot`, `timeout` or `system`."}
    )
    data = fields.Dict(
        required=True,
        metadata={"description": "Content of the event; docs/understand/log.md lists it by type."},
    )
    hash = fields.String(
        required=True, metadata={"description": "SHA-256 of the event in the chain, in hexadecimal."}
    )
    schema = fields.Integer(required=True, metadata={"description": "Version of the form of `data`."})
    seat = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Seat that acted; null if none."}
    )
    type = fields.String(required=True, metadata={"description": "Type of the event."})
    version = fields.Integer(required=True, metadata={"description": "Position in the log, from 1."})


class EventsAnswer(Schema):
    """A page of events."""

    events = fields.List(fields.Nested(EventAnswer), required=True)
    next = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "`after` of the next page; null if there are no further events yet."},
    )


class Frame(Schema):
    """An event with the state just after it."""

    version = fields.Integer(required=True, metadata={"description": "Version of the state."})
    event = fields.Nested(EventAnswer, required=True)
    state = fields.Nested(StateAnswer, required=True)


class Fault(Schema):
    """The first fault of a damaged log."""

    version = fields.Integer(required=True, metadata={"description": "Version of the first damaged event."})
    code = fields.String(
        required=True, metadata={"description": "Code of the fault; docs/organize/audit.md lists all."}
    )
    text = fields.String(required=True, metadata={"description": "The fault in words."})


class ReplayAnswer(Schema):
    """All intact events with the state after each, and the first fault if the log is damaged."""

    frames = fields.List(fields.Nested(Frame), required=True)
    fault = fields.Nested(Fault)


class EventsQuery(Strict):
    """The range of a game's events."""

    after = PlaceField(
        "Version after which the page starts; or with the first 8 digits of its event's hash, as the ids of "
        "live streams have it: `12.0a1b2c3d`."
    )
    limit = PageLimit(1000, 1000)
