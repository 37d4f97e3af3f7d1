"""The network addresses from which accounts were registered, so that bots take turns between addresses.

As long as a profile exists, it has an HMAC of the address under the server's key. A reader of the store
learns no address, only which accounts come from the same one.
"""

from collections.abc import Iterable
from typing import cast

from redis import Redis

from replays.store.scripts import asking
from replays.streams.keys import short
from service.application.account_keys import derive, profile_key

FIELD = "from"
"""The field of a profile; accounts from before 2026-11-22 do not have it."""
ERASED = "erased"
"""The group of all erased accounts."""


def origin(key: bytes, address: str) -> str:
    """The stored form of an address: 128 bits of its HMAC as 22 characters."""
    return short(derive(key, b"registered from", address.encode())[:16])


class Origins:
    """The origins of accounts, from their profiles. Methods raise `StoreAway`."""

    def __init__(self, store: Redis) -> None:
        self._store = store

    def groups(self, players: Iterable[str]) -> dict[str, str]:
        """The group of each player: the accounts from the same address, or the player if it is unknown.

        All erased accounts form one group, so that nobody gets more turns by erasing accounts.
        """
        asked = list(dict.fromkeys(players))
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for player in asked:
                pipeline.hmget(profile_key(player), [FIELD, "erased"])
            answers = cast("list[list[bytes | None]]", pipeline.execute())
        return {player: _group(player, *answer) for player, answer in zip(asked, answers, strict=True)}


def _group(player: str, known: bytes | None, erased: bytes | None) -> str:
    if erased:
        return ERASED
    return known.decode() if known else player
