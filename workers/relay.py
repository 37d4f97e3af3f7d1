"""The relay: reads the feeds of the log and turns what is new there into jobs.

Several may run at once. If one dies before the enqueue, its entries stay pending and another relay takes them
over; if it dies between the enqueue and the acknowledgement, a job is enqueued twice and the second time does
nothing. Where an entry or a job is lost altogether, the sweeper finds the game in the log.
"""

import logging
import socket
import time
from collections.abc import Callable, Iterable, Iterator

from redis.exceptions import RedisError, ResponseError

from replays import clients, logs
from replays.dynasty.due import dynasty_of
from replays.feeds import FeedEntry
from replays.identity import GameId
from replays.log import EventLog, LogError, StoreAway
from replays.opening import now_ms, open_log
from replays.staff import RELAY
from replays.stopping import StopSignal
from workers.job_queue import ACT, ADVANCE, JobQueue
from workers.outage import Outage
from workers.settings import WorkerSettings
from workers.sweeper import DueSweeper, DynastySweeper, Sweeper

GROUP = RELAY
DUE = "GameEnded"
"""The type of event after which a game is to be scored."""
SEATED = "DynastySeated"
"""The type of event after which a dynasty's first game may be due."""
SCORED = "GameScored"
"""The type of event after which a dynasty goes on, where the game belongs to one."""
BLOCK_MS = 500
"""How long a read waits for news, so at most how late the relay hears that it has to stop."""
GATHER_SECONDS = 0.02
"""A pause after news: what comes meanwhile is passed on together, by one write to the store."""
DEAD_AFTER_MS = 5_000
SWEEP_SECONDS = 1.0
TAKE_OVER_SECONDS = 2.0
TRIM_SECONDS = 60.0

logger = logging.getLogger(__name__)


class Relay:
    """One relay of the group. Methods raise StoreAway and redis-py's errors, and may be called again.

    `consumer` is the name that pending entries are kept under; relays may share one. A relay counts as dead
    when it does not get an entry done in `dead_after_ms`. `clock` gives ms UTC.
    """

    def __init__(
        self,
        log: EventLog,
        jobs: JobQueue,
        consumer: str,
        dead_after_ms: int = DEAD_AFTER_MS,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._log = log
        self._jobs = jobs
        self._consumer = consumer
        self._dead_after_ms = dead_after_ms
        self._clock = clock
        self._held: list[FeedEntry] = []

    def relay(self, block_ms: int) -> bool:
        """Pass on what is new, waiting at most so long for it; first of all what could not be passed on.

        Whether there was anything.
        """
        if not self._held:
            self._held = self._log.claim_new(GROUP, self._consumer, block_ms)
        found = bool(self._held)
        self._pass_on()
        return found

    def take_over(self) -> None:
        """Pass on what a relay took and did not get done."""
        if not self._held:
            self._held = self._log.claim_stale(GROUP, self._consumer, self._dead_after_ms)
        self._pass_on()

    def trim(self) -> None:
        """Remove from the feeds what everybody is done with."""
        self._log.trim_feeds()

    def _pass_on(self) -> None:
        """Enqueue, then acknowledge."""
        self._jobs.enqueue(entry.game for entry in self._held if DUE in entry.types)
        self._jobs.enqueue(self._due_now(), ACT)
        self._jobs.enqueue(self._dynasties(), ADVANCE)
        self._log.acknowledge(GROUP, self._held)
        self._held = []

    def _due_now(self) -> list[GameId]:
        """The games in which a bot or a plan is due since the last append."""
        games = list(dict.fromkeys(entry.game for entry in self._held))
        now = self._clock()
        return [game for game, due in self._log.due_of(games).items() if due <= now]

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


def run_relay(settings: WorkerSettings, stop: StopSignal) -> None:
    """Relay and sweep until told to stop."""
    log, jobs = open_log(settings), JobQueue(clients.queue(settings.jobs_url()))
    relay = Relay(log, jobs, socket.gethostname())
    sweeper = Sweeper(log, jobs, time.monotonic)
    dynasty_sweeper = DynastySweeper(log, jobs, time.monotonic)
    due_sweeper = DueSweeper(log, jobs, time.monotonic, now_ms)
    chores = [
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
