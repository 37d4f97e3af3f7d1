"""The relay: reads the feeds of the log and turns what is due there into jobs, by its dispatcher.

Several may run at once. If one dies before it acknowledged an entry, another relay takes that over, and a job
may be enqueued twice; the second time does nothing. What a dead relay's dispatcher had in memory, and entries
and jobs that are lost altogether, the sweepers find in the log.
"""

import logging
import socket
import time
from collections.abc import Callable, Iterable, Iterator

from redis.exceptions import RedisError, ResponseError

from replays.bootstrap import now_ms, open_log
from replays.dynasty.due import dynasty_of
from replays.encoding.identity import GameId
from replays.log.event_log import EventLog, LogError, StoreAway
from replays.log.feeds import FeedEntry
from replays.runtime import logs
from replays.runtime.settings.settings import Settings
from replays.runtime.stop_signals import StopSignal
from replays.runtime.worker_registry import RELAY
from replays.store import clients
from replays.store.heartbeat import Heartbeat
from service.accounts.origins import Origins
from workers.dispatcher import Dispatcher
from workers.job_queue import JobQueue
from workers.outage import Outage
from workers.priorities import Priorities
from workers.sweeper import DueSweeper, DynastySweeper, Sweeper
from workers.tasks import ACT, ADVANCE, SCORE, Work

GROUP = RELAY
DUE = "GameEnded"
"""The type of event after which a game is to be scored."""
SEATED = "DynastySeated"
"""The type of event after which a dynasty's first game may be due."""
SCORED = "GameScored"
"""The type of event after which a dynasty goes on, where the game belongs to one."""
BLOCK_MS = 500
"""How long a read waits for news, so at most how late the relay hears that it has to stop."""
BUSY_BLOCK_MS = 20
"""The same while something is to be sent once a job has ended, which no entry may tell of."""
GATHER_SECONDS = 0.02
"""A pause after news: what comes meanwhile is passed on together, by one write to the store."""
DEAD_AFTER_MS = 5_000
HEARTBEAT_SECONDS = 2.0
SWEEP_SECONDS = 1.0
TAKE_OVER_SECONDS = 2.0
TRIM_SECONDS = 60.0

logger = logging.getLogger(__name__)


class Relay:
    """One relay of the group. Methods raise StoreAway and redis-py's errors, and may be called again.

    What it holds and could not dispatch is dispatched first of all the next time.
    `consumer` is the name that pending entries are kept under; relays may share one. A relay counts as dead
    when it does not get an entry done in `dead_after_ms`. `clock` gives ms UTC.
    """

    def __init__(
        self,
        log: EventLog,
        dispatcher: Dispatcher,
        consumer: str,
        dead_after_ms: int = DEAD_AFTER_MS,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._log = log
        self._dispatcher = dispatcher
        self._consumer = consumer
        self._dead_after_ms = dead_after_ms
        self._clock = clock
        self._held: list[FeedEntry] = []

    def relay(self, block_ms: int) -> bool:
        """Dispatch what is due, waiting at most so long for news; first of all what could not be dispatched.

        Whether there were news.
        """
        if not self._held:
            wait_ms = min(block_ms, BUSY_BLOCK_MS) if self._dispatcher.is_waiting else block_ms
            self._held = self._log.claim_new(GROUP, self._consumer, wait_ms)
        found = bool(self._held)
        self.dispatch()
        return found

    def take_over(self) -> None:
        """Dispatch what a relay took and did not get done."""
        if not self._held:
            self._held = self._log.claim_stale(GROUP, self._consumer, self._dead_after_ms)
        self.dispatch()

    def trim(self) -> None:
        """Remove from the feeds what everybody is done with."""
        self._log.trim_feeds()

    def dispatch(self) -> None:
        """Make jobs of what is due, as many as there is room for; then acknowledge what told of it."""
        again = self._dispatcher.collect()
        self._dispatcher.heard(self._held)
        self._dispatcher.add(Work(SCORE, entry.game) for entry in self._held if DUE in entry.types)
        self._dispatcher.add(Work(ADVANCE, dynasty) for dynasty in self._dynasties())
        self._dispatcher.add(work for work in again if work.task is not ACT)
        self._act([work.id for work in again if work.task is ACT])
        self._dispatcher.send()
        if self._held:
            self._log.acknowledge(GROUP, self._held)
        self._held = []

    def _act(self, again: Iterable[GameId]) -> None:
        """Dispatch the games in which a bot or a plan is due since the last append, and no others."""
        games = list(dict.fromkeys([*again, *(entry.game for entry in self._held)]))
        if not games:
            return
        now, due = self._clock(), self._log.due_of(games)
        for game in games:
            if due.get(game, now + 1) > now:
                self._dispatcher.drop(Work(ACT, game))
        self._dispatcher.add(Work(ACT, game) for game in games if due.get(game, now + 1) <= now)

    def _dynasties(self) -> Iterator[GameId]:
        """The dynasties that may go on."""
        for entry in self._held:
            if SEATED in entry.types:
                yield entry.game
            elif SCORED in entry.types and (dynasty := dynasty_of(self._log, entry.game)):
                yield dynasty


class Chore:
    """Something to be done again and again, with so many seconds in between."""

    def __init__(self, seconds: float, do: Callable[[], object], clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._do = do
        self._clock = clock
        self._due = clock()
        self._fails = False

    def do_when_due(self) -> None:
        """Do it if its time has come; where a server is away, that is raised, and it stays due.

        What fails for another reason, as by a key that somebody else wrote, is told of once, and tried again
        when its time has come again: it keeps nothing else from being done.
        """
        if self._clock() < self._due:
            return
        try:
            self._do()
            self._fails = False
        except (LogError, RedisError, LookupError, ValueError) as error:
            if _is_away(error):
                raise
            if not self._fails:
                logger.exception("the relay goes on without a chore that fails")
            self._fails = True
        self._due = self._clock() + self._seconds


def _is_away(error: Exception) -> bool:
    """Whether a server cannot be asked anything, and has not just refused this."""
    cause = error.__cause__ or error
    return isinstance(error, StoreAway | RedisError) and not isinstance(cause, ResponseError)


def run_relay(settings: Settings, stop: StopSignal) -> None:
    """Relay and sweep until told to stop."""
    log, jobs = open_log(settings), JobQueue(clients.queue(settings.jobs_url()))
    heartbeat = Heartbeat(clients.writer(settings.log_url()))
    origins = Origins(clients.reader(settings.log_url()))
    dispatcher = Dispatcher(Priorities(log, origins.groups, time.monotonic), jobs, time.monotonic)
    relay = Relay(log, dispatcher, socket.gethostname())
    sweeper = Sweeper(log, dispatcher, time.monotonic)
    dynasty_sweeper = DynastySweeper(log, dispatcher, time.monotonic)
    due_sweeper = DueSweeper(log, dispatcher, time.monotonic, now_ms)
    chores = [
        Chore(HEARTBEAT_SECONDS, heartbeat.beat, time.monotonic),
        Chore(SWEEP_SECONDS, sweeper.sweep, time.monotonic),
        Chore(SWEEP_SECONDS, dynasty_sweeper.sweep, time.monotonic),
        Chore(SWEEP_SECONDS, due_sweeper.sweep, time.monotonic),
        Chore(TAKE_OVER_SECONDS, relay.take_over, time.monotonic),
        Chore(TRIM_SECONDS, relay.trim, time.monotonic),
    ]
    keep_relaying(relay, chores, stop, logs.say(__name__))


def keep_relaying(
    relay: Relay, chores: Iterable[Chore], stop: StopSignal, say: Callable[[str], None]
) -> None:
    """Do the chores and relay until told to stop; where a server is away, wait for it."""
    outage = Outage(stop, say)
    while not stop.is_set():
        try:
            for chore in chores:
                chore.do_when_due()
            found = relay.relay(BLOCK_MS)
        except (LogError, RedisError) as error:
            outage.goes_on(error)
        else:
            outage.is_over()
            if found:
                stop.wait(GATHER_SECONDS)
