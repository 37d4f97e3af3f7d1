"""The command handler for streams of any kind: load, decide, append atomically."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Generic

from kingdomino.rules.violations import RuleViolation
from replays.encoding.identity import GameId, Version
from replays.log.event_log import (
    Append,
    Appended,
    CommandId,
    Conflict,
    EventLog,
    Repeated,
)
from replays.match.aggregate_cache import AggregateCache, Damaged
from replays.match.deciding.decisions import Refusal
from replays.match.kinds import A, StreamKind
from replays.match.recording import AppendContext, EventDraft, prepare


class VersionRequired(Exception):  # noqa: N818 - the answer, not a fault
    """A move must name the version on which it is based."""


class Stale(Exception):  # noqa: N818 - the answer, not a fault
    """The version of the request is older than the position or newer than the head, `current`."""

    def __init__(self, current: Version) -> None:
        super().__init__(f"the game is at version {current}")
        self.current = current


class CommandReused(Exception):  # noqa: N818 - the answer, not a fault
    """The command id was used before, for another request."""


Decide = Callable[[A, int], list[EventDraft]]
"""A decision: the drafts to append to a stream at a time (ms UTC); raises one of `REFUSALS`."""

REFUSALS = (Refusal, RuleViolation, Stale, VersionRequired)
"""The refusals that a decision raises."""


@dataclass(frozen=True, slots=True)
class ChangedAggregate(Generic[A]):
    """The aggregate after a request was carried out: now, or the first time if `repeated`."""

    after: A
    repeated: bool = False


class CommandHandler(Generic[A]):
    """Changes the streams of one kind in a log. Safe to share between threads.

    `clock` returns ms UTC. Methods raise the errors of the log, `CommandReused` for a command id that was
    used for another request, and `Damaged`.
    """

    def __init__(
        self,
        log: EventLog,
        kind: StreamKind[A],
        aggregates: AggregateCache[A],
        clock: Callable[[], int],
    ) -> None:
        self._log = log
        self._kind = kind
        self._aggregates = aggregates
        self._clock = clock

    def begin(
        self, stream: GameId, drafts: list[EventDraft], command: CommandId | None, secret: bytes | None = None
    ) -> ChangedAggregate[A]:
        """Begin a new stream; raises `Conflict` if it exists."""
        return self._append(stream, None, drafts, AppendContext(self._clock(), command, secret))

    def change(
        self,
        current: A,
        decide: Decide[A],
        command: CommandId | None = None,
    ) -> ChangedAggregate[A]:
        """Decide on `current` and append; after a conflict decide again on the new state.

        `current` is the aggregate as the caller last read it; nothing is refused before a reload. The stored
        time is the time of the decision. Raises the errors of `decide`, except for a command that was carried
        out before, which gets its first response.
        """
        while True:
            clock = self._clock()
            try:
                drafts = decide(current, max(clock, current.at))
            except REFUSALS:
                latest = self._aggregates.current(current.id)
                if latest is not None and latest.head != current.head:
                    current = latest
                    continue
                repeated = self._log.recall(current.id, command) if command else None
                if repeated is None:
                    raise
                return self._first_answer(current.id, repeated)
            try:
                return self._append(current.id, current, drafts, AppendContext(clock, command))
            except Conflict:
                current = self._successor(current)

    def _successor(self, current: A) -> A:
        successor = self._aggregates.current(current.id)
        if successor is None or successor.head == current.head:
            raise Damaged(f"{current.id} ends in an entry that cannot be read")
        return successor

    def _append(
        self,
        stream: GameId,
        before: A | None,
        drafts: list[EventDraft],
        context: AppendContext,
    ) -> ChangedAggregate[A]:
        ready = prepare(self._kind, stream, before, drafts, context)
        outcome = self._measured(ready.append)
        if isinstance(outcome, Repeated):
            return self._first_answer(stream, outcome)
        self._aggregates.remember(ready.after)
        return ChangedAggregate(ready.after)

    def _measured(self, append: Append) -> Appended | Repeated:
        """Append, and record the duration or conflict in the metrics."""
        begun = perf_counter()
        try:
            outcome = self._log.append(append)
        except Conflict:
            self._aggregates.metrics.conflicted()
            raise
        self._aggregates.metrics.appended(perf_counter() - begun)
        return outcome

    def _first_answer(self, stream: GameId, repeated: Repeated) -> ChangedAggregate[A]:
        """The aggregate just after the command was carried out."""
        if not repeated.same_request:
            raise CommandReused
        found = self._aggregates.at(stream, repeated.version)
        if found is None:
            raise Damaged(f"{stream} has no version {repeated.version} any more")
        return ChangedAggregate(found, repeated=True)
