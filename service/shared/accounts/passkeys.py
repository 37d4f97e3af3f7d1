"""Passkeys, for the API and the pages: the service as they know it, and what browsers send."""

from typing import Any
from urllib.parse import urlsplit

import orjson
from flask import current_app, request
from marshmallow import Schema, ValidationError, fields, validate

from replays.runtime.settings.urls import host_name, is_address
from service.application.accounts.passkeys.passkey import RelyingParty
from service.application.problem import Problem
from service.shared.fields import Name, ShortText, Strict

DEFAULT_PORTS = {"http": 80, "https": 443}
LONGEST_ID = 1364
"""A credential's id has at most 1,023 bytes (WebAuthn Level 3, 4)."""


def relying_party() -> RelyingParty:
    """The service under its public URL, or else under the request's host.

    409 `passkey/not-here` at an IP address, for which browsers make no passkeys, and at another host than
    that of the public URL.
    """
    url = urlsplit(current_app.config.get("PUBLIC_URL") or f"{request.scheme}://{request.host}")
    name = url.hostname or ""
    if is_address(name):
        raise Problem(
            409,
            "passkey/not-here",
            f"browsers make passkeys for host names only, not for {name}: open the service by a name, on "
            "this computer as http://localhost",
        )
    if host_name(request.host) != name:
        raise Problem(409, "passkey/not-here", f"passkeys of this service work at {name} only")
    port = f":{url.port}" if url.port and url.port != DEFAULT_PORTS.get(url.scheme) else ""
    return RelyingParty(name, f"{url.scheme}://{name}{port}")


def offers_passkeys() -> bool:
    """True if passkeys work at the host of the request."""
    try:
        relying_party()
    except Problem:
        return False
    return True


def sent_credential(schema: type[Schema]) -> dict[str, Any]:
    """The credential in a form, as JSON; 422 `passkey/invalid`."""
    try:
        loaded: dict[str, Any] = schema().load(orjson.loads(request.form.get("credential", "")))
    except (orjson.JSONDecodeError, ValidationError):
        raise Problem(422, "passkey/invalid", "the form has no credential of a browser") from None
    return loaded


def _text(most: int) -> fields.String:
    return ShortText(most, {"description": "Base64url."}, required=True)


def _ignored() -> fields.Raw:
    return fields.Raw(load_only=True, metadata={"description": "Ignored."})


class _AttestationResponse(Strict):
    """What the authenticator says of a new passkey."""

    clientDataJSON = _text(4096)  # noqa: N815 - WebAuthn's name
    attestationObject = _text(8192)  # noqa: N815 - WebAuthn's name
    authenticatorData = _ignored()  # noqa: N815 - WebAuthn's name
    publicKey = _ignored()  # noqa: N815 - WebAuthn's name
    publicKeyAlgorithm = _ignored()  # noqa: N815 - WebAuthn's name
    transports = _ignored()


class _AssertionResponse(Strict):
    """What the authenticator has signed."""

    clientDataJSON = _text(4096)  # noqa: N815 - WebAuthn's name
    authenticatorData = _text(2048)  # noqa: N815 - WebAuthn's name
    signature = _text(2048)
    userHandle = ShortText(  # noqa: N815 - WebAuthn's name
        128, {"description": "Base64url; the player's id."}, load_default=None, allow_none=True
    )


class _Credential(Strict):
    id = _text(LONGEST_ID)
    rawId = _text(LONGEST_ID)  # noqa: N815 - WebAuthn's name
    type = fields.String(required=True, validate=validate.Equal("public-key"))
    authenticatorAttachment = _ignored()  # noqa: N815 - WebAuthn's name
    clientExtensionResults = _ignored()  # noqa: N815 - WebAuthn's name


class NewCredential(_Credential):
    """RegistrationResponseJSON of a credential that `navigator.credentials.create()` made."""

    response = fields.Nested(_AttestationResponse, required=True)


class SignedCredential(_Credential):
    """AuthenticationResponseJSON of a credential that `navigator.credentials.get()` returned."""

    response = fields.Nested(_AssertionResponse, required=True)


class PasskeyName(Strict):
    """The name of a passkey."""

    name = Name({"description": "Name of the passkey, visible only to you.", "example": "phone"})


class PasskeyRequest(PasskeyName):
    """A new passkey."""

    credential = fields.Nested(NewCredential, required=True)


class PasskeySignInRequest(Strict):
    """A passkey's signature."""

    credential = fields.Nested(SignedCredential, required=True)
