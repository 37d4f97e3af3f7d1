"""Schemas of talk at a table."""

import unicodedata
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from service.api.shared.problems import HiddenAnswer
from service.application.games.talk.rooms import Room
from service.application.i18n.talk import PHRASES
from service.shared.fields import Strict, Word
from service.shared.lists.paging import Cursor, NextCursor, PageLimit

LONGEST = 300

EMBEDDINGS = frozenset("\u202a\u202b\u202d\u202e\u202c\u2066\u2067\u2068\u2069")
"""Characters that change the direction of text, so that a message could look like a different text."""


def _readable(text: str) -> None:
    if not any(char.isprintable() and char != " " for char in text):
        raise ValidationError("Not a message: it needs a visible character.")
    if any(unicodedata.category(char) == "Cc" for char in text.replace("\n", "")):
        raise ValidationError("Control characters other than line feeds are not allowed.")
    if EMBEDDINGS.intersection(text):
        raise ValidationError(
            "Characters that change the direction of the text (U+202A to U+202E, U+2066 to U+2069) are not "
            "allowed."
        )


class TalkQuery(Strict):
    """The room and the page of its messages."""

    room = Word(
        Room,
        load_default=None,
        metadata={
            "description": "Room to use; by default your own: `players` with a seat, else `spectators`."
        },
    )
    cursor = Cursor()
    limit = PageLimit(most=100)


class TalkRequest(Strict):
    """A message: a text, or a phrase."""

    text = fields.String(
        validate=[validate.Length(1, LONGEST), _readable],
        metadata={"description": "Plain text; line feeds are preserved."},
    )
    phrase = fields.String(
        validate=validate.OneOf(list(PHRASES)),
        metadata={"description": "Phrase instead of a text; each reader sees it in their own language."},
    )
    room = Word(
        Room,
        load_default=None,
        metadata={
            "description": "Room to use; by default your own: `players` with a seat, else `spectators`."
        },
    )

    @validates_schema
    def check(self, data: dict[str, Any], **_: Any) -> None:
        """A message is either a text or a phrase."""
        if ("text" in data) == ("phrase" in data):
            raise ValidationError("Send either a text or a phrase.", "text")


class MessageAnswer(Schema):
    """A message."""

    id = fields.String(required=True)
    number = fields.Integer(
        required=True, metadata={"description": "Number of the message in the game, in the order of sending."}
    )
    room = Word(Room, required=True)
    player = fields.String(required=True, metadata={"description": "Id of the author."})
    name = fields.String(
        required=True, allow_none=True, metadata={"description": "Current name; null for an erased account."}
    )
    text = fields.String(
        required=True,
        metadata={"description": "Text of the message; a phrase is in the language of the request."},
    )
    phrase = fields.String(required=True, allow_none=True, validate=validate.OneOf(list(PHRASES)))
    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})
    hidden = fields.Nested(
        HiddenAnswer,
        required=True,
        allow_none=True,
        metadata={
            "description": "Time and reason of a moderator's decision to hide the text, which is then "
            "`hidden by a moderator: <reason>`; otherwise null."
        },
    )


class SilencedAnswer(Schema):
    """A player whom you have muted."""

    id = fields.String(required=True)
    name = fields.String(required=True, allow_none=True)


class TalkAnswer(Schema):
    """A page of a room's messages."""

    messages = fields.List(fields.Nested(MessageAnswer), required=True)
    next = NextCursor()
    room = Word(Room, required=True)
    rooms = fields.List(Word(Room), required=True, metadata={"description": "Rooms that you may read."})
    muted = fields.Boolean(
        required=True, metadata={"description": "True if you muted the talk of this game."}
    )
    silenced = fields.List(
        fields.Nested(SilencedAnswer),
        required=True,
        metadata={"description": "Players whom you muted and whose messages this page leaves out."},
    )


class ExportedMessage(Schema):
    """One of your messages, with its game."""

    game = fields.String(required=True)
    room = Word(Room, required=True)
    text = fields.String(required=True)
    phrase = fields.String(required=True, allow_none=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})
    hidden = fields.Nested(HiddenAnswer, required=True, allow_none=True)


class ExportedMutedTalk(Schema):
    """A game whose talk you have muted."""

    game = fields.String(required=True)
    since = fields.Integer(required=True, metadata={"description": "Time at which you muted it, ms UTC."})
