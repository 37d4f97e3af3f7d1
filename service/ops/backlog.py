"""The backlog of the relay and the workers, and their heartbeats, read from the stores on demand.

So every web process reports the same figures, and no process that may be dead has to report its own.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from redis import Redis
from rq import Queue, Worker
from rq.serializers import JSONSerializer

from replays.bootstrap import now_ms
from replays.encoding.identity import GameId
from replays.log.event_log import ArchiveDamaged, EventLog, StoreAway, last_events
from replays.log.setbacks import STUCK_MS, Setback
from replays.log.works import CHORES, FINISHED, NOTICES, PROJECTIONS, RATINGS
from replays.runtime.settings.settings import Settings
from replays.runtime.worker_registry import DELIVERIES, QUEUE, RELAY
from replays.store import clients
from replays.store.heartbeat import ActivityState, pulses
from replays.store.memory import StoreMemory, fullest
from replays.store.scripts import asking
from replays.streams.archive_age import archive_age
from replays.streams.ends import damaged_ends
from replays.streams.lag import Lag, groups_of, lag_of, lags_of, undone_work
from service.application.channels.delivering.due import DueTargets, Overdue
from service.application.channels.target import NAMES
from service.application.games.search.building import Builds
from service.application.mail.outbox import Outbox
from service.application.people.ratings.writing import GenerationWriter
from service.application.transparency.state import state_of
from service.ops.failures import MOST_COUNTED, Failure, failures, reason

MOST_READ = 100
MOST_TIMED = 20

FOLLOWERS = {"search" if group == FINISHED else group: group for group in PROJECTIONS}
"""The consumer groups of the projections of the feeds, by their names in metrics."""


@dataclass(frozen=True, slots=True)
class Feed:
    """The entries of the feeds still to be handled, the age of the oldest, and the time since the heartbeat.

    Times are in seconds; `silence` is None if there was no heartbeat in the last day.
    """

    entries: int
    seconds: float
    silence: float | None


@dataclass(frozen=True, slots=True)
class PublicLogBacklog:
    """The leaves of the public log, the appends whose heads wait, and the age of its checkpoint in seconds.

    The age is 0 if the checkpoint has all leaves, or there is none yet.
    """

    leaves: int
    waiting: Feed
    seconds: float


@dataclass(frozen=True, slots=True)
class Jobs:
    """The backlog of jobs: their number, the age of the oldest, and the time since any worker's heartbeat.

    Times are in seconds; `silence` is None if there is no worker.
    """

    waiting: int
    seconds: float
    silence: float | None


@dataclass(frozen=True, slots=True)
class DueWork:
    """The number of games with something due, at most `MOST_COUNTED`, and the longest delay in seconds."""

    games: int
    seconds: float


class Backlog:
    """The backlog of one installation; `jobs` is the queue's server, if known, `clock` gives ms UTC.

    Methods raise StoreAway if the server that they query is away.
    """

    def __init__(self, log: EventLog, store: Redis, jobs: Redis | None, clock: Callable[[], int]) -> None:
        self._log = log
        self._store = store
        self._jobs = jobs
        self._clock = clock

    def feed(self) -> Feed:
        """The backlog of the relay."""
        feed, silence_ms = self._feed(undone_work(self._store)), pulses(self._store, [RELAY])[RELAY].silence
        return feed if silence_ms is None else replace(feed, silence=silence_ms / 1000)

    def pulses(self) -> dict[str, ActivityState]:
        """The pulses of the relay, the projections and the other background activities, by name."""
        return pulses(self._store, (RELAY, *PROJECTIONS, *CHORES))

    def jobs(self) -> Jobs:
        """The backlog of the workers."""
        with asking():
            queue = self._queue(QUEUE)
            oldest = next(iter(queue.get_jobs(0, 1)), None)
            workers = Worker.all(queue=queue, serializer=JSONSerializer)
            heard = [worker.last_heartbeat for worker in workers if worker.last_heartbeat]
            return Jobs(
                queue.count,
                self._since(oldest.enqueued_at) if oldest and oldest.enqueued_at else 0.0,
                min(map(self._since, heard), default=None),
            )

    def failed(self) -> list[Failure]:
        """The jobs whose last attempt failed, within the last day."""
        return failures(self._queue_server())

    def reason(self, failure: Failure) -> str:
        """The code with which a job failed."""
        return reason(self._queue_server(), failure)

    def unscored(self, seconds: float) -> list[GameId]:
        """Unscored games that ended at least `seconds` ago, among the oldest `MOST_READ` finished ones."""
        games, _ = self._log.list_games(limit=MOST_COUNTED, status="finished")
        return [game for game in games[-MOST_READ:] if self._last_change(game) >= seconds]

    def to_score(self) -> DueWork:
        """The games that ended and are not scored, and the time since the end of the longest waiting one.

        Only the oldest `MOST_TIMED` games are read for that time, because each costs two round trips.
        """
        games, _ = self._log.list_games(limit=MOST_COUNTED, status="finished")
        return DueWork(len(games), max(map(self._last_change, games[-MOST_TIMED:]), default=0.0))

    def due(self) -> DueWork:
        """The games in which a bot, a plan or a clock is due."""
        games = self._log.due(self._clock(), MOST_COUNTED)
        since = min(self._log.due_of(games[:1]).values(), default=None)
        return DueWork(len(games), 0.0 if since is None else self._age(since))

    def overdue(self, seconds: float) -> int:
        """The number of games with something due for at least `seconds`, at most `MOST_COUNTED`."""
        return len(self._log.due(self._clock() - int(seconds * 1000), MOST_COUNTED))

    def stuck(self) -> dict[str, int]:
        """The number of items that are stuck, by the work that fails."""
        return self._log.stuck(self._clock() - STUCK_MS)

    def longest_stuck(self, work: str, limit: int) -> list[Setback]:
        """At most `limit` items of this work that have failed for the longest time."""
        until = self._clock() - STUCK_MS
        return [each for each in self._log.longest_stuck(work, limit) if each.since <= until]

    def foreign_groups(self) -> list[str]:
        """The consumer groups of the feeds that nothing here reads; nothing is trimmed after them."""
        return sorted(groups_of(self._store) - {RELAY, *PROJECTIONS})

    def damaged_ends(self) -> Iterator[GameId]:
        """All games and series whose last entry cannot be read."""
        return damaged_ends(self._log, self._store)

    def emails(self, seconds: float) -> int:
        """The number of players with unsent e-mails that have been due for `seconds`."""
        return Outbox(self._store, self._clock).overdue(int(seconds * 1000))

    def public_log(self) -> PublicLogBacklog:
        """The backlog of the public log of heads."""
        found = state_of(self._store)
        at = found.published_at if found.unpublished else None
        age = 0.0 if at is None else self._age(at)
        return PublicLogBacklog(found.leaves, self._feed(found.waiting), age)

    def notices(self) -> Feed:
        """The backlog of the projection of notices."""
        return self._feed(lag_of(self._store, NOTICES))

    def projections(self) -> dict[str, Feed]:
        """The backlog of each projection of the feeds, by its name in metrics."""
        lags = lags_of(self._store, list(FOLLOWERS.values()))
        return {name: self._feed(lags[group]) for name, group in FOLLOWERS.items()}

    def rebuilds(self) -> dict[str, tuple[int, int]]:
        """The running rebuilds of projections by name: how much each has done, and of how much."""
        index, ratings = Builds(self._store).present(), GenerationWriter(self._store).build()
        found = {"search": (index.done, index.total)} if index else {}
        return found | ({RATINGS: (ratings.position, ratings.total)} if ratings else {})

    def deliveries(self) -> dict[str, Overdue]:
        """The due deliveries by each channel that have not been passed on to the workers yet."""
        due, now = DueTargets(self._store), self._clock()
        return {channel: due.overdue(channel, now) for channel in NAMES}

    def delivery_jobs(self) -> dict[str, Overdue]:
        """The delivery jobs of each channel that wait for the workers."""
        found = {}
        with asking():
            for channel in NAMES:
                queue = self._queue(DELIVERIES.format(channel))
                oldest = next(iter(queue.get_jobs(0, 1)), None)
                seconds = self._since(oldest.enqueued_at) if oldest and oldest.enqueued_at else 0.0
                found[channel] = Overdue(queue.count, int(seconds * 1000))
        return found

    def memory(self) -> StoreMemory:
        """The memory of the log's server."""
        return fullest(self._store)

    def archive_age(self) -> float:
        """The seconds from the end of a game until it is archived; 0 if nothing archives."""
        return archive_age(self._store) / 1000

    def memory_of_jobs(self) -> StoreMemory:
        """The memory of the jobs' server."""
        return fullest(self._queue_server())

    def _queue(self, name: str) -> Queue:
        return Queue(name, connection=self._queue_server(), serializer=JSONSerializer)

    def _queue_server(self) -> Redis:
        if self._jobs is None:
            raise StoreAway("RQ_REDIS_URL is not set here")
        return self._jobs

    def _feed(self, lag: Lag) -> Feed:
        return Feed(lag.entries, 0.0 if lag.since is None else self._age(lag.since), None)

    def _age(self, at: int) -> float:
        return max(0.0, (self._clock() - at) / 1000)

    def _since(self, moment: datetime) -> float:
        return self._age(int(moment.timestamp() * 1000))

    def _last_change(self, game: GameId) -> float:
        """The seconds since the last event; 0 for a game that cannot be read, which is reported elsewhere."""
        try:
            last = last_events(self._log, game)
        except ArchiveDamaged:
            return 0.0
        return self._age(last[0].record["at"]) if last else 0.0


def open_backlog(settings: Settings, log: EventLog, store: Redis) -> Backlog:
    """Create the backlog for these settings; it connects at the first query."""
    jobs = None if settings.rq_redis_url is None else clients.queue(settings.rq_redis_url)
    return Backlog(log, store, jobs, now_ms)
