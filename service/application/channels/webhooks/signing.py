"""Secrets and signatures of webhooks (Standard Webhooks 1.0.0, symmetric).

A secret is derived from the server's key and the number of its rotation. The store holds no secret.
"""

import base64
import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from service.application.account_keys import derive

PREFIX = "whsec_"
PURPOSE = b"kingdomino webhooks"


@dataclass(frozen=True, slots=True)
class WebhookSecrets:
    """Derives the secrets of all webhooks; `key` is the server's key, 32 bytes."""

    key: bytes

    def text(self, player: str, webhook: str, rotation: int) -> str:
        """The secret of a webhook in its owner's form: `whsec_` and 32 bytes in base64."""
        secret = derive(self.key, PURPOSE, f"{player} {webhook} {rotation}".encode())
        return PREFIX + base64.b64encode(secret).decode()


def signature(secret: str, id_: str, seconds: int, body: bytes) -> str:
    """The signature of a request: `v1,` and HMAC-SHA-256 in base64."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{id_}.{seconds}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def signed_headers(secrets: Sequence[str], id_: str, now: int, body: bytes) -> Mapping[str, str]:
    """The headers of a request at `now`, in ms UTC, with one signature for each secret."""
    seconds = now // 1000
    return {
        "content-type": "application/json",
        "webhook-id": id_,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(signature(secret, id_, seconds, body) for secret in secrets),
    }
