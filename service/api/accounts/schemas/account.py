"""Schemas of the caller's account: the profile and the audit log."""

from marshmallow import Schema, fields, validate

from service.application.accounts.access.audit import Deed
from service.application.accounts.audience import Audience
from service.shared.fields import Strict, Word
from service.shared.lists.paging import Cursor, NextCursor, PageLimit


class ProfileAnswer(Schema):
    """Your profile."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})


class StorageAnswer(Schema):
    """The storage used by notes, comments, studies, collections, plans, versions seen and player lists."""

    bytes = fields.Integer(required=True)
    limit = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Limit in bytes; null if there is none."}
    )


class MeAnswer(ProfileAnswer):
    """Your account."""

    page = Word(Audience, required=True, metadata={"description": "Audience of your page."})

    language = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Tag of the language that you chose; null if you have not chosen one."},
    )
    storage = fields.Nested(StorageAnswer, required=True)


class AuditEntry(Schema):
    """An entry of the account's audit log."""

    at = fields.Integer(required=True, metadata={"description": "Time of the entry, ms UTC."})
    what = Word(Deed, required=True)
    token = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Id of the token or session that did it; null without one."},
    )
    address = fields.String(
        required=True,
        metadata={
            "description": "Text that is the same for the same network address and does not reveal it."
        },
    )
    of = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Id of the token that was created or revoked; null for other entries."},
    )


class AuditLogQuery(Strict):
    """The page of the audit log."""

    cursor = Cursor(
        validate=validate.Regexp(r"^(?!0+-0+\Z)[0-9]{1,15}-[0-9]{1,9}\Z", error="Not from this list.")
    )
    limit = PageLimit()


class AccountAuditAnswer(Schema):
    """A page of the audit log, the newest entry first."""

    audit = fields.List(fields.Nested(AuditEntry), required=True)
    next = NextCursor()
