"""The public keys with which this installation has ever signed, so that old receipts can be attributed."""

from typing import cast

from redis import Redis

from replays.store.scripts import asking

KEY = "signing-keys"
"""The key of the hash in the store: the time of first use, in ms UTC, by public key in hexadecimal."""


def register(store: Redis, public_key: str, now: int) -> None:
    """Store the time of a public key's first use, unless it is known. Raises `StoreAway`."""
    with asking():
        store.hsetnx(KEY, public_key, str(now))


def registered(store: Redis) -> dict[str, int]:
    """The time of first use by public key, the oldest first. Raises `StoreAway`."""
    with asking():
        found = cast("dict[bytes, bytes]", store.hgetall(KEY))
    since = {public_key.decode(): int(time) for public_key, time in found.items()}
    return dict(sorted(since.items(), key=lambda item: (item[1], item[0])))
