"""The feeds and the work on a server: two streams per partition, an append's entry has `g`, `v` and `t`.

`tail` and `claim_new` are one blocking read each over all partitions; on a cluster the client polls the
partitions instead (`replays.store.cluster`).
"""

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import RedisError, ResponseError

from replays.encoding.identity import PARTITIONS, GameId, Version, parse_game_id
from replays.log.feeds import START, FeedEntry
from replays.log.occasions import Told
from replays.runtime.worker_registry import RELAY
from replays.store.scripts import asking
from replays.streams import keys

NOBODYS = GameId("00000000-0000-0000-0000-000000000000")
"""An id that no game has: ids are random or derived, and never nil."""

FORMER = RELAY
"""The group of the relay in the feeds, which it does not read any more; it would keep every entry."""

REQUESTED = "Requested"
"""The type of an entry that wakes the relay; no event has this name."""

JOINS = 3
"""How often one read creates a group that is gone; somebody may delete it in one partition after another."""

_ALL = range(PARTITIONS)
_NO_FEED = ("no such key", "The XGROUP subcommand requires the key")
_GROUP_GONE = ("NOGROUP", "UNBLOCKED")  # the error before the wait, and the one during it (Redis 7.0)

log = logging.getLogger(__name__)


class StreamsFeeds:
    """The `Feeds` on a server."""

    def __init__(self, writer: Redis, reader: Redis) -> None:
        self._writer = writer
        self._reader = reader

    def tail(self, cursors: Mapping[int, str], block_ms: int, count: int = 1000) -> list[FeedEntry]:
        """Return the entries after these cursors."""
        streams: dict[Any, Any] = {keys.feed(number): after for number, after in sorted(cursors.items())}
        with asking():
            return _by_stream(self._reader.xread(streams, count=count, block=block_ms or None))

    def feed_ends(self) -> dict[int, str]:
        """Return a cursor for each partition that every later entry comes after."""
        with asking(), self._reader.pipeline(transaction=False) as pipe:
            for number in _ALL:
                pipe.xrevrange(keys.feed(number), count=1)
            answers = pipe.execute()
        return {number: last[0][0].decode() if last else START for number, last in enumerate(answers)}

    def join(self, group: str) -> None:
        """Create the consumer group of the work in every partition."""
        with asking(), self._writer.pipeline(transaction=False) as pipe:
            for number in _ALL:
                pipe.xgroup_create(keys.work(number), group, id=START, mkstream=True)
            answers_of(pipe, allowed="BUSYGROUP")

    def claim_new(self, group: str, consumer: str, block_ms: int, count: int = 100) -> list[FeedEntry]:
        """Return work that no consumer of the group has received yet.

        The command is sent by the reader, because it blocks. If a response is lost, the entries stay pending
        and `claim_stale` finds them.
        """
        streams: dict[Any, Any] = {keys.work(number): ">" for number in _ALL}

        for _ in range(JOINS):
            with asking():
                try:
                    return _by_stream(
                        self._reader.xreadgroup(group, consumer, streams, count=count, block=block_ms or None)
                    )
                except ResponseError as error:
                    if not str(error).startswith(_GROUP_GONE):
                        raise
            log.warning("the consumer group %s was gone, and sees all entries once more", group)
            self.join(group)
        return []

    def claim_stale(self, group: str, consumer: str, min_idle_ms: int, count: int = 100) -> list[FeedEntry]:
        """Take over the entries of all partitions that have been pending for `min_idle_ms` or longer."""
        claimed: list[FeedEntry] = []
        searching = dict.fromkeys(_ALL, START)
        while searching:
            with asking(), self._writer.pipeline(transaction=False) as pipe:
                for number, start in searching.items():
                    pipe.xautoclaim(keys.work(number), group, consumer, min_idle_ms, start, count)
                answers = dict(zip(searching, answers_of(pipe, allowed="NOGROUP"), strict=True))
            searching = {}
            for number, (following, entries, *_deleted) in _present(answers):
                claimed.extend(_entry(number, *entry) for entry in entries)
                if not entries and following != START.encode():
                    searching[number] = following.decode()
        return sorted(claimed, key=attrgetter("partition"))

    def acknowledge(self, group: str, entries: Iterable[FeedEntry]) -> None:
        """Remove these entries; what is removed and still pending is never delivered again."""
        ids = defaultdict(list)
        for entry in entries:
            ids[entry.partition].append(entry.entry_id)
        with asking(), self._writer.pipeline(transaction=False) as pipe:
            for number, done in ids.items():
                pipe.xdel(keys.work(number), *done)
                pipe.xack(keys.work(number), group, *done)
            pipe.execute()

    def trim_feeds(self) -> int:
        """Remove the entries that every group has finished with.

        Between the reads and the trimming the groups only move forward, so no entry they need is removed.
        """
        floors = {number: min(ends, key=_place) for number, ends in self._group_ends().items() if ends}
        with asking(), self._writer.pipeline(transaction=False) as pipe:
            for number, floor in floors.items():
                pipe.xtrim(keys.feed(number), minid=floor, approximate=False)
            return sum(pipe.execute())

    def _group_ends(self) -> dict[int, list[str]]:
        """Return by partition, for each group, its oldest pending entry or else the last one delivered."""
        with asking(), self._writer.pipeline(transaction=False) as pipe:
            for number in _ALL:
                pipe.xgroup_destroy(keys.feed(number), FORMER)
                pipe.xinfo_groups(keys.feed(number))
            answers = answers_of(pipe, allowed=_NO_FEED)[1::2]
            groups = dict(_present(dict(enumerate(answers))))
            questions = [(number, group) for number, there in groups.items() for group in there]
            for number, group in questions:
                pipe.xpending(keys.feed(number), group["name"])
            pending = pipe.execute()
        ends = defaultdict(list)
        for (number, group), waiting in zip(questions, pending, strict=True):
            ends[number].append((waiting["min"] or group["last-delivered-id"]).decode())
        return ends


def wake_relay(writer: Redis) -> None:
    """Add work that names no game, for what no append has made due; raises StoreAway and may be retried."""
    with asking():
        writer.xadd(keys.work(0), {"g": NOBODYS, "v": 0, "t": REQUESTED})


def answers_of(pipe: Pipeline, allowed: str | tuple[str, ...]) -> list[Any]:
    """Return the pipeline's replies, with None for an allowed error; raise the first other error."""
    answers = pipe.execute(raise_on_error=False)
    for number, answer in enumerate(answers):
        if isinstance(answer, RedisError):
            if not str(answer).startswith(allowed):
                raise answer
            answers[number] = None
    return answers


def _present(answers: Mapping[int, Any]) -> Iterator[tuple[int, Any]]:
    return ((number, answer) for number, answer in answers.items() if answer is not None)


def _by_stream(answer: Any) -> list[FeedEntry]:
    """Return the entries of a reply to XREAD or XREADGROUP, with its streams in the order of the command."""
    return [_entry(int(key[1:3]), *entry) for key, entries in answer for entry in entries]


def _entry(number: int, entry_id: bytes, fields: Mapping[bytes, bytes]) -> FeedEntry:
    """Return the entry; a foreign entry gets the id `NOBODYS` and no types, so that readers skip it."""
    place = number, entry_id.decode()
    try:
        types = tuple(fields[b"t"].decode().split(","))
        game, version = parse_game_id(fields[b"g"].decode()), Version(int(fields[b"v"]))
        return FeedEntry(*place, game, version, types, fields.get(b"d", b"").decode(), _told(fields))
    except (KeyError, ValueError):
        log.warning("%s has an entry that no append has written: %s", keys.feed(number), place[1])
        return FeedEntry(*place, NOBODYS, Version(0), ())


def _told(fields: Mapping[bytes, bytes]) -> tuple[Told, ...]:
    """Return the players in a `TOLD` entry; empty for other entries."""
    rows = [row.split() for row in fields.get(b"p", b"").decode().splitlines()]
    return tuple(Told(player, int(unread), parse_game_id(game)) for player, unread, game in rows)


def _place(entry_id: str) -> tuple[int, int]:
    """Return an entry id as numbers, which sort in the order of the stream."""
    milliseconds, _, sequence = entry_id.partition("-")
    return int(milliseconds), int(sequence)
