"""The sweeper: what the log says is due and nobody has done is given to the dispatcher again.

Whatever was lost, a feed's entry, the whole queue or a worker in the middle of a job, the log still lists the
game as finished. The sweeper needs nothing else, so nothing else has to be kept safe.
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
"""Seconds from a game's finish, or from when the dispatcher last had it, until that gets it again."""
LONGEST_PATIENCE = 60.0
ENOUGH = 10_000
"""With so much waiting for workers there is enough to do, and nothing is added."""
_PAGE = 1000
DUE_AT_ONCE = 1000
"""How many games that are due one sweep looks at; those that are done leave room for the others."""
DYNASTIES_AT_ONCE = 100
"""How many active dynasties one sweep looks at; the next one goes on after them."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Something due being watched: it counts as lost at `until`, unless the dispatcher has it then.

    After that it is given `patience` seconds, twice as many each time: a job that always fails, or kills
    its worker, must not keep the workers from the others.
    """

    until: float
    patience: float

    def postponed(self, now: float) -> "Watch":
        """The same watch, begun anew."""
        return Watch(now + self.patience, self.patience)

    def after_a_loss(self, now: float) -> "Watch":
        """The watch over the job that replaces a lost one."""
        return Watch(now, min(2 * self.patience, LONGEST_PATIENCE)).postponed(now)


class Sweeper:
    """Watches the finished games of a log; `clock` gives seconds that only grow.

    It measures from when it first saw a game, so clocks that differ between machines do no harm. It never
    adds a game that the dispatcher has, waiting or as a job.
    """

    task = SCORE
    first_patience = PATIENCE

    def __init__(self, log: EventLog, dispatcher: Dispatcher, clock: Callable[[], float]) -> None:
        self._log = log
        self._dispatcher = dispatcher
        self._clock = clock
        self._watches: dict[GameId, Watch] = {}

    def sweep(self) -> list[GameId]:
        """Look once at what is due; returns those that were given to the dispatcher again."""
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
        """The finished games: all of them."""
        cursor = None
        while True:
            games, cursor = self._log.list_games(limit=_PAGE, status="finished", cursor=cursor)
            yield from games
            if cursor is None:
                return


class DynastySweeper(Sweeper):
    """Watches the active dynasties of a log, some at a time, for those that wait for a worker.

    Most of them wait for weeks, for their players. So one sweep looks at what it found due before and at the
    next hundred, and a lost job is found when its dynasty has its turn: after a second with a hundred of
    them, after a minute and a half with ten thousand.
    """

    task = ADVANCE

    def __init__(self, log: EventLog, dispatcher: Dispatcher, clock: Callable[[], float]) -> None:
        super().__init__(log, dispatcher, clock)
        self._dynasties = AggregateCache(log, DYNASTIES)
        self._cursor: str | None = None

    def _due(self) -> Iterator[GameId]:
        """The dynasties that something is due in, of those that are looked at this time."""
        found, self._cursor = self._log.list_dynasties(
            limit=DYNASTIES_AT_ONCE, status=Status.ACTIVE.value, cursor=self._cursor
        )
        for dynasty in self._dynasties.readable(dict.fromkeys([*self._watches, *found])):
            if is_due(self._log, dynasty):
                yield dynasty.id


class DueSweeper(Sweeper):
    """Watches the games in which a bot, a plan or a clock is due; `now` gives ms UTC.

    Time-outs come from here alone, and are not waited for: nothing else asks for their jobs.
    """

    task = ACT
    first_patience = 0.0

    def __init__(
        self, log: EventLog, dispatcher: Dispatcher, clock: Callable[[], float], now: Callable[[], int]
    ) -> None:
        super().__init__(log, dispatcher, clock)
        self._now = now

    def _due(self) -> Iterator[GameId]:
        """The games that are due for longest."""
        yield from self._log.due(self._now(), DUE_AT_ONCE)
