"""Checks the ends of many streams at once: what an append would continue, and what everybody sees last."""

from collections.abc import Iterator, Sequence
from functools import partial

from redis import Redis

from replays.encoding.entries import check_end
from replays.encoding.identity import GameId
from replays.kinds import KINDS
from replays.log.event_log import ArchiveDamaged, EventLog
from replays.log.listing import Question, all_pages
from replays.store.scripts import asking
from replays.streams import keys
from replays.streams.feeds import answers_of
from replays.streams.tombstones import NO_STREAM, TOMBSTONE, raw_entries

AT_ONCE = 500
"""The number of streams that are read in one round trip."""


def damaged_ends(log: EventLog, reader: Redis) -> Iterator[GameId]:
    """All listed streams that end in a missing or unreadable entry, or lack one before it.

    Archived ones only need a tombstone. Raises StoreAway.
    """
    for kind in KINDS:
        for streams in all_pages(partial(log.list_streams, Question(kind.listing), limit=AT_ONCE)):
            # one that was only changed while its end was looked at is whole
            yield from (stream for stream in _suspect(reader, streams) if not is_whole(log, stream))


def is_whole(log: EventLog, stream: GameId) -> bool:
    """True if a listed stream can be read from its first event to its last."""
    try:
        events, fault = log.read_checked(stream)
    except ArchiveDamaged:
        return False
    return bool(events) and fault is None


def _suspect(reader: Redis, streams: Sequence[GameId]) -> Iterator[GameId]:
    with asking(), reader.pipeline(transaction=False) as pipe:
        for stream in streams:
            pipe.xrevrange(keys.stream(stream), count=2)
            pipe.xlen(keys.stream(stream))
        answers = answers_of(pipe, allowed=NO_STREAM)
    others = []
    for stream, last, length in zip(streams, answers[0::2], answers[1::2], strict=True):
        if last is None:
            others.append(stream)
        elif check_end(stream, raw_entries(reversed(last)), length):
            yield stream
    yield from _without_tombstone(reader, others)


def _without_tombstone(reader: Redis, streams: Sequence[GameId]) -> Iterator[GameId]:
    with asking(), reader.pipeline(transaction=False) as pipe:
        for stream in streams:
            pipe.get(keys.stream(stream))
        answers = answers_of(pipe, allowed=NO_STREAM)
    for stream, text in zip(streams, answers, strict=True):
        if not TOMBSTONE.fullmatch(text or b""):
            yield stream
