"""The waiting heads on a server: one stream per partition, whose entries are removed with the work.

An entry has the stream's id in `g`, and in `m` its milestones, separated by semicolons.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from redis import Redis

from replays.encoding.entries import Head
from replays.encoding.forms import HASH
from replays.encoding.identity import PARTITIONS, Version, parse_game_id
from replays.log.feeds import START
from replays.log.heads import Milestone, WaitingHeads
from replays.store.scripts import asking
from replays.streams import keys
from replays.streams.feeds import NOBODYS
from replays.transparency.leaves import HeadKind

_ALL = range(PARTITIONS)

log = logging.getLogger(__name__)


class StreamsHeads:
    """The `Heads` on a server."""

    def __init__(self, writer: Redis, reader: Redis) -> None:
        self._writer = writer
        self._reader = reader

    def waiting_heads(self, block_ms: int, count: int = 1000) -> list[WaitingHeads]:
        """Return the entries of all partitions, in one blocking read."""
        streams: dict[Any, Any] = dict.fromkeys(map(keys.heads, _ALL), START)
        with asking():
            answer: Any = self._reader.xread(streams, count=count, block=block_ms or None)
        found = [_waiting(int(key[1:3]), *entry) for key, entries in answer for entry in entries]
        return sorted(found, key=lambda each: tuple(map(int, each.entry_id.split("-"))))

    def forget_heads(self, heads: Iterable[WaitingHeads]) -> None:
        """Remove the entries, in one round trip."""
        ids = defaultdict(list)
        for each in heads:
            ids[each.partition].append(each.entry_id)
        with asking(), self._writer.pipeline(transaction=False) as pipe:
            for number, done in ids.items():
                pipe.xdel(keys.heads(number), *done)
            pipe.execute()


def stored(milestones: Sequence[Milestone]) -> str:
    """Return the milestones in the form of the store; empty for none."""
    return ";".join(f"{each.kind.value} {each.head.version} {each.head.hash}" for each in milestones)


def _waiting(number: int, entry_id: bytes, fields: Mapping[bytes, bytes]) -> WaitingHeads:
    """Return the entry; one that no append has written has no milestones."""
    place = number, entry_id.decode()
    try:
        game = parse_game_id(fields[b"g"].decode())
        words = fields[b"m"].decode()
        return WaitingHeads(*place, game, tuple(map(_milestone, words.split(";"))) if words else ())
    except (KeyError, ValueError):
        log.warning("%s has an entry that no append has written: %s", keys.heads(number), place[1])
        return WaitingHeads(*place, NOBODYS, ())


def _milestone(text: str) -> Milestone:
    kind, version, chain_hash = text.split(" ")
    return Milestone(HeadKind(kind), Head(Version(int(version)), HASH.read(chain_hash)))
