"""The feeds on a server: one stream per partition, each append's entry with the fields `g`, `v` and `t`.

`tail` and `claim_new` are each one blocking read over all partitions; on a cluster the client looks at each
of them again and again (`replays.store.cluster`).
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
from replays.store.scripts import asking
from replays.streams import keys

NOBODYS = GameId("00000000-0000-0000-0000-000000000000")
"""The id of no game: ids are random, or derived, and never nil."""

_ALL = range(PARTITIONS)
_GROUP_GONE = ("NOGROUP", "UNBLOCKED")  # before the wait, and during it (Redis 7.0)

log = logging.getLogger(__name__)


class StreamsFeeds:
    """The `Feeds` on a server."""

    def __init__(self, writer: Redis, reader: Redis) -> None:
        self._writer = writer
        self._reader = reader

    def tail(self, cursors: Mapping[int, str], block_ms: int, count: int = 1000) -> list[FeedEntry]:
        """Return what came after these cursors."""
        streams: dict[Any, Any] = {keys.feed(number): after for number, after in sorted(cursors.items())}
        with asking():
            return _by_stream(self._reader.xread(streams, count=count, block=block_ms or None))

    def feed_ends(self) -> dict[int, str]:
        """Return the cursors that everything to come lies after."""
        with asking(), self._reader.pipeline(transaction=False) as pipe:
            for number in _ALL:
                pipe.xrevrange(keys.feed(number), count=1)
            answers = pipe.execute()
        return {number: last[0][0].decode() if last else START for number, last in enumerate(answers)}

    def join(self, group: str) -> None:
        """Make the consumer group in every partition."""
        with asking(), self._writer.pipeline(transaction=False) as pipe:
            for number in _ALL:
                pipe.xgroup_create(keys.feed(number), group, id=START, mkstream=True)
            answers_of(pipe, allowed="BUSYGROUP")

    def claim_new(self, group: str, consumer: str, block_ms: int, count: int = 100) -> list[FeedEntry]:
        """Return entries that no consumer of the group was given yet.

        It is sent by the reader, for it blocks: where an answer is lost, the entries stay pending and
        `claim_stale` finds them.
        """
        streams: dict[Any, Any] = {keys.feed(number): ">" for number in _ALL}

        def claim() -> list[FeedEntry]:
            return _by_stream(
                self._reader.xreadgroup(group, consumer, streams, count=count, block=block_ms or None)
            )

        with asking():
            try:
                return claim()
            except ResponseError as error:
                if not str(error).startswith(_GROUP_GONE):
                    raise
                self.join(group)
                return claim()

    def claim_stale(self, group: str, consumer: str, min_idle_ms: int, count: int = 100) -> list[FeedEntry]:
        """Return entries that other consumers hold for too long, searching each partition's pending ones."""
        claimed: list[FeedEntry] = []
        searching = dict.fromkeys(_ALL, START)
        while searching:
            with asking(), self._writer.pipeline(transaction=False) as pipe:
                for number, start in searching.items():
                    pipe.xautoclaim(keys.feed(number), group, consumer, min_idle_ms, start, count)
                answers = dict(zip(searching, answers_of(pipe, allowed="NOGROUP"), strict=True))
            searching = {}
            for number, (following, entries, *_deleted) in _present(answers):
                claimed.extend(_entry(number, *entry) for entry in entries)
                if not entries and following != START.encode():
                    searching[number] = following.decode()
        return sorted(claimed, key=attrgetter("partition"))

    def acknowledge(self, group: str, entries: Iterable[FeedEntry]) -> None:
        """Take these entries off the group's pending ones."""
        ids = defaultdict(list)
        for entry in entries:
            ids[entry.partition].append(entry.entry_id)
        with asking(), self._writer.pipeline(transaction=False) as pipe:
            for number, done in ids.items():
                pipe.xack(keys.feed(number), group, *done)
            pipe.execute()

    def trim_feeds(self) -> int:
        """Remove the entries that every group is done with.

        Between the questions and the trimming the groups only move on, so nothing they need is removed.
        """
        floors = {number: min(ends, key=_place) for number, ends in self._group_ends().items() if ends}
        with asking(), self._writer.pipeline(transaction=False) as pipe:
            for number, floor in floors.items():
                pipe.xtrim(keys.feed(number), minid=floor, approximate=False)
            return sum(pipe.execute())

    def _group_ends(self) -> dict[int, list[str]]:
        """Return, by partition, each group's oldest pending entry or else the last one delivered to it."""
        with asking(), self._writer.pipeline(transaction=False) as pipe:
            for number in _ALL:
                pipe.xinfo_groups(keys.feed(number))
            groups = dict(_present(dict(enumerate(answers_of(pipe, allowed="no such key")))))
            questions = [(number, group) for number, there in groups.items() for group in there]
            for number, group in questions:
                pipe.xpending(keys.feed(number), group["name"])
            pending = pipe.execute()
        ends = defaultdict(list)
        for (number, group), waiting in zip(questions, pending, strict=True):
            ends[number].append((waiting["min"] or group["last-delivered-id"]).decode())
        return ends


def answers_of(pipe: Pipeline, allowed: str | tuple[str, ...]) -> list[Any]:
    """Return the pipeline's answers, None for an error that is allowed; raise the first other error."""
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
    """Return the entries of an answer to XREAD or XREADGROUP, whose streams are in the order asked for."""
    return [_entry(int(key[1:3]), *entry) for key, entries in answer for entry in entries]


def _entry(number: int, entry_id: bytes, fields: Mapping[bytes, bytes]) -> FeedEntry:
    """Return the entry; what no append has written tells of nobody's game, so that it is passed over."""
    place = number, entry_id.decode()
    try:
        types = tuple(fields[b"t"].decode().split(","))
        game, version = parse_game_id(fields[b"g"].decode()), Version(int(fields[b"v"]))
        return FeedEntry(*place, game, version, types, fields.get(b"d", b"").decode(), _told(fields))
    except (KeyError, ValueError):
        log.warning("%s has an entry that no append has written: %s", keys.feed(number), place[1])
        return FeedEntry(*place, NOBODYS, Version(0), ())


def _told(fields: Mapping[bytes, bytes]) -> tuple[Told, ...]:
    """Return who was told, of an occasion that says so."""
    rows = [row.split() for row in fields.get(b"p", b"").decode().splitlines()]
    return tuple(Told(player, int(unread), parse_game_id(game)) for player, unread, game in rows)


def _place(entry_id: str) -> tuple[int, int]:
    """Return the place of an entry id in its stream's order."""
    milliseconds, _, sequence = entry_id.partition("-")
    return int(milliseconds), int(sequence)
