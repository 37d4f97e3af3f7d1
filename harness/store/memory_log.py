"""The log in memory, for tests and experiments; it ends with the process."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest

from harness.store.memory_feeds import MemoryFeeds
from harness.store.memory_setbacks import MemorySetbacks
from kingdomino.board.numbers import Seat
from replays.archive.archive import NO_ARCHIVE, Archive
from replays.encoding.entries import Fault, Head, RawEntry, StoredEvent, check, head_of, raw_entry, readable
from replays.encoding.identity import GameId, Version
from replays.log.event_log import (
    COMMANDS_KEPT_MS,
    Append,
    Appended,
    ArchiveError,
    CommandId,
    Conflict,
    Entombed,
    IndexChange,
    Repeated,
)
from replays.log.listing import GAMES, Listing, ListingPlace, Lists, Question, page, read_cursor
from replays.log.occasions import PLAN_FAILED


@dataclass(slots=True)
class _Game:
    created_at: int
    listing: Listing = GAMES
    status: str = ""
    secret: bytes | None = None
    entries: list[RawEntry] = field(default_factory=list)
    players: set[str] = field(default_factory=set)
    commands: dict[str, tuple[Version, str]] = field(default_factory=dict)
    commands_until: float = float("inf")
    tombstone: Head | None = None


class MemoryEventLog(MemoryFeeds, MemorySetbacks, Lists):
    """The `EventLog` in memory, thread-safe; `clock` returns seconds and never goes back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, archive: Archive = NO_ARCHIVE) -> None:
        MemoryFeeds.__init__(self, clock)
        MemorySetbacks.__init__(self)
        self._archive = archive
        self._games: dict[GameId, _Game] = {}
        self._due: dict[GameId, int] = {}
        self._plans: dict[GameId, dict[Seat, bytes]] = {}

    def append(self, append: Append) -> Appended | Repeated:
        """Store all of the append or nothing; there are no replicas to wait for."""
        with self._changed:
            if append.command and (repeated := self.recall(append.game, append.command)):
                return repeated
            self._expect(append.game, append.expected)
            self._write(append, self._games.setdefault(append.game, _new(append.index)))
            self._schedule(append)
            self._publish(append.game, append.head.version, append.types)
        return Appended(append.head)

    def read(
        self, game: GameId, after: int = 0, limit: int | None = None, upto: int | None = None
    ) -> list[StoredEvent]:
        """Return the events of versions after+1 .. upto, at most `limit`."""
        if tombstone := self._tombstone(game):
            return self._archive.events(game, tombstone)[after:upto][:limit]
        wanted = [
            entry
            for entry in self._entries(game)
            if _place(entry) > (after, 0) and (upto is None or _place(entry)[0] <= upto)
        ]
        return readable(wanted[:limit], after)

    def read_each(
        self, places: Sequence[tuple[GameId, int]], limit: int | None = None
    ) -> list[list[StoredEvent] | None]:
        """Return the events after each game's version; None if the archive fails."""
        return [self._read_or_none(game, after, limit) for game, after in places]

    def _read_or_none(self, game: GameId, after: int, limit: int | None) -> list[StoredEvent] | None:
        try:
            return self.read(game, after, limit)
        except ArchiveError:
            return None

    def read_checked(self, game: GameId) -> tuple[list[StoredEvent], Fault | None]:
        """Return the game's valid events and the first fault."""
        if tombstone := self._tombstone(game):
            return self._archive.events(game, tombstone), None
        return check(game, self._entries(game))

    def head(self, game: GameId) -> Head | None:
        """Return the head of the game's log."""
        entries = self._entries(game)
        return head_of(entries[-1]) if entries else self._tombstone(game)

    def recall(self, game: GameId, command: CommandId) -> Repeated | None:
        """Return the result of the first request with this command."""
        with self._changed:
            there = self._games.get(game)
            if there is None or there.commands_until <= self._clock():
                return None
            first = there.commands.get(command.id)
        return Repeated(first[0], same_request=first[1] == command.digest) if first else None

    def secret(self, game: GameId) -> bytes | None:
        """Return the game's encrypted seed."""
        with self._changed:
            there = self._games.get(game)
        return there.secret if there else None

    def list_places(
        self, question: Question, *, limit: int, cursor: str | None = None
    ) -> tuple[list[ListingPlace], str | None]:
        """Return a page of places, and the cursor of the next one."""
        before = None if cursor is None else read_cursor(cursor)
        with self._changed:
            found = [
                ListingPlace(there.created_at, game)
                for game, there in self._games.items()
                if _answers(there, question)
            ]
        return page(found, before, limit)

    def among(self, question: Question, games: Sequence[GameId]) -> set[GameId]:
        """Return those of these ids that are in a list."""
        with self._changed:
            return {game for game in games if game in self._games and _answers(self._games[game], question)}

    def due(self, until: int, limit: int) -> list[GameId]:
        """Return the games with a due time up to `until`, the earliest first."""
        with self._changed:
            found = [(due, game) for game, due in self._due.items() if due <= until]
        return [game for _, game in nsmallest(limit, found)]

    def due_of(self, games: Sequence[GameId]) -> dict[GameId, int]:
        """Return the due times of these games."""
        with self._changed:
            return {game: self._due[game] for game in games if game in self._due}

    def settle_due(self, game: GameId, expected: Head, due: int | None) -> bool:
        """Set the due time, if the log ends at `expected`."""
        with self._changed:
            try:
                self._expect(game, expected)
            except (Conflict, Entombed):
                return False
            self._set_due(game, due)
        return True

    def postpone(self, game: GameId, now: int, until: int) -> bool:
        """Postpone a due game."""
        with self._changed:
            if self._due.get(game, now + 1) > now:
                return False
            self._due[game] = until
        return True

    def plan(self, game: GameId, seat: Seat) -> bytes | None:
        """Return the seat's plan."""
        with self._changed:
            return self._plans.get(game, {}).get(seat)

    def put_plan(
        self, game: GameId, seat: Seat, plan: bytes, expected: Head, *, failed: bool = False
    ) -> None:
        """Store the seat's plan, if the log ends at `expected`."""
        with self._changed:
            self._expect(game, expected)
            self._plans.setdefault(game, {})[seat] = plan
            if failed:
                self._publish(game, expected.version, (PLAN_FAILED,), str(seat))

    def drop_plan(self, game: GameId, seat: Seat) -> bool:
        """Delete the seat's plan."""
        with self._changed:
            return self._plans.get(game, {}).pop(seat, None) is not None

    def entombed(self, streams: Sequence[GameId]) -> set[GameId]:
        """Return those of the streams that have a tombstone."""
        return {stream for stream in streams if self._tombstone(stream)}

    def entomb(self, stream: GameId, head: Head) -> None:
        """Delete the stream and all that belongs to it, except its tombstone."""
        with self._changed:
            if self._tombstone(stream) == head:
                return
            self._expect(stream, head)
            there = self._games[stream]
            there.tombstone, there.secret = head, None
            there.entries.clear()
            there.commands.clear()
            self._plans.pop(stream, None)

    def _entries(self, game: GameId) -> list[RawEntry]:
        with self._changed:
            there = self._games.get(game)
            return list(there.entries) if there else []

    def _tombstone(self, stream: GameId) -> Head | None:
        with self._changed:
            there = self._games.get(stream)
            return there.tombstone if there else None

    def _expect(self, game: GameId, head: Head) -> None:
        """Raise Conflict if the log ends elsewhere, Entombed if it is archived; the caller holds the lock."""
        current = self.head(game) or Head.genesis(game)
        if current != head:
            raise Conflict(current)
        if self._tombstone(game):
            raise Entombed(f"{game} lies in the archive, where nothing is appended")

    def _schedule(self, append: Append) -> None:
        if append.plan_fired is not None:
            self.drop_plan(append.game, append.plan_fired)
        if append.retire:
            self._plans.pop(append.game, None)
        plans = self._plans.get(append.game, {})
        self._set_due(append.game, append.due_by_plan if append.index.mover in plans else append.index.due)

    def _set_due(self, game: GameId, due: int | None) -> None:
        if due is None:
            self._due.pop(game, None)
        else:
            self._due[game] = due

    def _write(self, append: Append, game: _Game) -> None:
        game.entries.extend(map(raw_entry, append.events))
        _list(append.index, game)
        if append.secret is not None:
            game.secret = append.secret
        if append.command:
            game.commands[append.command.id] = (append.head.version, append.command.digest)
        if append.retire:
            game.commands_until = self._clock() + COMMANDS_KEPT_MS / 1000


def _answers(game: _Game, question: Question) -> bool:
    return (
        game.listing == question.of
        and question.status in (None, game.status)
        and (question.player is None or question.player in game.players)
    )


def _new(index: IndexChange) -> _Game:
    return _Game(index.created_at, index.listing)


def _list(index: IndexChange, game: _Game) -> None:
    if index.status_from != index.status_to:
        game.status = index.status_to
    game.players.update(index.players_added)


def _place(entry: RawEntry) -> tuple[int, int]:
    number, _, sequence = entry.id.partition("-")
    return int(number), int(sequence)
