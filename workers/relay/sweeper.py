"""The sweepers: find work in the log that is due but was not done, and pass it to the dispatcher again.

If a feed entry, the whole queue or a worker in the middle of a job is lost, the log still lists the game as
due. The sweepers need nothing else, so nothing else has to be durable.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from replays.dynasty.aggregate import DYNASTIES
from replays.dynasty.due import is_due
from replays.encoding.identity import GameId
from replays.log.event_log import EventLog
from replays.match.aggregate import Status
from replays.match.aggregate_cache import AggregateCache
from workers.jobs.registry import ACT, ADVANCE, SCORE, Work
from workers.relay.dispatcher import Dispatcher

PATIENCE = 2.0
"""Seconds after a game was first seen due, or last seen in the dispatcher, until it is dispatched again."""
LONGEST_PATIENCE = 60.0
ENOUGH = 10_000
"""The length of the dispatcher from which nothing is added, because the workers have enough to do."""
_PAGE = 1000
DUE_AT_ONCE = 1000
"""The number of due games that one sweep reads; finished ones make room for the others."""
DYNASTIES_AT_ONCE = 100
"""The number of active dynasties that one sweep reads; the next sweep continues after them."""


@dataclass(frozen=True, slots=True)
class Watch:
    """The watch over due work, which counts as lost at `until` unless the dispatcher has it then.

    After a loss the work gets `patience` seconds, doubled each time: a job that always fails, or kills its
    worker, must not keep the workers from other jobs.
    """

    until: float
    patience: float

    def postponed(self, now: float) -> "Watch":
        """The same watch, started again."""
        return Watch(now + self.patience, self.patience)

    def after_a_loss(self, now: float) -> "Watch":
        """The watch over the job that replaces a lost one."""
        return Watch(now, min(2 * self.patience, LONGEST_PATIENCE)).postponed(now)


class Sweeper:
    """Watches the finished games of a log; `clock` returns seconds and is monotonic.

    Times are measured from when the sweeper first saw a game, so differing clocks of machines do no harm. It
    never adds a game that the dispatcher has, waiting or as a job.
    """

    task = SCORE
    first_patience = PATIENCE

    def __init__(self, log: EventLog, dispatcher: Dispatcher, clock: Callable[[], float]) -> None:
        self._log = log
        self._dispatcher = dispatcher
        self._clock = clock
        self._watches: dict[GameId, Watch] = {}

    def sweep(self) -> list[GameId]:
        """Check the due work once; returns the streams that were passed to the dispatcher again."""
        if len(self._dispatcher) >= ENOUGH:
            return []
        now = self._clock()
        watches = {
            game: self._watches.get(game) or Watch(now + self.first_patience, PATIENCE)
            for game in self._due()
        }
        known = {game for game in watches if Work(self.task, game) in self._dispatcher}
        lost = [game for game in watches if game not in known and watches[game].until <= now]
        self._dispatcher.add(Work(self.task, game) for game in lost)
        watches.update((game, watches[game].postponed(now)) for game in known)
        watches.update((game, watches[game].after_a_loss(now)) for game in lost)
        self._watches = watches
        return lost

    def _due(self) -> Iterator[GameId]:
        """All finished games."""
        cursor = None
        while True:
            games, cursor = self._log.list_games(limit=_PAGE, status="finished", cursor=cursor)
            yield from games
            if cursor is None:
                return


class DynastySweeper(Sweeper):
    """Watches the active dynasties of a log, some at a time, for due steps.

    Most of them wait for their players for weeks. So one sweep reads those that were due before and the next
    hundred. A lost job is found when it is its dynasty's turn: after a second with a hundred dynasties, after
    a minute and a half with ten thousand.
    """

    task = ADVANCE

    def __init__(self, log: EventLog, dispatcher: Dispatcher, clock: Callable[[], float]) -> None:
        super().__init__(log, dispatcher, clock)
        self._dynasties = AggregateCache(log, DYNASTIES)
        self._cursor: str | None = None

    def _due(self) -> Iterator[GameId]:
        """The dynasties with a due step, among those that this sweep reads."""
        found, self._cursor = self._log.list_dynasties(
            limit=DYNASTIES_AT_ONCE, status=Status.ACTIVE.value, cursor=self._cursor
        )
        for dynasty in self._dynasties.readable(dict.fromkeys([*self._watches, *found])):
            if is_due(self._log, dynasty):
                yield dynasty.id


class DueSweeper(Sweeper):
    """Watches the games in which a bot, a plan or a time-out is due; `now` returns ms UTC.

    Time-outs are dispatched by this sweeper only, so it passes due games on without patience.
    """

    task = ACT
    first_patience = 0.0

    def __init__(
        self, log: EventLog, dispatcher: Dispatcher, clock: Callable[[], float], now: Callable[[], int]
    ) -> None:
        super().__init__(log, dispatcher, clock)
        self._now = now

    def _due(self) -> Iterator[GameId]:
        """The games that have been due for the longest time."""
        yield from self._log.due(self._now(), DUE_AT_ONCE)
