"""The index of players by name: finds the players whose name begins with a text.

One sorted set has an entry for each player, the folded name and the id, sorted by bytes. An entry is written
before the profile gets the name, and is removed before the profile is erased. So the index may have entries
of names that are no longer in use: readers compare each entry with the profile, and `mend` it if stale.

The law of `folded` has a number. An entry of an older law stays until a reader meets it, or the walk of the
workers (`mended`), which goes over all entries until none is missing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from redis import Redis

from replays.store.scripts import asking
from service.application.accounts.naming.folding import folded

KEY = "players:names"
LAW = "players:names:law"
"""The key of the number of the law under which all names are in the index."""
FOLDING = b"2"
"""The number of the present law; it rises when `folded` gives another text for any name."""
END = "\x00"
"""The separator of name and id; no name contains it."""
AT_ONCE = 500
"""The number of entries in a page of the walk."""
MOST_ALIKE = 100
"""The most entries that are read of one name."""


class NameEntry(NamedTuple):
    """A player's entry in the index: the folded name and the id."""

    folded: str
    player: str


class NameIndex:
    """The index in the store. Methods raise `StoreAway` and are safe to repeat."""

    def __init__(self, store: Redis) -> None:
        self._store = store

    def add(self, names: Iterable[tuple[str, str]]) -> int:
        """Add entries for these pairs of player and name; returns the number of new ones."""
        members = {_member(NameEntry(folded(name), player)): 0 for player, name in names}
        if not members:
            return 0
        with asking():
            return cast("int", self._store.zadd(KEY, members))

    def mend(self, entries: Sequence[NameEntry], names: Mapping[str, str | None]) -> None:
        """Replace stale entries by those of the present names of their players, None for erased ones."""
        self.add((player, name) for player, name in names.items() if name is not None)
        self.remove(entries)

    def is_mended(self) -> bool:
        """True once every name is in the index as `folded` has it now."""
        with asking():
            return self._store.get(LAW) == FOLDING

    def mended(self, names_of: Callable[[Iterable[str]], Mapping[str, str | None]]) -> Iterator[int]:
        """Add what is missing for the players of all entries, page by page; gives the number for each page.

        The walk may stop anywhere, and several may run. One that has added nothing sets the law.
        """
        after, added = None, 0
        while entries := self.find("", after, AT_ONCE):
            names = names_of(entry.player for entry in entries)
            there = self.add((player, name) for player, name in names.items() if name is not None)
            after, added = entries[-1], added + there
            yield there
        if not added:
            with asking():
                self._store.set(LAW, FOLDING)

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
