"""The index of players by name: finds those whose name begins with a text.

One sorted set has an entry for each player, the folded name and the id, in the order of their bytes. It is
written before a profile gets its name, and an entry is removed before its profile is erased. So an entry may
be there for a name that nobody has any more: readers compare it with the profile, and `remove` it.
"""

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple, cast

from redis import Redis

from replays.store.scripts import asking

KEY = "players:names"
END = "\x00"
"""Stands between name and id; no name has it."""


class Entry(NamedTuple):
    """A player's place in the index: the folded name, then the id."""

    folded: str
    player: str


def folded(name: str) -> str:
    """A name as it is searched for: without case, accents and forms of compatibility.

    >>> folded("Zoë"), folded("ANN")
    ('zoe', 'ann')
    """
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(char for char in decomposed if unicodedata.category(char) != "Mn")


class NameIndex:
    """The index in the store. Methods raise `StoreAway`, and may be repeated."""

    def __init__(self, store: Redis) -> None:
        self._store = store

    def add(self, names: Iterable[tuple[str, str]]) -> None:
        """Let these players, each with a name, be found by it."""
        members = {_member(Entry(folded(name), player)): 0 for player, name in names}
        if members:
            with asking():
                self._store.zadd(KEY, members)

    def remove(self, entries: Iterable[Entry]) -> None:
        """Forget these entries."""
        members = [_member(entry) for entry in entries]
        if members:
            with asking():
                self._store.zrem(KEY, *members)

    def find(self, prefix: str, after: Entry | None, limit: int) -> list[Entry]:
        """At most `limit` entries whose name begins with this folded text, in order, after an entry."""
        first = f"({_member(after)}" if after else f"[{prefix}"
        with asking():
            found = cast(
                "list[bytes]",
                self._store.zrange(
                    KEY,
                    first,
                    b"(" + prefix.encode() + b"\xff",
                    bylex=True,
                    offset=0,
                    num=limit,
                ),
            )
        return [Entry(*member.decode().rsplit(END, 1)) for member in found]


def _member(entry: Entry) -> str:
    return f"{entry.folded}{END}{entry.player}"
