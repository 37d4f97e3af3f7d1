"""The public keys for verifying receipts and bundles."""

from typing import Any

from marshmallow import Schema, fields, validate

from replays.bootstrap import now_ms
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.errors import errors
from service.services import services

ALGORITHM = "Ed25519"

blueprint = ApiBlueprint("keys", __name__, description="Public keys for the signatures of the service.")


class SigningKey(Schema):
    """A key that signs receipts and bundles."""

    public_key = fields.String(
        required=True, metadata={"description": "The public key, 32 bytes in hexadecimal."}
    )
    algorithm = fields.String(
        required=True, validate=validate.Equal(ALGORITHM), metadata={"description": "Signature algorithm."}
    )
    since = fields.Integer(required=True, metadata={"description": "Time of the first use, ms UTC."})
    current = fields.Boolean(
        required=True, metadata={"description": "True if the service signs with it now."}
    )
    revoked = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Time in ms UTC from which on its signatures are not the service's."},
    )


class KeysAnswer(Schema):
    """All keys that the service has ever signed with, the oldest first."""

    keys = fields.List(fields.Nested(SigningKey), required=True)


@blueprint.route("/keys", methods=["GET"], weight=1)
@blueprint.response(200, KeysAnswer)
@blueprint.doc(responses=errors(503))
def index() -> dict[str, Any]:
    """All keys that this service has ever signed with, the oldest first; `current` marks the one in use.

    Keep a copy and compare it with the copies of other players: a later response could be a different list.
    """
    own, service_keys = services().signer.public_key, services().service_keys
    known, revoked = service_keys.registered(), service_keys.revoked()
    known.setdefault(own, now_ms())  # the store may have been replaced since the process started
    keys = [
        {
            "public_key": key,
            "algorithm": ALGORITHM,
            "since": since,
            "current": key == own,
            "revoked": revoked.get(key),
        }
        for key, since in known.items()
    ]
    return {"keys": keys}
