"""How a stream is changed, whatever its kind: look, decide, append; at once or not at all."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Generic

from kingdomino.rules.violations import RuleViolation
from replays.encoding.identity import GameId, Version
from replays.log.event_log import (
    Append,
    Appended,
    Command,
    Conflict,
    EventLog,
    Proviso,
    Repeated,
    check_proviso,
    nothing,
)
from replays.match.aggregate_cache import AggregateCache, Damaged
from replays.match.decisions import Refusal
from replays.match.kinds import A, StreamKind
from replays.match.recording import Draft, Occasion, prepare


class VersionRequired(Exception):  # noqa: N818 - the answer, not a fault
    """A move has to name the version it was thought out for."""


class Stale(Exception):  # noqa: N818 - the answer, not a fault
    """The caller's version is older than the position or newer than the log, which is at `current`."""

    def __init__(self, current: Version) -> None:
        super().__init__(f"the game is at version {current}")
        self.current = current


class CommandReused(Exception):  # noqa: N818 - the answer, not a fault
    """The command id was used before, for another request."""


Decide = Callable[[A, int], list[Draft]]
"""What is to be appended to a stream at a moment (ms UTC), or one of `REFUSALS`."""

REFUSALS = (Refusal, RuleViolation, Stale, VersionRequired)
"""What a decision raises instead of an answer."""


@dataclass(frozen=True, slots=True)
class Changed(Generic[A]):
    """What a stream folds to after a request was carried out, now or, where `repeated`, the first time."""

    after: A
    repeated: bool = False


class CommandHandler(Generic[A]):
    """The changes to the streams of one kind in a log. Safe to share between threads.

    `clock` gives ms UTC. Methods raise what the log raises, `CommandReused` for a command id that came with
    another request, and `Damaged`.
    """

    def __init__(
        self,
        log: EventLog,
        kind: StreamKind[A],
        folds: AggregateCache[A],
        clock: Callable[[], int],
    ) -> None:
        self._log = log
        self._kind = kind
        self._folds = folds
        self._clock = clock

    def begin(
        self, stream: GameId, drafts: list[Draft], command: Command | None, secret: bytes | None = None
    ) -> Changed[A]:
        """Begin a new stream; raises `Conflict` where it is there already."""
        return self._append(stream, None, drafts, Occasion(self._clock(), command, secret))

    def change(
        self,
        current: A,
        decide: Decide[A],
        command: Command | None = None,
        proviso: Proviso | None = None,
        foresee: Callable[[A], object] = nothing,
    ) -> Changed[A]:
        """Decide on `current` and append, on its successor as long as somebody else was faster.

        `current` is what the caller saw last, and nothing is refused for its age. The moment that it is
        decided for is the one that is stored. Raises what `decide` raises, but for a command that was carried
        out before: that gets its first answer. Where the `proviso` does not hold, there is neither a change
        nor a first answer (`ProvisoFailed`); what `decide` raises is raised all the same. `foresee` is told
        what the stream is about to fold to while the log is waited for: who needs much time for that can
        begin. It must not count on it, not ask the store, and raise nothing.
        """
        while True:
            clock = self._clock()
            try:
                drafts = decide(current, max(clock, current.at))
            except REFUSALS:
                latest = self._folds.current(current.id)
                if latest is not None and latest.head != current.head:
                    current = latest
                    continue
                repeated = self._log.recall(current.id, command) if command else None
                if repeated is None:
                    raise
                check_proviso(proviso)
                return self._first_answer(current.id, repeated)
            try:
                occasion = Occasion(clock, command, proviso=proviso)
                return self._append(current.id, current, drafts, occasion, foresee)
            except Conflict:
                current = self._successor(current)

    def _successor(self, current: A) -> A:
        successor = self._folds.current(current.id)
        if successor is None or successor.head == current.head:
            raise Damaged(f"{current.id} ends in an entry that cannot be read")
        return successor

    def _append(
        self,
        stream: GameId,
        before: A | None,
        drafts: list[Draft],
        occasion: Occasion,
        foresee: Callable[[A], object] = nothing,
    ) -> Changed[A]:
        ready = prepare(self._kind, stream, before, drafts, occasion)
        outcome = self._measured(ready.append, partial(foresee, ready.after))
        if isinstance(outcome, Repeated):
            return self._first_answer(stream, outcome)
        self._folds.remember(ready.after)
        return Changed(ready.after)

    def _measured(self, append: Append, meanwhile: Callable[[], object]) -> Appended | Repeated:
        """Append, and tell the meter of the folds."""
        begun = perf_counter()
        try:
            outcome = self._log.append(append, meanwhile)
        except Conflict:
            self._folds.meter.conflicted()
            raise
        self._folds.meter.appended(perf_counter() - begun)
        return outcome

    def _first_answer(self, stream: GameId, repeated: Repeated) -> Changed[A]:
        """What the command was answered when it was carried out."""
        if not repeated.same_request:
            raise CommandReused
        found = self._folds.at(stream, repeated.version)
        if found is None:
            raise Damaged(f"{stream} has no version {repeated.version} any more")
        return Changed(found, repeated=True)
