"""The sweeper: what the log says is due and nobody has done is put into the queue again.

Whatever was lost, a feed's entry, the whole queue or a worker in the middle of a job, the log still lists the
game as finished. The sweeper needs nothing else, so nothing else has to be kept safe.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from replays.identity import GameId
from replays.log import EventLog
from workers.job_queue import JobQueue

PATIENCE = 2.0
"""Seconds from a game's finish, or from its job being taken, until the job counts as lost."""
LONGEST_PATIENCE = 60.0
ENOUGH = 10_000
"""With so many jobs in the queue there is enough to do, and nothing is added."""
_PAGE = 1000


@dataclass(frozen=True, slots=True)
class Watch:
    """A finished game being watched: its job counts as lost at `until`, unless it still waits then.

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
    adds a game that waits in the queue, so the queue holds no more jobs than there are games to score.
    """

    def __init__(self, log: EventLog, jobs: JobQueue, clock: Callable[[], float]) -> None:
        self._log = log
        self._jobs = jobs
        self._clock = clock
        self._watches: dict[GameId, Watch] = {}

    def sweep(self) -> list[GameId]:
        """Look once at all finished games; returns those that were put into the queue again."""
        if self._jobs.size() >= ENOUGH:
            return []
        finished = list(self._finished())
        waiting = self._jobs.waiting() if finished else set()
        now = self._clock()
        watches = {game: self._watches.get(game) or Watch(now + PATIENCE, PATIENCE) for game in finished}
        lost = [game for game in finished if game not in waiting and watches[game].until <= now]
        self._jobs.enqueue(lost)
        watches.update((game, watches[game].postponed(now)) for game in waiting & watches.keys())
        watches.update((game, watches[game].after_a_loss(now)) for game in lost)
        self._watches = watches
        return lost

    def _finished(self) -> Iterator[GameId]:
        cursor = None
        while True:
            games, cursor = self._log.list_games(limit=_PAGE, status="finished", cursor=cursor)
            yield from games
            if cursor is None:
                return
