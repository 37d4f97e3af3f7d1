"""The progress of a target: the notices of the inbox that it is done with."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Progress:
    """All positions up to `upto` are done, and those in `beyond`, which follow one that is not done."""

    upto: int
    beyond: frozenset[int] = frozenset()

    def is_done(self, position: int) -> bool:
        """True if the target is done with the notice at this position."""
        return position <= self.upto or position in self.beyond

    def settled(self, done: Collection[int], waiting: Collection[int]) -> Self:
        """A copy with these positions done; of the notices in the inbox, only `waiting` are not done now.

        >>> Progress(3).settled([5, 6], waiting=[4])
        Progress(upto=3, beyond=frozenset({5, 6}))
        >>> Progress(3, frozenset({5})).settled([4, 6], waiting=[])
        Progress(upto=6, beyond=frozenset())
        """
        beyond = self.beyond | frozenset(done)
        upto = max(self.upto, *beyond, 0) if not waiting else max(self.upto, min(waiting) - 1)
        return type(self)(upto, frozenset(each for each in beyond if each > upto))

    def stored(self) -> list[Any]:
        """The progress as a JSON array for the store."""
        return [self.upto, sorted(self.beyond)]

    @classmethod
    def read(cls, stored: list[Any]) -> Self:
        """The progress from its stored form."""
        upto, beyond = stored
        return cls(upto, frozenset(beyond))
