"""A push service, and browsers that subscribe to it: they verify and decrypt messages as in the RFCs."""

import base64
import json
import os
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from harness.wire.outside import OutsideServer, Received, Reply, outside_server

SALT, LENGTHS, POINT = 16, 5, 65
DAY_SECONDS = 24 * 60 * 60


def encoded(data: bytes) -> str:
    """Encode bytes as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Decode base64url without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class PushBrowser:
    """A browser's keys, which decrypt its messages (RFC 8291)."""

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b"") -> None:
        self._private = private or ec.generate_private_key(ec.SECP256R1())
        self._auth = auth or os.urandom(16)
        self._public = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def keys(self) -> dict[str, str]:
        """The keys that the browser gives to pages."""
        return {"p256dh": encoded(self._public), "auth": encoded(self._auth)}

    def decrypt(self, body: bytes) -> bytes:
        """The plaintext of a message with a single record."""
        salt, rest = body[:SALT], body[SALT:]
        size, length = struct.unpack("!IB", rest[:LENGTHS])
        assert length == POINT
        assert len(rest) - LENGTHS - POINT <= size
        point, sealed = rest[LENGTHS : LENGTHS + POINT], rest[LENGTHS + POINT :]
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        shared = self._private.exchange(ec.ECDH(), sender)
        material = _hkdf(self._auth, b"WebPush: info\0" + self._public + point, 32, shared)
        key = _hkdf(salt, b"Content-Encoding: aes128gcm\0", 16, material)
        nonce = _hkdf(salt, b"Content-Encoding: nonce\0", 12, material)
        text, mark, padding = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\x02")
        assert mark
        assert not padding.strip(b"\0")
        return text


def _hkdf(salt: bytes, info: bytes, length: int, material: bytes) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(material)


def check_vapid(authorization: str, origin: str, now: float) -> dict[str, Any]:
    """The claims of a valid `Authorization` for this origin at this time in seconds (RFC 8292)."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    signed, _, signature = parts["t"].rpartition(".")
    head, claims = (json.loads(decoded(part)) for part in signed.split("."))
    raw = decoded(parts["k"])
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)
    numbers = decoded(signature)
    assert len(numbers) == 64
    der = encode_dss_signature(int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:]))
    try:
        key.verify(der, signed.encode(), ec.ECDSA(SHA256()))
    except InvalidSignature:
        raise AssertionError("the signature is wrong") from None
    assert head["alg"] == "ES256"
    assert claims["aud"] == origin
    assert now < claims["exp"] <= now + DAY_SECONDS
    return dict(claims)


@dataclass(frozen=True, slots=True)
class Pushed:
    """A message that a browser has decrypted, with the headers that its push service received."""

    browser: str
    text: Mapping[str, Any]
    headers: Mapping[str, str]


@dataclass(slots=True)
class PushService:
    """A push service: it decrypts messages with its browsers' keys, but first sends each of `replies`."""

    server: OutsideServer
    browsers: dict[str, PushBrowser] = field(default_factory=dict)
    messages: list[Pushed] = field(default_factory=list)
    replies: list[Reply] = field(default_factory=list)

    def subscribe(self, name: str) -> dict[str, Any]:
        """A new subscription, in the form in which a browser gives it to a page."""
        browser = self.browsers[f"/push/{name}"] = PushBrowser()
        return {"endpoint": f"{self.server.url}/push/{name}", "keys": browser.keys}

    def answer(self, came: Received) -> Reply:
        """Respond to a message like a push service."""
        if self.replies:
            return self.replies.pop(0)
        browser = self.browsers.get(came.path)
        if browser is None:
            return 410, {}, b""
        assert came.headers["content-encoding"] == "aes128gcm"
        assert int(came.headers["ttl"]) >= 0
        text = json.loads(browser.decrypt(came.body))
        self.messages.append(Pushed(came.path.rpartition("/")[2], text, came.headers))
        return 201, {"Location": f"/messages/{len(self.messages)}"}, b""


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service on this machine."""
    with outside_server() as server:
        service = PushService(server)
        server.answer = service.answer
        yield service
