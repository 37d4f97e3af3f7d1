"""The sweepers: find work in the log that is due but was not done, and pass it to the dispatcher again.

If a feed entry, the whole queue or a worker in the middle of a job is lost, the log still lists the game as
due. The sweepers need nothing else, so nothing else has to be durable. Work that fails steps back
(`replays.log.setbacks`): a sweep reads a bounded number of streams, and those that rest take no place there.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from replays.bootstrap import now_ms
from replays.commands.series import SeriesKind
from replays.encoding.identity import GameId, is_uuid
from replays.log.event_log import EventLog
from replays.log.listing import GAMES, Question
from replays.match.aggregate import Status
from replays.match.aggregate_cache import AggregateCache
from workers.jobs.registry import ACT, SCORE, Work, advancing
from workers.jobs.task import Task, step_back
from workers.relay.chores import REST_MS
from workers.relay.dispatcher import Dispatcher

PATIENCE = 2.0
"""Seconds after a game was first seen due, or last seen in the dispatcher, until it is dispatched again."""
LOSSES = 2
"""The number of losses in a row, as by killed workers, after which work steps back."""
FORGOTTEN = 600.0
"""Seconds after which the watch over a stream that was not seen again is dropped."""
PAGE = 1000
PAGES_AT_ONCE = 10
"""The number of pages of finished games that one sweep reads; the next sweep continues after them."""
DUE_AT_ONCE = 1000
"""The number of due games that one sweep reads in addition to those that the dispatcher has."""
SERIES_AT_ONCE = 100
"""The number of active series of a kind that one sweep reads; the next sweep continues after them."""
RETRIED_AT_ONCE = 1000
"""The number of streams that had stepped back and that one sweep looks at again."""
LOST = "worker/lost"
"""The code of work whose job was lost again and again, for example because it kills its worker."""


@dataclass(frozen=True, slots=True)
class Watch:
    """The watch over due work, which counts as lost at `until` unless the dispatcher has it then.

    `sent` is how often the sweeper has dispatched it without progress, and `progress` its progress then.
    """

    until: float
    sent: int = 0
    progress: object = None

    def postponed(self, now: float) -> "Watch":
        """The same watch, started again."""
        return Watch(now + PATIENCE, self.sent, self.progress)

    def dispatched(self, now: float, progress: object) -> "Watch":
        """The watch over the work that is dispatched now."""
        return Watch(now + PATIENCE, 1 + self.sent * (self.progress == progress), progress)

    def has_stood_still(self, progress: object) -> bool:
        """True if the work was lost `LOSSES` times, and nothing came of it."""
        return self.sent >= LOSSES and self.progress == progress


class Sweeper:
    """Watches the finished games of a log; `clock` returns seconds and is monotonic, `now` returns ms UTC.

    Times are measured from when the sweeper first saw a game, so differing clocks of machines do no harm. It
    never adds a game that the dispatcher has, waiting or as a job. A game that is lost again and again
    without any progress steps back. The first sweep tries what had stepped back once more.
    """

    task: Task = SCORE
    first_patience = PATIENCE

    def __init__(
        self,
        log: EventLog,
        dispatcher: Dispatcher,
        clock: Callable[[], float],
        now: Callable[[], int] = now_ms,
    ) -> None:
        self._log = log
        self._dispatcher = dispatcher
        self._clock = clock
        self._now = now
        self._work = str(self.task.setback)
        self._cursor: str | None = None
        self._watches: dict[GameId, Watch] = {}
        self._is_first = True
        self._is_partial = False

    def sweep(self) -> list[GameId]:
        """Check the due work once; returns the streams that were passed to the dispatcher again."""
        if self._dispatcher.is_full:
            return []
        now = self._clock()
        due = [*self._rested(self._due()), *self._retried()]
        watches = {game: self._watches.get(game) or Watch(now + self.first_patience) for game in due}
        known = {game for game in watches if Work(self.task, game) in self._dispatcher}
        late = [game for game in watches if game not in known and watches[game].until <= now]
        progress = self._progress(late) if late else {}
        stuck = {game for game in late if watches[game].has_stood_still(progress.get(game))}
        lost = [game for game in late if game not in stuck]
        self._dispatcher.add(Work(self.task, game) for game in lost)
        watches.update((game, watches[game].postponed(now)) for game in known)
        watches.update((game, watches[game].dispatched(now, progress.get(game))) for game in lost)
        for game in stuck:
            step_back(self._log, self._work, game, LOST, self._now())
            del watches[game]
        self._watches = self._unseen(now) | watches
        self._is_first = False
        return lost

    def can_rest(self) -> bool:
        """True if no work is watched or dispatched, and the last sweep has seen all that may be due."""
        return not self._watches and not len(self._dispatcher) and self._cursor is None

    def _due(self) -> Iterable[GameId]:
        """Finished games, in turn."""
        self._is_partial = self._cursor is not None
        for _ in range(PAGES_AT_ONCE):
            games, self._cursor = self._log.list_games(limit=PAGE, status="finished", cursor=self._cursor)
            yield from games
            if self._cursor is None:
                return
        self._is_partial = True

    def _still_due(self, games: Sequence[GameId]) -> set[GameId]:
        """Those of these games that may still be due."""
        return self._log.among(Question(GAMES, status="finished"), games)

    def _progress(self, games: Sequence[GameId]) -> Mapping[GameId, object]:  # noqa: ARG002 - for subclasses
        """The progress of these games, which differs once a job has done something; a score is the end."""
        return {}

    def _rested(self, games: Iterable[GameId]) -> Iterator[GameId]:
        """Those of these games that have not stepped back, or not until later than now."""
        some, now = list(games), self._now()
        setbacks = self._log.setbacks_of(self._work, some)
        return (game for game in some if game not in setbacks or setbacks[game].again <= now)

    def _retried(self) -> set[GameId]:
        """The games whose next attempt is due, in the first sweep all; those that are not due recover."""
        if self._is_first:
            items = [each.item for each in self._log.longest_stuck(self._work, RETRIED_AT_ONCE)]
        else:
            items = self._log.due_again(self._work, self._now(), RETRIED_AT_ONCE)
        if not items:
            return set()
        still = self._still_due([GameId(item) for item in items if is_uuid(item)])
        self._log.recover(self._work, set(items) - still)
        return still

    def _unseen(self, now: float) -> dict[GameId, Watch]:
        """The watches over streams that this sweep may not have reached."""
        if not self._is_partial:
            return {}
        return {game: watch for game, watch in self._watches.items() if watch.until > now - FORGOTTEN}


class SeriesSweeper(Sweeper):
    """Watches the active series of a kind in a log, some at a time, for due steps.

    Most of them wait for their players for weeks. So one sweep reads those that were due before and the next
    hundred. A lost job is found when it is its series' turn: after a second with a hundred series, after a
    minute and a half with ten thousand. A series that cannot be read counts as due, so that its job fails and
    it steps back.
    """

    def __init__(
        self,
        kind: SeriesKind[Any, Any],
        log: EventLog,
        dispatcher: Dispatcher,
        clock: Callable[[], float],
        now: Callable[[], int] = now_ms,
    ) -> None:
        self.task = advancing(kind)
        super().__init__(log, dispatcher, clock, now)
        self._kind = kind
        self._active = Question(kind.stream.listing, status=Status.ACTIVE.value)
        self._series = AggregateCache(log, kind.stream)

    def _due(self) -> Iterable[GameId]:
        """The series with a due step, among those that this sweep reads."""
        found, self._cursor = self._log.list_streams(self._active, limit=SERIES_AT_ONCE, cursor=self._cursor)
        return self._due_among(list(dict.fromkeys([*self._watches, *found])))

    def _still_due(self, games: Sequence[GameId]) -> set[GameId]:
        active = self._log.among(self._active, games)
        return set(self._due_among([game for game in games if game in active]))

    def _progress(self, games: Sequence[GameId]) -> Mapping[GameId, object]:
        return {series.id: series.head.version for series in self._series.readable(games)}

    def _due_among(self, streams: Sequence[GameId]) -> list[GameId]:
        found = self._series.readable(streams)
        is_idle = {series.id: not self._kind.is_due(self._log, series) for series in found}
        return [stream for stream in streams if not is_idle.get(stream, False)]


class DueSweeper(Sweeper):
    """Watches the games in which a bot, a plan or a time-out is due.

    Time-outs are dispatched by this sweeper only, so it passes due games on without patience. A game that
    steps back is postponed in the index of due games, so that others come to its front.
    """

    task = ACT
    first_patience = 0.0

    def can_rest(self) -> bool:
        """True if, in addition, no game is due soon."""
        return super().can_rest() and not self._log.due(self._now() + REST_MS, 1)

    def _due(self) -> Iterable[GameId]:
        """The games that have been due for the longest time; those that the dispatcher has take no place."""
        return self._log.due(self._now(), DUE_AT_ONCE + len(self._dispatcher))

    def _still_due(self, games: Sequence[GameId]) -> set[GameId]:
        now, setbacks = self._now(), self._log.setbacks_of(self._work, games)
        return {
            game
            for game, due in self._log.due_of(games).items()
            if due <= now
            or (game in setbacks and due == setbacks[game].again)  # postponed, and unchanged since
        }

    def _progress(self, games: Sequence[GameId]) -> Mapping[GameId, object]:
        return self._log.due_of(games)

    def _rested(self, games: Iterable[GameId]) -> Iterator[GameId]:
        return iter(games)  # one that rests is not due
