"""The public keys with which this installation signs heads, since when, and which are revoked.

Old receipts can therefore be attributed to it. Each key and each revocation is a leaf of the public log.
"""

from collections.abc import Iterator
from typing import cast

from redis import Redis

from replays.store.scripts import asking
from replays.streams import keys
from replays.streams.feeds import NOBODYS
from replays.transparency.leaves import KeyKind, KeyLeaf

KEY = "signing-keys"
"""The key of the hash in the store: the time of first use, in ms UTC, by public key in hexadecimal."""
REVOKED = "signing-keys:revoked"
"""The key of the hash of revoked keys: the time of the revocation, in ms UTC, by public key."""


class ServiceKeys:
    """The keys of an installation. Methods raise `StoreAway` and may be retried."""

    def __init__(self, store: Redis) -> None:
        self._store = store

    def register(self, public_key: str, now: int) -> None:
        """Store the time of a public key's first use, unless it is known, and have it put into the log."""
        self._add(KEY, public_key, now)

    def revoke(self, public_key: str, now: int) -> bool:
        """Store that heads signed with a key from now on are not the service's; False for an unknown key."""
        if public_key not in self.registered():
            return False
        self._add(REVOKED, public_key, now)
        return True

    def registered(self) -> dict[str, int]:
        """The time of first use by public key, the oldest first."""
        return self._times(KEY)

    def revoked(self) -> dict[str, int]:
        """The time of revocation by public key, the oldest first."""
        return self._times(REVOKED)

    def leaves(self) -> Iterator[KeyLeaf]:
        """The leaves of all keys and revocations."""
        for kind, times in ((KeyKind.KEY, self.registered()), (KeyKind.REVOCATION, self.revoked())):
            yield from (KeyLeaf(kind, public_key, since) for public_key, since in times.items())

    def _add(self, name: str, public_key: str, now: int) -> None:
        """Add a key, and wake the process that puts leaves in order, which also looks when it takes over."""
        with asking():
            if self._store.hsetnx(name, public_key, str(now)):
                self._store.xadd(keys.heads(0), {"g": NOBODYS, "m": ""})

    def _times(self, name: str) -> dict[str, int]:
        with asking():
            found = cast("dict[bytes, bytes]", self._store.hgetall(name))
        since = {public_key.decode(): int(time) for public_key, time in found.items()}
        return dict(sorted(since.items(), key=lambda item: (item[1], item[0])))
