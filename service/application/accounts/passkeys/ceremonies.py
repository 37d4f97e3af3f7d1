"""What browsers are asked for, and the check of their responses (WebAuthn Level 3, sections 7.1 and 7.2).

The statement about an authenticator's maker is dropped unread, because every maker is accepted. The user
must be verified by the authenticator: a passkey alone signs in, so having the device must not be enough.
"""

from collections.abc import Iterable
from typing import Any

from replays.encoding.base64url import from_base64, to_base64
from service.application.accounts.passkeys.challenges import LASTS_MS
from service.application.accounts.passkeys.passkey import Passkey, RelyingParty

ALGORITHMS = (-8, -7, -257)
"""Ed25519, ECDSA with P-256, and RSA with SHA-256, as COSE numbers them."""
LONGEST_KEY = 1024
"""The longest public key in bytes, as COSE writes it: one of RSA with 4,096 bits has 530."""


class NotProven(ValueError):  # noqa: N818 - an expected outcome, not a fault
    """The response does not fit the challenge, the origin or the key; the text says why."""


def creation(  # noqa: PLR0913, PLR0917 - the parts of a request to a browser
    party: RelyingParty, player: str, login: str, name: str, challenge: bytes, known: Iterable[Passkey]
) -> dict[str, Any]:
    """PublicKeyCredentialCreationOptionsJSON for a new passkey of the player, who has those `known`."""
    return {
        "rp": {"id": party.id, "name": "Kingdomino"},
        "user": {"id": to_base64(player.encode()), "name": login, "displayName": name},
        "challenge": to_base64(challenge),
        "pubKeyCredParams": [{"type": "public-key", "alg": number} for number in ALGORITHMS],
        "timeout": LASTS_MS,
        "excludeCredentials": [{"type": "public-key", "id": each.credential} for each in known],
        "authenticatorSelection": {
            "residentKey": "required",
            "requireResidentKey": True,
            "userVerification": "required",
        },
        "attestation": "none",
    }


def assertion(party: RelyingParty, challenge: bytes) -> dict[str, Any]:
    """PublicKeyCredentialRequestOptionsJSON for signing in with any passkey of the service."""
    return {
        "rpId": party.id,
        "challenge": to_base64(challenge),
        "timeout": LASTS_MS,
        "allowCredentials": [],
        "userVerification": "required",
    }


def challenge_of(credential: dict[str, Any]) -> bytes:
    """The challenge that the response answers, as its client data say; empty if they have none."""
    from webauthn.helpers import parse_client_data_json  # noqa: PLC0415 - slow to import

    try:
        return parse_client_data_json(from_base64(credential["response"]["clientDataJSON"])).challenge
    except Exception:  # noqa: BLE001 - bytes of strangers: the parsers raise what they like
        return b""


def registered(
    credential: dict[str, Any], challenge: bytes, party: RelyingParty, name: str, now: int
) -> Passkey:
    """The passkey in a browser's RegistrationResponseJSON; raises `NotProven`."""
    import webauthn  # noqa: PLC0415 - slow to import
    from webauthn.helpers import decode_credential_public_key, decoded_public_key_to_cryptography  # noqa: PLC0415
    from webauthn.helpers.cose import COSEAlgorithmIdentifier  # noqa: PLC0415

    try:
        found = webauthn.verify_registration_response(
            credential=_without_statement(credential),
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            require_user_verification=True,
            supported_pub_key_algs=[COSEAlgorithmIdentifier(number) for number in ALGORITHMS],
        )
        decoded_public_key_to_cryptography(decode_credential_public_key(found.credential_public_key))
        if to_base64(found.credential_id) != credential["id"]:
            raise NotProven("id is not the id of the credential in attestationObject")
        if len(found.credential_public_key) > LONGEST_KEY:
            raise NotProven(f"the public key has more than {LONGEST_KEY} bytes")
    except NotProven:
        raise
    except Exception as error:
        raise NotProven(str(error)) from error
    return Passkey(
        name, to_base64(found.credential_id), to_base64(found.credential_public_key), found.sign_count, now
    )


def signed(credential: dict[str, Any], challenge: bytes, party: RelyingParty, passkey: Passkey) -> int:
    """The new number of signatures in an AuthenticationResponseJSON of this passkey; raises `NotProven`.

    The store compares the number with the last one.
    """
    import webauthn  # noqa: PLC0415 - slow to import

    try:
        return webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=from_base64(passkey.key),
            credential_current_sign_count=0,
            require_user_verification=True,
        ).new_sign_count
    except Exception as error:
        raise NotProven(str(error)) from error


def _without_statement(credential: dict[str, Any]) -> dict[str, Any]:
    """The response with the attestation `none` in place of its own."""
    from webauthn.helpers import encode_cbor, parse_cbor  # noqa: PLC0415 - slow to import

    response = credential["response"]
    data = parse_cbor(from_base64(response["attestationObject"]))["authData"]
    plain = encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})
    return {**credential, "response": {**response, "attestationObject": to_base64(plain)}}
