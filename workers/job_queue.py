"""The jobs' queue: what is to be done for which game or dynasty, and nothing else; RQ keeps it on a server.

A job holds ids only, as JSON, and leaves nothing behind when it is done. Its id is the task's name and the
game's id: a game may stand in the queue more than once, but there is one record of it, and one of its last
failure.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from redis import Redis
from rq import Queue
from rq.queue import EnqueueData
from rq.serializers import JSONSerializer

from replays.identity import GameId
from replays.staff import QUEUE
from workers import jobs

JOB_SECONDS = 60
"""How long a job may take; scoring takes milliseconds."""
FAILURE_KEPT_SECONDS = 24 * 60 * 60
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Task:
    """What can be done for a game or a dynasty: a job, and the name that its ids begin with."""

    name: str
    job: Callable[[str], None]

    def job_id(self, game: GameId) -> str:
        """The id of the task's job for this game."""
        return f"{self.name}-{game}"


SCORE = Task("score", jobs.score)
"""Score a finished game."""
ACT = Task("act", jobs.act)
"""Let a bot, a plan or a clock do what is due in a game."""
ADVANCE = Task("advance", jobs.advance)
"""Start or count the games of a dynasty."""


class JobQueue:
    """The games and dynasties in which something is to be done.

    Raises what redis-py raises where the server is away.
    """

    def __init__(self, connection: Redis) -> None:
        self.rq = Queue(QUEUE, connection=connection, serializer=JSONSerializer)

    def size(self) -> int:
        """How many jobs wait."""
        return self.rq.count

    def waiting(self, task: Task = SCORE) -> set[GameId]:
        """Those that wait in the queue for this task, without those that a worker has taken."""
        prefix = task.job_id(GameId(""))
        return {GameId(job.removeprefix(prefix)) for job in self.rq.get_job_ids() if job.startswith(prefix)}

    def enqueue(self, games: Iterable[GameId], task: Task = SCORE) -> None:
        """Put these, each once, at the end of the queue, a few hundred at once or not at all."""
        rest = iter(dict.fromkeys(games))
        while some := list(islice(rest, _AT_ONCE)):
            self.rq.enqueue_many([_job(task, game) for game in some])


def _job(task: Task, game: GameId) -> EnqueueData:
    return Queue.prepare_data(
        task.job,
        (game,),
        job_id=task.job_id(game),
        timeout=JOB_SECONDS,
        result_ttl=0,
        failure_ttl=FAILURE_KEPT_SECONDS,
    )
