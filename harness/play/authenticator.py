"""An authenticator in software, which makes passkeys and signs with them as a browser sends it (WebAuthn)."""

import hashlib
import os
from dataclasses import dataclass, field
from typing import Any

import orjson
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import encode_cbor

from replays.encoding.base64url import to_base64

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40
"""The flags of authenticator data: the user was there, was verified, and a new credential follows."""


@dataclass
class Authenticator:
    """An authenticator with one credential, at the page of this origin.

    Without `verifies` it asks for no fingerprint or PIN. `count` is its number of signatures; it stays 0
    if the authenticator does not count. `padding` is the size of a member of the key that nobody reads, in
    bytes.
    """

    origin: str = "http://localhost"
    party: str = "localhost"
    verifies: bool = True
    counts: bool = True
    fmt: str = "none"
    count: int = 0
    padding: int = 0
    player: str = ""
    id: bytes = field(default_factory=lambda: os.urandom(32))

    def __post_init__(self) -> None:
        """Make the key."""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """RegistrationResponseJSON for these options."""
        self.player = options["user"]["id"]
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        key |= {-65_537: bytes(self.padding)} if self.padding else {}
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + encode_cbor(key)
        made = {"fmt": self.fmt, "attStmt": {}, "authData": self._data(ATTESTED) + attested}
        return self._credential(
            clientDataJSON=to_base64(self._client("webauthn.create", options)),
            attestationObject=to_base64(encode_cbor(made)),
            transports=["internal"],
        )

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """AuthenticationResponseJSON for these options."""
        self.count += self.counts
        client, data = self._client("webauthn.get", options), self._data()
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            clientDataJSON=to_base64(client),
            authenticatorData=to_base64(data),
            signature=to_base64(signature),
            userHandle=self.player,
        )

    def _data(self, flags: int = 0) -> bytes:
        flags |= PRESENT | (VERIFIED if self.verifies else 0)
        return hashlib.sha256(self.party.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        return orjson.dumps(
            {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        )

    def _credential(self, **response: Any) -> dict[str, Any]:
        id_ = to_base64(self.id)
        return {
            "id": id_,
            "rawId": id_,
            "type": "public-key",
            "response": response,
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
        }
