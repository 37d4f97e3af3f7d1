"""Schemas of sessions."""

from marshmallow import Schema, fields


class SessionAnswer(Schema):
    """The player of the new session; the cookie is in a header."""

    id = fields.String(required=True)
    name = fields.String(required=True)


class WhoAnswer(SessionAnswer):
    """The signed-in player."""

    guest = fields.Boolean(
        required=True, metadata={"description": "Whether there is no e-mail yet to sign in by."}
    )
    email = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The e-mail to sign in by, or the one that waits to be confirmed, or null."},
    )
    verified = fields.Boolean(required=True, metadata={"description": "Whether that e-mail is confirmed."})
