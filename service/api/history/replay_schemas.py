"""Schemas of replays as changes."""

from enum import Enum

from marshmallow import Schema, fields, validate

from service.api.games.schemas.events import EventAnswer, Fault
from service.api.games.schemas.states import StateAnswer
from service.shared.fields import Strict, Word


class ReplayForm(Enum):
    """The content of a replay's frames besides the event."""

    STATES = "states"
    CHANGES = "changes"


class ReplayQuery(Strict):
    """The form of a replay."""

    form = Word(
        ReplayForm,
        load_default=ReplayForm.STATES,
        metadata={
            "description": "`states`: each frame has the state. `changes`: only the first frame has it, "
            "later ones have changes."
        },
    )


class Operation(Schema):
    """An operation of a JSON Patch (RFC 6902)."""

    op = fields.String(required=True, validate=validate.OneOf(["add", "remove", "replace", "test"]))
    path = fields.String(required=True, metadata={"description": "A JSON Pointer (RFC 6901) into the state."})
    value = fields.Raw(metadata={"description": "Any JSON value; absent for `remove`."})


class ChangesFrame(Schema):
    """An event, with the state just after it in the first frame and the changes in every later frame."""

    version = fields.Integer(required=True)
    event = fields.Nested(EventAnswer, required=True)
    state = fields.Nested(StateAnswer)
    changes = fields.List(
        fields.Nested(Operation),
        metadata={
            "description": "A JSON Patch (RFC 6902) from the state of the previous frame to the state of "
            "this one."
        },
    )


class ReplayChangesAnswer(Schema):
    """All intact events, the first state, the changes by each later event, and the first fault."""

    frames = fields.List(fields.Nested(ChangesFrame), required=True)
    fault = fields.Nested(Fault)
