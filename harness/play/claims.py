"""Finds what the store has of an account that no registry declares."""

import re
from fnmatch import fnmatchcase
from typing import Any

from redis import Redis

from harness.store.records import plain
from service.application.account_data.elsewhere import ELSEWHERE
from service.application.account_keys import PARTS

READ: dict[bytes, Any] = {
    b"none": lambda *_: None,  # expired meanwhile
    b"string": lambda store, key: store.get(key),
    b"hash": lambda store, key: store.hgetall(key),
    b"zset": lambda store, key: store.zrange(key, 0, -1),
    b"set": lambda store, key: store.smembers(key),
    b"list": lambda store, key: store.lrange(key, 0, -1),
    b"stream": lambda store, key: [fields for _, fields in store.xrange(key)],
}
EVENTS = re.compile(r"\{[0-9a-f]{2}\}:game:")
"""The keys of streams of events, which are packed; entries of feeds have a field of that name, too."""


def unclaimed(store: Redis, player: str, *, is_erased: bool = False) -> list[str]:
    """The keys with the player's id in their names or values that no entry of the registries claims.

    Of an erased account only the entries that say why something stays claim anything.
    """
    own = set() if is_erased else {part(player) for part in PARTS}
    staying = [
        pattern.replace("<id>", player)
        for each in ELSEWHERE
        if each.stays or not is_erased
        for pattern in each.keys
    ]
    return [
        key
        for key in sorted(raw.decode() for raw in store.scan_iter(count=1_000))
        if _has(store, key, player) and key not in own and not _is_elsewhere(key, player, staying)
    ]


def _has(store: Redis, key: str, player: str) -> bool:
    found = READ[store.type(key)](store, key)  # type: ignore[index]
    if EVENTS.match(key) and isinstance(found, list):
        found = [plain(fields) for fields in found]
    return player in key or player in repr(found)


def _is_elsewhere(key: str, player: str, patterns: list[str]) -> bool:
    in_slot = key == f"player:{player}" or key.startswith(f"{{player:{player}}}")
    return not in_slot and any(fnmatchcase(key, pattern) for pattern in patterns)
