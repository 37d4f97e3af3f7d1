"""The public keys that this installation ever signed with, so that an old receipt can still be attributed."""

from typing import cast

from redis import Redis

from replays.store.scripts import asking

KEY = "signing-keys"
"""Where the store keeps them: each public key in hexadecimal with the time of its first use, in ms UTC."""


def register(store: Redis, public_key: str, now: int) -> None:
    """Note that this key signs from now on; one that is known keeps its time. Raises `StoreAway`."""
    with asking():
        store.hsetnx(KEY, public_key, str(now))


def registered(store: Redis) -> dict[str, int]:
    """The time of first use of each public key, the oldest first. Raises `StoreAway`."""
    with asking():
        found = cast("dict[bytes, bytes]", store.hgetall(KEY))
    since = {public_key.decode(): int(time) for public_key, time in found.items()}
    return dict(sorted(since.items(), key=lambda item: (item[1], item[0])))
