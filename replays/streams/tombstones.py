"""Tombstones on a server: the stream's key has a string instead, `<version> <hash>` of its head."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from redis import Redis
from redis.exceptions import ResponseError

from replays.encoding.entries import Head, RawEntry
from replays.encoding.identity import GameId, Version
from replays.log.event_log import ArchiveDamaged, Entombed
from replays.store.scripts import asking
from replays.streams import keys
from replays.streams.feeds import answers_of
from replays.streams.scripts.append import HeadScript

NO_STREAM = "WRONGTYPE"
"""The beginning of the server's error for a stream command on a tombstone."""
TOMBSTONE = re.compile(rb"([0-9]{1,15}) ([0-9a-f]{64})")


class StreamsTombstones:
    """The `Tombstones` on a server."""

    def __init__(self, writer: Redis, reader: Redis) -> None:
        self._reader = reader
        self._entomb = HeadScript(writer, "entomb.lua")

    def entombed(self, streams: Sequence[GameId]) -> set[GameId]:
        """Return those of these streams that have a tombstone, in one round trip."""
        with asking(), self._reader.pipeline(transaction=False) as pipe:
            for stream in streams:
                pipe.type(keys.stream(stream))
            answers = pipe.execute()
        return {stream for stream, kind in zip(streams, answers, strict=True) if kind == b"string"}

    def entomb(self, stream: GameId, head: Head) -> None:
        """Replace the stream by its tombstone and delete its other keys, in one round trip."""
        try:
            self._entomb.run(
                stream, head, [keys.commands(stream), keys.secret(stream), keys.plans(stream)], ()
            )
        except Entombed:
            return

    def _tombstone(self, stream: GameId) -> Head:
        """Return the head in the stream's tombstone; raises ArchiveDamaged if the key has no tombstone."""
        head = self._tombstones([stream]).get(stream)
        if head is None:
            raise ArchiveDamaged(f"at the key of {stream} stands neither its log nor a tombstone")
        return head

    def _tombstones(self, streams: Sequence[GameId]) -> dict[GameId, Head]:
        """Return the heads of those of these streams that have a tombstone, in one round trip."""
        with asking(), self._reader.pipeline(transaction=False) as pipe:
            for stream in streams:
                pipe.get(keys.stream(stream))
            answers = answers_of(pipe, allowed=NO_STREAM)
        heads = zip(streams, map(_head, answers), strict=True)
        return {stream: head for stream, head in heads if head}


def _head(text: bytes | None) -> Head | None:
    found = TOMBSTONE.fullmatch(text or b"")
    return Head(Version(int(found[1])), found[2].decode()) if found else None


def entries_or_none(ask: Callable[[], Any]) -> list[RawEntry] | None:
    """Return the entries that `ask` reads, or None if the key has another type, such as a tombstone."""
    with asking():
        try:
            answer = ask()
        except ResponseError as error:
            if not str(error).startswith(NO_STREAM):
                raise
            return None
    return raw_entries(answer)


def raw_entries(answer: Any) -> list[RawEntry]:
    """Return the entries of a reply to XRANGE or XREVRANGE."""
    return [RawEntry(entry_id.decode(), fields) for entry_id, fields in answer]
