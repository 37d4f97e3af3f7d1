"""The log on Redis or Valkey, version 7.0 or later: one stream per game, and one script for appends."""

from collections.abc import Sequence
from typing import cast

from redis import Redis

from replays.archive.archive import NO_ARCHIVE, Archive
from replays.encoding.entries import Fault, Head, RawEntry, StoredEvent, check, head_of, readable
from replays.encoding.identity import GameId, Version, partition
from replays.encoding.packed import pack
from replays.log.event_log import (
    COMMANDS_KEPT_MS,
    Append,
    Appended,
    CommandId,
    Repeated,
)
from replays.log.feeds import SOON_MS
from replays.store.scripts import asking
from replays.streams import keys
from replays.streams.feeds import StreamsFeeds, answers_of
from replays.streams.heads import StreamsHeads, stored
from replays.streams.listing import StreamsListing, score
from replays.streams.occasions import StreamsOccasions
from replays.streams.schedule import StreamsSchedule
from replays.streams.scripts.append import HeadScript
from replays.streams.setbacks import StreamsSetbacks
from replays.streams.tombstones import NO_STREAM, StreamsTombstones, entries_or_none, raw_entries

_VERSION_BYTES, _DIGEST_BYTES = 4, 16


class StreamsEventLog(
    StreamsFeeds,
    StreamsHeads,
    StreamsListing,
    StreamsOccasions,
    StreamsSchedule,
    StreamsSetbacks,
    StreamsTombstones,
):
    """The `EventLog` on a server.

    Both clients return bytes. `writer` sends no command twice; `reader` may retry, and its timeout is longer
    than any `block_ms` in use. Streams with a tombstone are read from `archive`. `append` returns when the
    append is on the disks of `replicas` replicas.
    """

    def __init__(
        self, writer: Redis, reader: Redis, archive: Archive = NO_ARCHIVE, replicas: int = 0
    ) -> None:
        StreamsFeeds.__init__(self, writer, reader)
        StreamsHeads.__init__(self, writer, reader)
        StreamsListing.__init__(self, writer, reader)
        StreamsOccasions.__init__(self, writer, reader)
        StreamsSchedule.__init__(self, writer, reader)
        StreamsSetbacks.__init__(self, writer, reader)
        StreamsTombstones.__init__(self, writer, reader)
        self._archive = archive
        self._append = HeadScript(writer, "append.lua", replicas)

    def append(self, append: Append) -> Appended | Repeated:
        """Append everything or nothing, in one round trip."""
        kind, *rest = self._append.run(
            append.game, append.expected, _append_keys(append), _append_args(append)
        )
        if kind == b"repeated" and append.command is not None:
            return _repeated(rest[0], append.command)
        return Appended(append.head)

    def read(
        self, game: GameId, after: int = 0, limit: int | None = None, upto: int | None = None
    ) -> list[StoredEvent]:
        """Return the events of versions after+1 .. upto, in one round trip."""
        last = "+" if upto is None else str(upto)
        entries = self._entries(game, f"({after}-0", last, limit)
        return self._archived(game)[after:upto][:limit] if entries is None else readable(entries, after)

    def read_each(
        self, places: Sequence[tuple[GameId, int]], limit: int | None = None
    ) -> list[list[StoredEvent] | None]:
        """Return for each game the events after its version, or None if the archive does not deliver them."""
        with asking(), self._reader.pipeline(transaction=False) as pipe:
            for game, after in places:
                pipe.xrange(keys.stream(game), f"({after}-0", "+", limit)
            answers = answers_of(pipe, allowed=NO_STREAM)
        buried = [game for (game, _), answer in zip(places, answers, strict=True) if answer is None]
        archived = self._archive.events_of(self._tombstones(buried)) if buried else {}
        return [
            _following(archived.get(game), after, limit)
            if answer is None
            else readable(raw_entries(answer), after)
            for (game, after), answer in zip(places, answers, strict=True)
        ]

    def read_checked(self, game: GameId) -> tuple[list[StoredEvent], Fault | None]:
        """Return the game's events before the first fault, and that fault or None."""
        entries = self._entries(game, "-", "+", None)
        return (self._archived(game), None) if entries is None else check(game, entries)

    def head(self, game: GameId) -> Head | None:
        """Return the head of the game's stream, or None for an unknown game."""
        found = entries_or_none(lambda: self._reader.xrevrange(keys.stream(game), count=1))
        if found is None:
            return self._tombstone(game)
        return head_of(found[0]) if found else None

    def recall(self, game: GameId, command: CommandId) -> Repeated | None:
        """Return the outcome of the first run of a command, or None for an unknown one."""
        with asking():
            found = cast("bytes | None", self._reader.hget(keys.commands(game), keys.command(command.id)))
        return None if found is None else _repeated(found, command)

    def secret(self, game: GameId) -> bytes | None:
        """Return the game's sealed seed, or None if there is none."""
        with asking():
            return cast("bytes | None", self._reader.get(keys.secret(game)))

    def _entries(self, game: GameId, first: str, last: str, limit: int | None) -> list[RawEntry] | None:
        return entries_or_none(lambda: self._reader.xrange(keys.stream(game), first, last, limit))

    def _archived(self, game: GameId) -> list[StoredEvent]:
        return self._archive.events(game, self._tombstone(game))


def _following(events: list[StoredEvent] | None, after: int, limit: int | None) -> list[StoredEvent] | None:
    return None if events is None else events[after:][:limit]


def _append_keys(append: Append) -> list[str]:
    game, index = append.game, append.index
    number, of = partition(game), index.listing
    listings = (keys.listing_of_player, keys.statuses_of_player)
    return [
        keys.commands(game),
        keys.secret(game),
        keys.feed(number),
        keys.work(number),
        keys.listing(number, of),
        keys.listing_of_status(number, of, index.status_from or ""),  # an always empty list
        keys.listing_of_status(number, of, index.status_to),
        keys.due(number),
        keys.plans(game),
        keys.heads(number),
        *(name(number, of, player) for player in index.players for name in listings),
    ]


def _append_args(append: Append) -> list[str | bytes | int]:
    command = append.command
    return [
        append.game,
        append.index.created_at,
        keys.command(command.id) if command else "",
        _outcome(append.head.version, command) if command else "",
        append.secret or b"",
        COMMANDS_KEPT_MS if append.retire else "",
        ",".join(append.types),
        _or_nothing(append.index.due),
        _or_nothing(append.index.mover),
        append.due_by_plan,
        _or_nothing(append.plan_fired),
        append.plan_left or b"",
        score(append.index.status_to, append.index.created_at),
        append.at + SOON_MS if append.is_quiet else "",
        stored(append.milestones),
        *(pack(event.body, event.hash) for event in append.events),
    ]


def _or_nothing(number: int | None) -> int | str:
    return "" if number is None else number


def _outcome(version: int, command: CommandId) -> bytes:
    """Return the stored outcome of a command: its version as u32 big-endian, and half of its digest.

    128 bits are enough, because two requests with one id and one half of a digest are the same player's.
    """
    return version.to_bytes(_VERSION_BYTES) + bytes.fromhex(command.digest)[:_DIGEST_BYTES]


def _repeated(stored: bytes, command: CommandId) -> Repeated:
    """Return the outcome of this command from its stored form, or the older one, `<version> <digest>`."""
    if len(stored) == _VERSION_BYTES + _DIGEST_BYTES:
        version = int.from_bytes(stored[:_VERSION_BYTES])
        return Repeated(Version(version), same_request=stored == _outcome(version, command))
    text, digest = stored.decode().split(" ")
    return Repeated(Version(int(text)), same_request=digest == keys.short(bytes.fromhex(command.digest)))
