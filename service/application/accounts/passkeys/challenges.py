"""Challenges, which a passkey signs: each works once, for five minutes, and for one purpose.

A page that offers passkeys asks for a challenge whenever it is opened, so nothing is stored then: the
challenge has its own end and a MAC by the server's key. The store remembers those that were answered.
"""

import hmac
from collections.abc import Callable

from redis import Redis

from replays.store.scripts import Script
from service.application.account_keys import derive

LASTS_MS = 5 * 60_000
NONCE_BYTES = 16
TIME_BYTES = 8
BODY_BYTES = NONCE_BYTES + TIME_BYTES

SIGN_IN = b"sign in"
"""The purpose of a challenge for signing in."""
USED = "passkeys:answered:{}"
"""The key that remembers an answered challenge."""
REMEMBERED_MS = 2 * LASTS_MS
"""How long an answered challenge is remembered: longer than it works, also by a clock that is behind."""
ANSWER = f"return redis.call('SET', KEYS[1], '', 'NX', 'PX', {REMEMBERED_MS}) and 'done' or 'used'"


class Challenges:
    """Issues and takes challenges; `key` is the server's secret, `entropy(n)` returns n random bytes."""

    def __init__(self, store: Redis, key: bytes, entropy: Callable[[int], bytes]) -> None:
        self._key = key
        self._entropy = entropy
        self._answer = Script(store, ANSWER)

    def issue(self, purpose: bytes, now: int) -> bytes:
        """A new challenge for this purpose."""
        body = self._entropy(NONCE_BYTES) + (now + LASTS_MS).to_bytes(TIME_BYTES)
        return body + self._mac(purpose, body)

    def take(self, challenge: bytes, purpose: bytes, now: int) -> bool:
        """True if the challenge was issued for this purpose, has not ended, and is answered the first time.

        Raises `StoreAway`, and `UnknownOutcome`, after which the challenge may be used up.
        """
        body, mac = challenge[:BODY_BYTES], challenge[BODY_BYTES:]
        if not hmac.compare_digest(mac, self._mac(purpose, body)):
            return False
        if now >= int.from_bytes(body[NONCE_BYTES:]):
            return False
        answer: bytes = self._answer.run([USED.format(body[:NONCE_BYTES].hex())], [])
        return answer == b"done"

    def _mac(self, purpose: bytes, body: bytes) -> bytes:
        return derive(self._key, b"passkey challenge", purpose + b"\0" + body)


def adding(player: str, token: str, password: str | None) -> bytes:
    """The purpose of a challenge for adding a passkey to this account, in the session with this token.

    It ends when the account's hashed password is no longer `password`.
    """
    return f"add {player} {token} {password or ''}".encode()
