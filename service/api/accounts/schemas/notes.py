"""Schemas of what the caller keeps of a game: a note, and the version seen last."""

from marshmallow import Schema, fields, validate

from replays.encoding.canonical import MAX_INTEGER
from service.api.games.schemas.events import EventAnswer
from service.shared.fields import Strict, WholeNumber, Written

LONGEST_NOTE = 10_000


class SeenRequest(Strict):
    """The version of a game that you have seen."""

    version = WholeNumber(required=True, validate=validate.Range(1, MAX_INTEGER))


class SinceAnswer(Schema):
    """The events of a game after the version that you saw last."""

    seen = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Version that you saw last; null if none."}
    )
    version = fields.Integer(required=True, metadata={"description": "Current version of the game."})
    events = fields.List(Written(EventAnswer), required=True)


class NoteRequest(Strict):
    """The text of your note."""

    text = fields.String(required=True, validate=validate.Length(1, LONGEST_NOTE))


class NoteAnswer(Schema):
    """Your note, or null if you have none."""

    text = fields.String(required=True, allow_none=True)


class ExportedNote(Schema):
    """A note with its game."""

    game = fields.String(required=True)
    text = fields.String(required=True)


class ExportedSeen(Schema):
    """A game with the version of it that you saw last."""

    game = fields.String(required=True)
    version = fields.Integer(required=True)
