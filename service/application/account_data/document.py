"""The export as one JSON document, in pieces."""

from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from service.application.account_data.export import LISTS, account
from service.application.account_data.stores import AccountStores

PIECE_BYTES = 64 * 1024
"""The number of buffered bytes at which a piece of an export is sent, as a document or an archive."""


def document(stores: AccountStores, player: str) -> Iterator[bytes]:
    """The document in pieces; raises `StoreAway`, and `AccountErased` also for an erasure in the meantime."""
    yield orjson.dumps(account(stores, player))[:-1]
    for each in LISTS:
        yield b',"%b":' % each.name.encode()
        yield from array(each.read(stores, player))
    stores.players.profile(player)
    yield b"}\n"


def array(items: Iterable[Any], between: bytes = b"") -> Iterator[bytes]:
    """A JSON array in pieces, with `between` before each item.

    >>> b"".join(array(["a", "b"]))
    b'["a","b"]'
    """
    held = bytearray(b"[")
    comma = b""
    for item in items:
        held += comma + between + orjson.dumps(item)
        comma = b","
        if len(held) >= PIECE_BYTES:
            yield bytes(held)
            held.clear()
    yield bytes(held) + b"]"
