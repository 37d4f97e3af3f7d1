"""The index of players by name: finds the players whose name begins with a text.

One sorted set has an entry for each player, the folded name and the id, sorted by bytes. An entry is written
before the profile gets the name, and is removed before the profile is erased. So the index may have entries
of names that are no longer in use: readers compare each entry with the profile, and `remove` it if stale.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from redis import Redis

from replays.store.scripts import asking

KEY = "players:names"
END = "\x00"
"""The separator of name and id; no name contains it."""
MOST_ALIKE = 100
"""The most entries that are read of one name."""


class NameEntry(NamedTuple):
    """A player's entry in the index: the folded name and the id."""

    folded: str
    player: str


def folded(name: str) -> str:
    """The form of a name for searching: without case, accents and compatibility forms.

    >>> folded("Zoë"), folded("ANN")
    ('zoe', 'ann')
    """
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(char for char in decomposed if unicodedata.category(char) != "Mn")


class NameIndex:
    """The index in the store. Methods raise `StoreAway` and are safe to repeat."""

    def __init__(self, store: Redis) -> None:
        self._store = store

    def add(self, names: Iterable[tuple[str, str]]) -> None:
        """Add entries for these pairs of player and name."""
        members = {_member(NameEntry(folded(name), player)): 0 for player, name in names}
        if members:
            with asking():
                self._store.zadd(KEY, members)

    def remove(self, entries: Iterable[NameEntry]) -> None:
        """Delete these entries."""
        members = [_member(entry) for entry in entries]
        if members:
            with asking():
                self._store.zrem(KEY, *members)

    def find(self, prefix: str, after: NameEntry | None, limit: int) -> list[NameEntry]:
        """At most `limit` entries after `after` whose name begins with this folded text, in order."""
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
        return list(map(_entry, found))

    def with_names(self, names: Sequence[str]) -> list[list[NameEntry]]:
        """At most `MOST_ALIKE` entries for each name whose whole folded name is the same; one round trip."""
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for name in names:
                first = f"{folded(name)}{END}".encode()
                pipeline.zrange(
                    KEY, b"[" + first, b"(" + first + b"\xff", bylex=True, offset=0, num=MOST_ALIKE
                )
            answers = pipeline.execute()
        return [list(map(_entry, found)) for found in answers]


def _entry(member: bytes) -> NameEntry:
    return NameEntry(*member.decode().rsplit(END, 1))


def _member(entry: NameEntry) -> str:
    return f"{entry.folded}{END}{entry.player}"
