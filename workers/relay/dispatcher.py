"""The dispatcher: holds due work in memory, in a fair order, and keeps RQ's queues short.

Games with a slow bot have a separate queue, so that they delay no others. RQ runs jobs in the order in which
they were enqueued. So each queue has only a few jobs, enough to keep the workers busy, and the next job is
chosen as late as possible. Nothing here has to be durable: the log has all due work, and the sweepers find it
there again.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from redis.exceptions import RedisError

from replays.log.feeds import FeedEntry
from replays.runtime.lru_cache import LruCache
from workers.jobs.registry import ACT, THINK, Work
from workers.queue.job_queue import JobQueue, JobState
from workers.relay.fair_queue import FairQueue
from workers.relay.priorities import Priorities

AHEAD = 2
"""The number of jobs that wait in RQ's queue, in addition to one for each running job."""
LOST_SECONDS = 2.0
"""A job taken this long ago counts as lost. If it is not lost, a second job for its work does no harm."""

ENOUGH = 10_000
"""The length of a lane from which the sweepers add nothing, because its workers have enough to do."""

FAILURES_REMEMBERED = 10_000


@dataclass(slots=True)
class _Lane:
    """The work that waits for one of RQ's queues, and the queue's length if it was just read."""

    jobs: JobQueue
    queue: FairQueue = field(default_factory=FairQueue)
    waiting: int | None = None


@dataclass(slots=True)
class _Sent:
    """A work that has been sent as a job of a lane.

    `since` is the time when it was sent or, if a worker has it, when that was first seen. `again` is true if
    the work has become due once more in the meantime.
    """

    lane: _Lane
    work: Work
    since: float
    taken: bool = False
    again: bool = False


class Dispatcher:
    """The due work, from its discovery to the end of its job. `clock` returns seconds and is monotonic.

    Methods raise StoreAway and redis-py's errors, and may be retried.
    """

    def __init__(self, priorities: Priorities, jobs: JobQueue, clock: Callable[[], float]) -> None:
        self._fast, self._slow = _Lane(jobs), _Lane(jobs.beside(THINK.queue))
        self._lanes = (self._fast, self._slow)
        self._clock = clock
        self._priorities = priorities
        self._sent: dict[str, _Sent] = {}
        self._ids: dict[Work, str] = {}
        self._failed = LruCache[Work, str](FAILURES_REMEMBERED)

    def __len__(self) -> int:
        return sum(len(lane.queue) for lane in self._lanes) + len(self._sent)

    def __contains__(self, work: Work) -> bool:
        return self._waits(work) or work in self._ids

    @property
    def is_full(self) -> bool:
        """True if the workers have enough to do; games with a slow bot, which may wait long, do not count."""
        return len(self) - len(self._slow.queue) >= ENOUGH

    @property
    def is_waiting(self) -> bool:
        """True if work can only be sent after a job has ended."""
        return any(len(lane.queue) for lane in self._lanes) or any(sent.again for sent in self._sent.values())

    def heard(self, entries: Iterable[FeedEntry]) -> None:
        """Update the priorities of games where players sat down or left."""
        self._priorities.heard(entries)

    def add(self, works: Iterable[Work]) -> None:
        """Add works to send in their turn; a work that is a job now is sent again after the job has ended.

        A game with a slow bot that finds its lane full is left to the sweepers.
        """
        new = []
        for work in dict.fromkeys(works):
            if work in self._ids:
                self._sent[self._ids[work]].again = True
            elif not self._waits(work):
                new.append(work)
        for work, priority in self._priorities.of(new).items():
            lane = self._slow if priority.is_slow and work.task is ACT else self._fast
            if lane is self._fast or len(lane.queue) < ENOUGH:
                lane.queue.add(work, priority)

    def drop(self, work: Work) -> None:
        """Remove a work that is not due any more, so that it is not sent."""
        for lane in self._lanes:
            lane.queue.remove(work)
        if work in self._ids:
            self._sent[self._ids[work]].again = False

    def collect(self) -> list[Work]:
        """Remove the jobs that have ended; returns the works that have become due again in the meantime."""
        return [sent.work for lane in self._lanes for sent in self._collect(lane) if sent.again]

    def send(self) -> None:
        """Enqueue the next works in turn, as far as there is room in the queues."""
        for lane in self._lanes:
            if len(lane.queue):
                self._send(lane)

    def _waits(self, work: Work) -> bool:
        return any(work in lane.queue for lane in self._lanes)

    def _collect(self, lane: _Lane) -> list[_Sent]:
        """The works of the lane whose jobs have ended or count as lost."""
        lane.waiting = None
        sent = [job_id for job_id, each in self._sent.items() if each.lane is lane]
        if not sent:
            return []
        look = lane.jobs.look(sent)
        lane.waiting = look.waiting
        ended = [job_id for job_id, state in look.states.items() if self._has_ended(job_id, state)]
        old = [job_id for job_id in set(sent) - set(ended) if self._is_old(self._sent[job_id])]
        taken = {job_id for job_id in old if self._sent[job_id].taken}
        lost = taken | lane.jobs.gone([job_id for job_id in old if job_id not in taken])
        return [self._end(job_id) for job_id in (*ended, *lost)]

    def _send(self, lane: _Lane) -> None:
        waiting = lane.jobs.size() if lane.waiting is None else lane.waiting
        room = AHEAD + sum(sent.taken for sent in self._sent.values() if sent.lane is lane) - waiting
        chosen = [taken for _ in range(room) if (taken := lane.queue.take())]
        works = [work for work, _ in chosen]
        try:
            if failed := [job_id for work in works if (job_id := self._failed.get(work))]:
                lane.jobs.forget_failures(failed)  # so each work has one failure at most
            ids = lane.jobs.enqueue([Work(THINK, work.id) if lane is self._slow else work for work in works])
        except RedisError:
            for work, priority in chosen:
                lane.queue.add(work, priority)
            raise
        lane.waiting = None
        for job_id, work in zip(ids, works, strict=True):
            self._failed.forget(work)
            self._ids[work] = job_id
            self._sent[job_id] = _Sent(lane, work, self._clock())

    def _has_ended(self, job_id: str, state: JobState) -> bool:
        sent = self._sent[job_id]
        if state is JobState.TAKEN and not sent.taken:
            sent.taken, sent.since = True, self._clock()
        if state is JobState.FAILED:
            self._failed.keep(sent.work, job_id)
        return state in {JobState.ENDED, JobState.FAILED}

    def _is_old(self, sent: _Sent) -> bool:
        return self._clock() - sent.since >= LOST_SECONDS

    def _end(self, job_id: str) -> _Sent:
        sent = self._sent.pop(job_id)
        del self._ids[sent.work]
        return sent
