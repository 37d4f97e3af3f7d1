"""Voluntary identification to push services (RFC 8292): a signed token for each push service's origin."""

import hmac
import json
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from replays.bootstrap import server_key
from replays.encoding.base64url import to_base64
from replays.runtime.settings.settings import Settings
from service.application.channels.push.encryption import point

LASTS_SECONDS = 12 * 60 * 60
"""The lifetime of a token; at most a day is allowed, and half a day leaves room for clock differences."""
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of P-256 (FIPS 186-4)."""
_HEADER = {"typ": "JWT", "alg": "ES256"}


class Vapid:
    """The service's key pair for push services.

    It is derived from the server's key, so all processes have the same pair, also after a restart. Each
    browser's subscription is bound to it: if the server's key changes, players have to subscribe again.
    `contact` is the https or mailto URL at which a push service can reach the operator, or None.
    """

    def __init__(self, server_key: bytes, contact: str | None) -> None:
        drawn = hmac.digest(server_key, b"kingdomino push", "sha512")
        self._private = ec.derive_private_key(int.from_bytes(drawn) % (_ORDER - 1) + 1, ec.SECP256R1())
        self._contact = contact

    @property
    def public(self) -> str:
        """The public key in base64url, which browsers need as `applicationServerKey`."""
        return to_base64(point(self._private.public_key()))

    def authorization(self, endpoint: str, now: int) -> str:
        """The value of `Authorization` for a message to this endpoint, at `now` in ms UTC."""
        parts = urlsplit(endpoint)
        claims: dict[str, str | int] = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": now // 1000 + LASTS_SECONDS,
        }
        if self._contact:
            claims["sub"] = self._contact
        signed = f"{_part(_HEADER)}.{_part(claims)}"
        numbers = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(SHA256())))
        signature = b"".join(number.to_bytes(32) for number in numbers)
        return f"vapid t={signed}.{to_base64(signature)}, k={self.public}"


def open_vapid(settings: Settings) -> Vapid | None:
    """The key pair of this installation; None if it does not offer push messages.

    Push messages need the public URL of the service: browsers show them only for pages over https (or on the
    same machine), and some push services accept no message without the URL of its sender.
    """
    if settings.public_url is None:
        return None
    contact = settings.public_url if settings.public_url.startswith("https://") else None
    return Vapid(server_key(settings), contact)


def _part(claims: dict[str, str] | dict[str, str | int]) -> str:
    return to_base64(json.dumps(claims, separators=(",", ":")).encode())
