"""The jobs' queue: what is to be done for which game, and nothing else; RQ keeps it on a server of its own.

A job holds ids only, as JSON, and leaves nothing behind when it is done. Its id is the game's: a game may
stand in the queue more than once, but there is one record of it, and one of its last failure.
"""

from collections.abc import Iterable
from itertools import islice

from redis import Redis
from rq import Queue
from rq.queue import EnqueueData
from rq.serializers import JSONSerializer

from replays.identity import GameId
from workers import jobs

NAME = "scoring"
JOB_SECONDS = 60
"""How long a job may take; scoring takes milliseconds."""
FAILURE_KEPT_SECONDS = 24 * 60 * 60
_ID_PREFIX = "score-"
_AT_ONCE = 500


class JobQueue:
    """The games that wait for their score. Raises what redis-py raises where the server is away."""

    def __init__(self, connection: Redis) -> None:
        self.rq = Queue(NAME, connection=connection, serializer=JSONSerializer)

    def size(self) -> int:
        """How many jobs wait."""
        return self.rq.count

    def waiting(self) -> set[GameId]:
        """The games in the queue, without those that a worker has taken."""
        return {GameId(job.removeprefix(_ID_PREFIX)) for job in self.rq.get_job_ids()}

    def enqueue(self, games: Iterable[GameId]) -> None:
        """Put these games, each once, at the end of the queue, a few hundred at once or not at all."""
        rest = iter(dict.fromkeys(games))
        while some := list(islice(rest, _AT_ONCE)):
            self.rq.enqueue_many([_job(game) for game in some])


def _job(game: GameId) -> EnqueueData:
    return Queue.prepare_data(
        jobs.score,
        (game,),
        job_id=_ID_PREFIX + game,
        timeout=JOB_SECONDS,
        result_ttl=0,
        failure_ttl=FAILURE_KEPT_SECONDS,
    )
