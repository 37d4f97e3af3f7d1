"""Schemas of sessions."""

from marshmallow import Schema, fields


class SessionAnswer(Schema):
    """The player of the new session; the cookie is in a header."""

    id = fields.String(required=True)
    name = fields.String(required=True)


class WhoAnswer(SessionAnswer):
    """The signed-in player."""

    guest = fields.Boolean(
        required=True,
        metadata={"description": "True if the account has no confirmed e-mail to sign in with."},
    )
    email = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "E-mail to sign in with, or one that has not been confirmed yet; null if there "
            "is none."
        },
    )
    verified = fields.Boolean(required=True, metadata={"description": "True if the e-mail is confirmed."})
