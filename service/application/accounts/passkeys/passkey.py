"""A passkey as it is stored and shown."""

import hashlib
from dataclasses import asdict, dataclass, replace
from typing import Any

import orjson

ID_DIGITS = 16
MOST = 10
"""The most passkeys of an account."""


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """The service as passkeys know it: its host name, and the origin of its pages."""

    id: str
    origin: str


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey: the id of the credential and its public key (COSE), both base64url without padding.

    `count` is the authenticator's last number of signatures, 0 if it does not count. Times are in ms UTC.
    """

    name: str
    credential: str
    key: str
    count: int
    created_at: int
    used_at: int | None = None

    @property
    def id(self) -> str:
        """The id in lists and URLs; credential ids have up to 1,364 characters."""
        return passkey_id(self.credential)

    def stored(self) -> bytes:
        """The stored form, JSON."""
        return orjson.dumps(asdict(self))

    def used(self, count: int, now: int) -> "Passkey":
        """The passkey after it has signed in."""
        return replace(self, count=count, used_at=now)

    @classmethod
    def read(cls, text: bytes) -> "Passkey":
        """Read the stored form."""
        return cls(**orjson.loads(text))


def passkey_id(credential: str) -> str:
    """The id of the passkey with this credential, within its account."""
    return hashlib.sha256(credential.encode()).hexdigest()[:ID_DIGITS]


def shown_passkey(passkey: Passkey) -> dict[str, Any]:
    """The form of a passkey in lists and exports."""
    return {
        "id": passkey.id,
        "name": passkey.name,
        "created_at": passkey.created_at,
        "last_used": passkey.used_at,
    }
