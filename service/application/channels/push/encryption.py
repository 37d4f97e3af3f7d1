"""Encryption of Web Push messages: `aes128gcm` with a key agreement for each message (RFC 8291, RFC 8188)."""

import hmac
import os
import struct
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from replays.encoding.base64url import from_base64

POINT_BYTES = 65
"""The length of an uncompressed point of P-256."""
AUTH_BYTES = 16
SALT_BYTES = 16
RECORD_BYTES = 4096
"""The record size in the header; a message is one record."""
BODY_BYTES = 2058
"""The longest encrypted message.

RFC 8030 (7.2) promises 4,096 bytes, but Firefox for Android gets messages in base64 through another service,
whose limit is about 2,744 characters.
"""
_LAST_RECORD = b"\x02"
_TAG_BYTES = 16
OVERHEAD_BYTES = SALT_BYTES + struct.calcsize("!IB") + POINT_BYTES + len(_LAST_RECORD) + _TAG_BYTES
"""By how much an encrypted message is longer than its text."""


class BadKeys(ValueError):  # noqa: N818 - says what is the case
    """The keys of a browser's subscription are invalid; the text names the key and what is allowed."""


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """The key as an uncompressed point of 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@dataclass(frozen=True, slots=True)
class BrowserKeys:
    """The keys of a browser's subscription: a public key on P-256, and a secret of 16 bytes."""

    public: ec.EllipticCurvePublicKey
    auth: bytes

    @classmethod
    def read(cls, p256dh: str, auth: str) -> "BrowserKeys":
        """Read the keys from the browser's base64url texts; raises `BadKeys`."""
        try:
            public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64(p256dh))
        except ValueError:
            raise BadKeys(f"p256dh must be a point of P-256 in base64url, {POINT_BYTES} bytes") from None
        try:
            secret = from_base64(auth)
        except ValueError:
            secret = b""
        if len(secret) != AUTH_BYTES:
            raise BadKeys(f"auth must be {AUTH_BYTES} bytes in base64url")
        return cls(public, secret)


def encrypt(
    text: bytes,
    keys: BrowserKeys,
    private: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a push message; `private` and `salt` are generated for each message, except in tests."""
    if len(text) > BODY_BYTES - OVERHEAD_BYTES:
        raise ValueError(f"{len(text)} bytes, of at most {BODY_BYTES - OVERHEAD_BYTES}")
    private = private or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(SALT_BYTES)
    own = point(private.public_key())
    shared = private.exchange(ec.ECDH(), keys.public)
    info = b"WebPush: info\0" + point(keys.public) + own
    key, nonce = content_keys(_derived(keys.auth, shared, info), salt)
    header = salt + struct.pack("!IB", RECORD_BYTES, POINT_BYTES) + own
    return header + AESGCM(key).encrypt(nonce, text + _LAST_RECORD, None)


def content_keys(material: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """The key, 16 bytes, and the nonce, 12 bytes, of the first record (RFC 8188, sections 2.2 and 2.3)."""
    key = _derived(salt, material, b"Content-Encoding: aes128gcm\0")
    nonce = _derived(salt, material, b"Content-Encoding: nonce\0")
    return key[:16], nonce[:12]


def _derived(salt: bytes, material: bytes, info: bytes) -> bytes:
    """The first 32 bytes of HKDF with SHA-256 (RFC 5869); no caller needs more."""
    return hmac.digest(hmac.digest(salt, material, "sha256"), info + b"\x01", "sha256")
