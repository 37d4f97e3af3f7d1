"""Schemas of comments on the moves of a game."""

import unicodedata

from marshmallow import Schema, ValidationError, fields, validate

from replays.encoding.canonical import MAX_INTEGER
from service.api.shared.problems import HiddenAnswer
from service.shared.fields import Numeral, Strict, WholeNumber
from service.shared.lists.paging import Cursor, NextCursor, PageLimit

LONGEST_COMMENT = 2_000


def _readable(text: str) -> None:
    if not any(char.isprintable() and char != " " for char in text):
        raise ValidationError("Not a comment: it needs a visible character.")
    if any(unicodedata.category(char) == "Cc" for char in text.replace("\n", "").replace("\t", "")):
        raise ValidationError("Control characters other than line feeds and tabs are not allowed.")


class CommentsQuery(Strict):
    """The filter and the page of a game's comments."""

    version = Numeral(load_default=None, validate=validate.Range(min=1))
    cursor = Cursor()
    limit = PageLimit()


class CommentText(Strict):
    """The text of a comment."""

    text = fields.String(
        required=True,
        validate=[validate.Length(1, LONGEST_COMMENT), _readable],
        metadata={"description": "Plain text; line feeds are preserved."},
    )


class CommentRequest(CommentText):
    """A comment on a move."""

    version = WholeNumber(
        required=True,
        validate=validate.Range(1, MAX_INTEGER),
        metadata={"description": "Version of the game that the comment is about."},
    )


class CommentAnswer(Schema):
    """A comment."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    player = fields.String(required=True, metadata={"description": "Id of the author."})
    name = fields.String(
        required=True, allow_none=True, metadata={"description": "Current name; null for an erased account."}
    )
    text = fields.String(required=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})
    edited_at = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Time of the last change, ms UTC; null if the text was never changed."},
    )
    hidden = fields.Nested(
        HiddenAnswer,
        required=True,
        allow_none=True,
        metadata={
            "description": "Time and reason of a moderator's decision to hide the text, which is then "
            "`hidden by a moderator: <reason>`; otherwise null."
        },
    )


class CommentsAnswer(Schema):
    """A page of a game's comments."""

    comments = fields.List(fields.Nested(CommentAnswer), required=True)
    next = NextCursor()


class ExportedComment(Schema):
    """One of your comments, with its game."""

    game = fields.String(required=True)
    version = fields.Integer(required=True)
    text = fields.String(required=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})
    edited_at = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Time of the last change, ms UTC; null if the text was never changed."},
    )
    hidden = fields.Nested(HiddenAnswer, required=True, allow_none=True)
