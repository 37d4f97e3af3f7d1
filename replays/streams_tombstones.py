"""Tombstones on a server: at a stream's key stands a string, `<version> <hash>` of its head."""

from collections.abc import Callable, Sequence
from typing import Any

from redis import Redis
from redis.exceptions import ResponseError

from replays import keys
from replays.entries import Head, RawEntry, head_of
from replays.identity import GameId
from replays.log import Entombed
from replays.store import asking
from replays.streams_scripts import HeadScript

NO_STREAM = "WRONGTYPE"
"""How the error begins that a server answers with, where a tombstone stands."""


class StreamsTombstones:
    """The `Tombstones` on a server."""

    def __init__(self, writer: Redis, reader: Redis) -> None:
        self._reader = reader
        self._entomb = HeadScript(writer, "entomb.lua")

    def entombed(self, streams: Sequence[GameId]) -> set[GameId]:
        """Return those that have a tombstone, in one round trip."""
        with asking(), self._reader.pipeline(transaction=False) as pipe:
            for stream in streams:
                pipe.type(keys.stream(stream))
            answers = pipe.execute()
        return {stream for stream, kind in zip(streams, answers, strict=True) if kind == b"string"}

    def entomb(self, stream: GameId, head: Head) -> None:
        """Delete the stream and what belongs to it, and put the tombstone there, in one round trip."""
        try:
            self._entomb.run(
                stream, head, [keys.commands(stream), keys.secret(stream), keys.plans(stream)], ()
            )
        except Entombed:
            return

    def _tombstone(self, stream: GameId) -> Head:
        return self._tombstones([stream])[stream]

    def _tombstones(self, streams: Sequence[GameId]) -> dict[GameId, Head]:
        """Return where each of them ended, in one round trip."""
        with asking(), self._reader.pipeline(transaction=False) as pipe:
            for stream in streams:
                pipe.get(keys.stream(stream))
            return dict(zip(streams, map(_head, pipe.execute()), strict=True))


def _head(text: bytes | None) -> Head:
    version, _, digest = (text or b"0 ").partition(b" ")
    return head_of(RawEntry(version.decode(), {b"h": digest}))


def entries_or_none(ask: Callable[[], Any]) -> list[RawEntry] | None:
    """Return the entries that a stream answers with, or None where a tombstone stands in its place."""
    with asking():
        try:
            answer = ask()
        except ResponseError as error:
            if not str(error).startswith(NO_STREAM):
                raise
            return None
    return raw_entries(answer)


def raw_entries(answer: Any) -> list[RawEntry]:
    """Return the entries of an answer to XRANGE or XREVRANGE."""
    return [RawEntry(entry_id.decode(), fields) for entry_id, fields in answer]
