"""Schemas of the caller's notices."""

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from replays.encoding.identity import UUID
from service.application.notices.kinds.registry import KINDS
from service.shared.fields import Strict
from service.shared.lists.paging import Cursor, NextCursor, PageLimit


class ExportedNotice(Schema):
    """A notice: its kind, its game, and whether you have read it."""

    id = fields.String(required=True, metadata={"description": "Position in your notices, from 1."})
    kind = fields.String(required=True, validate=validate.OneOf(KINDS))
    game = fields.String(required=True, allow_none=True)
    dynasty = fields.String(required=True, allow_none=True)
    tournament = fields.String(required=True, allow_none=True)
    at = fields.Integer(required=True, metadata={"description": "Time of the notice, ms UTC."})
    read = fields.Boolean(required=True)


class NoticeAnswer(ExportedNotice):
    """A notice with its text."""

    read = fields.Boolean(
        required=True,
        metadata={"description": "True if you marked the notice as read or it is no longer true."},
    )
    text = fields.String(
        required=True, metadata={"description": "Text of the notice in the language of the request."}
    )


class NoticesQuery(Strict):
    """The page of your notices."""

    cursor = Cursor()
    limit = PageLimit()


class NoticesAnswer(Schema):
    """A page of your notices, the newest first."""

    notices = fields.List(fields.Nested(NoticeAnswer), required=True)
    unread = fields.Integer(required=True, metadata={"description": "Number of unread notices on all pages."})
    next = NextCursor()


class NoticesSeenRequest(Strict):
    """The notices that you have read."""

    id = fields.String(
        load_default=None,
        validate=validate.Regexp(r"^[0-9]{1,15}\Z", error="Not the id of a notice."),
        metadata={
            "description": "Id of the newest notice to mark as read, with all older ones. Required without "
            "`game`.",
            "example": "17",
        },
    )
    game = fields.String(
        load_default=None,
        validate=validate.Regexp(rf"^{UUID}\Z", error="Not the id of a game, dynasty or tournament."),
        metadata={"description": "Game, dynasty or tournament whose notices are marked; by default all."},
    )

    @validates_schema
    def _says_which(self, data: Mapping[str, Any], **_: Any) -> None:
        if not data["id"] and not data["game"]:
            raise ValidationError("Missing data for required field.", "id")


class UnreadAnswer(Schema):
    """The number of unread notices."""

    unread = fields.Integer(required=True)
