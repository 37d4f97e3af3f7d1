"""Signed heads (receipts), with which anybody can prove later which head the service stated for a game.

Ed25519 (RFC 8032) over a message that is used for nothing else, so that the signature of a head is never
valid for anything else. Signing the same head twice gives the same signature.
`docs/organize/audit.md` defines the format.
"""

from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from replays.encoding.canonical import MAX_INTEGER, canonical
from replays.encoding.entries import Head
from replays.encoding.forms import HASH, ID, digits, integer, record
from replays.encoding.identity import GameId, Version

DOMAIN = b"kingdomino head\n"
"""The prefix of every signed message."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """A signed statement that a game's stream has this head.

    `public_key` is 32 bytes and `signature` 64, both in lower-case hexadecimal digits. The signature may be
    invalid; `verify` checks it.
    """

    game: GameId
    head: Head
    public_key: str
    signature: str

    def document(self) -> dict[str, Any]:
        """The receipt as the object in `signature.json` and in the header `Kingdomino-Receipt`."""
        return {
            "game": self.game,
            "hash": self.head.hash,
            "public_key": self.public_key,
            "signature": self.signature,
            "version": self.head.version,
        }


class Signer:
    """Signs heads with a private key of 32 bytes; raises ValueError for another length.

    `public_key` is in hexadecimal. Safe to share between threads.
    """

    def __init__(self, private: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(private)
        self.public_key = self._private.public_key().public_bytes_raw().hex()

    def sign(self, game: GameId, head: Head) -> Receipt:
        """The receipt for this head; deterministic."""
        return Receipt(game, head, self.public_key, self._private.sign(_message(game, head)).hex())


def verify(receipt: Receipt) -> bool:
    """True if the signature is valid for the receipt's public key; does not check whose key that is."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(receipt.public_key))
        key.verify(bytes.fromhex(receipt.signature), _message(receipt.game, receipt.head))
    except (InvalidSignature, ValueError):  # ValueError: not a key
        return False
    return True


def parse_receipt(value: object) -> Receipt:
    """Parse a JSON value as a receipt; raises ValueError. Does not verify the signature."""
    return _RECEIPT.read(value)


def _receipt(*, game: GameId, hash: str, public_key: str, signature: str, version: int) -> Receipt:  # noqa: A002
    return Receipt(game, Head(Version(version), hash), public_key, signature)


_RECEIPT = record(
    _receipt,
    {
        "game": ID,
        "hash": HASH,
        "public_key": digits(64),
        "signature": digits(128),
        "version": integer(1, MAX_INTEGER),
    },
)


def _message(game: GameId, head: Head) -> bytes:
    return DOMAIN + canonical({"game": game, "hash": head.hash, "version": head.version})
