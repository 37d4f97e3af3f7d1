"""Schemas of passkeys. The options have the form that WebAuthn gives them."""

from marshmallow import Schema, fields

from service.shared.accounts.schemas import MOST_SENT
from service.shared.fields import ShortText, Strict


class PasskeyOptionsRequest(Strict):
    """Proof that the account's owner adds a passkey."""

    current = ShortText(
        MOST_SENT,
        {"description": "The current password, required if there is one."},
        load_default=None,
        allow_none=True,
    )


class CreationOptions(Schema):
    """For `PublicKeyCredential.parseCreationOptionsFromJSON()`."""

    options = fields.Dict(
        required=True, metadata={"description": "PublicKeyCredentialCreationOptionsJSON (WebAuthn Level 3)."}
    )


class RequestOptions(Schema):
    """For `PublicKeyCredential.parseRequestOptionsFromJSON()`."""

    options = fields.Dict(
        required=True, metadata={"description": "PublicKeyCredentialRequestOptionsJSON (WebAuthn Level 3)."}
    )


class PasskeyAnswer(Schema):
    """A passkey, without its key."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of its addition, ms UTC."})
    last_used = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Time at which it last signed in, ms UTC; null if it never did."},
    )


class PasskeysAnswer(Schema):
    """Your passkeys, the oldest first."""

    passkeys = fields.List(fields.Nested(PasskeyAnswer), required=True)
