"""Schemas of the caller's tokens and sessions."""

from typing import Any

from marshmallow import Schema, fields, validate

from service.application.accounts.access.scopes import Scope
from service.shared.fields import Name, ShortList, Strict, Word


class TokenRequest(Strict):
    """The name of a token."""

    name = Name({"description": "Name of the token, visible only to you.", "example": "phone"})


class NewTokenRequest(TokenRequest):
    """An additional token."""

    scopes = ShortList(
        Word(Scope),
        validate.Length(1, len(Scope)),
        load_default=None,
        metadata={"description": "Scopes of the token; all scopes by default.", "example": ["play"]},
    )


def scopes_field() -> fields.List[Any]:
    """The scopes of a token in a response, in the order of `Scope`."""
    return fields.List(
        fields.String(validate=validate.OneOf([scope.value for scope in Scope])),
        required=True,
        metadata={"description": "Scopes of the token."},
    )


class TokenAnswer(Schema):
    """A token without its text."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})
    scopes = scopes_field()


class ExportedToken(TokenAnswer):
    """A token with its use: kind, last use, browser and system."""

    session = fields.Boolean(
        required=True,
        metadata={"description": "True for the session of a browser, which ends when the password changes."},
    )

    last_used = fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "Time of the last use, ms UTC, rounded down to 10 minutes; null if unknown."
        },
    )
    browser = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Browser of a session, such as Firefox; null if unknown."},
    )
    system = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Operating system of the browser; null if unknown."},
    )


class ListedToken(ExportedToken):
    """A token in your list."""

    current = fields.Boolean(
        required=True, metadata={"description": "True if this request was sent with the token or session."}
    )


class SignOutQuery(Strict):
    """The choice of the sessions to end."""

    keep = fields.String(
        load_default="current",
        validate=validate.OneOf(["current", "none"]),
        metadata={
            "description": "Sessions that stay valid. `current`: only that of this request; `none`: no "
            "session."
        },
    )
    end_grants = fields.Boolean(
        load_default=False,
        metadata={
            "description": "Whether every other lasting grant ends too: tokens of programs, webhooks, links."
        },
    )


class TokensAnswer(Schema):
    """Your tokens, the oldest first."""

    tokens = fields.List(fields.Nested(ListedToken), required=True)


class NewTokenAnswer(Schema):
    """A token that was just created."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    token = fields.String(required=True, metadata={"description": "The token, shown only in this response."})
    scopes = scopes_field()
