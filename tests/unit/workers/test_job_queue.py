"""The queue holds ids as JSON, and nothing of a job for long."""

import json
import zlib

from replays.identity import derived_game_id
from workers.job_queue import FAILURE_KEPT_SECONDS, JobQueue


def test_a_job_is_an_id(jobs: JobQueue) -> None:
    """What RQ keeps is the function's name and the game's id, readable without running anything."""
    game = derived_game_id("one")
    jobs.enqueue([game])
    [job] = jobs.rq.jobs
    stored = jobs.rq.connection.hget(job.key, "data")
    assert isinstance(stored, bytes)
    assert json.loads(zlib.decompress(stored)) == ["workers.jobs.score", None, [game], {}]


def test_a_job_leaves_nothing_behind(jobs: JobQueue) -> None:
    """No result is kept at all, and a failure for a day."""
    jobs.enqueue([derived_game_id("one")])
    [job] = jobs.rq.jobs
    assert job.result_ttl == 0
    assert job.failure_ttl == FAILURE_KEPT_SECONDS


def test_many_games_are_enqueued_each_once_and_in_order(jobs: JobQueue) -> None:
    """A game that is named twice waits once."""
    games = [derived_game_id(str(number)) for number in range(1200)]
    jobs.enqueue([*games, *games])
    assert jobs.rq.get_job_ids() == [f"score-{game}" for game in games]


def test_nothing_to_do_is_nothing_to_say(jobs: JobQueue) -> None:
    """Without games the server is not asked."""
    jobs.enqueue([])
    assert jobs.rq.connection.keys() == []
