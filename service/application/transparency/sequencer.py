"""Puts waiting heads and the service's keys in order, each once.

A process may die anywhere: leaves are recorded in one script, and the heads are removed afterwards. What is
delivered again is found among the places of its subject and left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from replays.log.event_log import EventLog
from replays.transparency.leaves import Leaf, head_leaf
from replays.transparency.merkle import leaf_hash
from replays.transparency.tiles import grown
from service.application.transparency.keys import ServiceKeys
from service.application.transparency.ledger import Ledger, TileBytes
from service.application.transparency.packing import mark_of, subject_of
from service.application.transparency.tree import LogTree

AT_ONCE = 500
"""The maximum number of appends of a partition whose heads are put in order in one step."""


class Sequenced(NamedTuple):
    """A step: the appends that it took, and the leaves that it recorded."""

    appends: int = 0
    leaves: int = 0


class Sequencer:
    """Records leaves for the holder of the lease. For one thread; methods raise what its parts raise."""

    def __init__(self, log: EventLog, tree: LogTree, keys: ServiceKeys) -> None:
        self._log = log
        self._tree = tree
        self._ledger: Ledger = tree.ledger
        self._keys = keys

    def take(self, token: int, block_ms: int) -> Sequenced:
        """Record waiting heads, waiting for them for at most `block_ms`; the token is the lease's."""
        waiting = self._log.waiting_heads(block_ms, AT_ONCE)
        heads = [
            head_leaf(each.game, found.head, found.kind) for each in waiting for found in each.milestones
        ]
        has_other = any(not each.milestones for each in waiting)
        new = self.record(token, [*(self._keys.leaves() if has_other else ()), *heads])
        if waiting:
            self._log.forget_heads(waiting)
        return Sequenced(len(waiting), len(new))

    def record_keys(self, token: int) -> int:
        """Record the keys that the log does not have yet; returns their number."""
        return len(self.record(token, self._keys.leaves()))

    def record(self, token: int, leaves: Iterable[Leaf]) -> list[Leaf]:
        """Record those of the leaves that the log does not have yet; returns them."""
        new = list(self._unrecorded(list(leaves)))
        if new:
            size = self._ledger.size()
            hashes = [leaf_hash(leaf.entry()) for leaf in new]
            tiles = [TileBytes(*each) for each in grown(size, hashes, self._tree.read) if each[0].level]
            self._ledger.append(token, size, new, tiles)
        return new

    def _unrecorded(self, leaves: Sequence[Leaf]) -> Iterator[Leaf]:
        places = self._ledger.places([subject_of(leaf) for leaf in leaves])
        seen = set()
        for leaf, of_subject in zip(leaves, places, strict=True):
            named = (subject_of(leaf), mark_of(leaf.kind))
            if mark_of(leaf.kind) not in of_subject and named not in seen:
                seen.add(named)
                yield leaf
