"""Reviews in workers: their own queue and thread, and a process for each review."""

import signal
import subprocess
import sys
from threading import Event

import orjson
import pytest
from fakeredis import FakeRedis, FakeServer
from redis import Redis

from harness.games import STUDY, play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.encoding.identity import GameId, derived_game_id
from replays.projections.studies import StudyId
from replays.runtime.worker_registry import QUEUE, REVIEWS
from service.application.games.reviews.reviewer import Analyst, AnalystDied
from service.application.games.reviews.stored import Reviews
from service.application.games.reviews.subject import (
    ReviewSubject,
    game_record,
    study_record,
    subject_of_match,
)
from service.application.quotas.request_queue import Requester
from workers.jobs.parts import Parts
from workers.jobs.registry import ACT, REVIEW, Work
from workers.jobs.reviewing import SECONDS
from workers.outage import Reports
from workers.queue.job_queue import JobQueue
from workers.relay.requests import MOST_WAITING, RequestSweeper
from workers.worker.delivering.deliveries import QueueWorker

pytestmark = pytest.mark.slow

GAMES = [derived_game_id(str(number)) for number in range(3)]


@pytest.fixture
def jobs() -> Redis:
    """Give an empty store for jobs."""
    return FakeRedis(server=FakeServer())


def test_reviews_have_a_queue_of_their_own(jobs: Redis) -> None:
    """They do not delay bots' moves; a worker of one queue ignores the other."""
    done: list[GameId] = []
    reviews, moves = JobQueue(jobs, name=REVIEWS), JobQueue(jobs, name=QUEUE)
    reviews.enqueue([Work(REVIEW, game) for game in GAMES])
    moves.enqueue([Work(ACT, GAMES[0])])
    parts = Parts.of(tables_on(FakeEventLog()), review=done.append)
    QueueWorker(jobs, parts, REVIEWS, Event(), Reports.to(print)).work(burst=True)
    assert done == GAMES
    assert (reviews.size(), moves.size()) == (0, 1)


def test_a_review_may_take_longer_than_a_move(jobs: Redis) -> None:
    """The timeout is in the job's record; that of a move is a minute."""
    [review] = JobQueue(jobs, name=REVIEWS).enqueue([Work(REVIEW, GAMES[0])])
    [move] = JobQueue(jobs).enqueue([Work(ACT, GAMES[0])])
    limits = [int(jobs.hget(f"rq:job:{job}", "timeout") or 0) for job in (review, move)]
    assert limits == [SECONDS, 60]


def test_wishes_are_passed_on_as_there_is_room(jobs: Redis) -> None:
    """The others stay requested, in order."""
    reviews, queue = Reviews(FakeRedis(server=FakeServer())), JobQueue(jobs, name=REVIEWS)
    for number, game in enumerate(GAMES):
        reviews.wish(ReviewSubject(game, f"{number}" * 64), Requester("home", "ann"), number)
    sweeper = RequestSweeper(lambda: reviews.take(9), REVIEW, queue, lambda: 0.0)
    for _ in range(2):
        sweeper.sweep()
        assert queue.size() == MOST_WAITING
    assert reviews.take(9) == GAMES[MOST_WAITING]


def test_an_analyst_is_a_process_that_says_how_far_it_is() -> None:
    """The review of a text with one choice: progress, then the result with moves in notation."""
    text = f"{STUDY.decode()}1. 0 >2\nkings 1\n"
    study = StudyId(derived_game_id("a study"))
    said = list(Analyst()(study_record(ReviewSubject(study, "a" * 64), text)))
    assert [each["progress"] for each in said[:-1]] == sorted(each["progress"] for each in said[:-1])
    found = said[-1]["review"]
    assert found["evaluator"] in {"pure", "kernel"}
    assert [each["made"] for each in found["decisions"]] == [">2"]
    assert orjson.loads(orjson.dumps(found)) == found


def test_an_analyst_that_does_not_end_is_ended() -> None:
    """Otherwise a hanging analyst would block all reviews for ever."""
    hanging = "from service.application.games.reviews import analyst; analyst.LONGEST = 1; analyst.main()"
    with subprocess.Popen([sys.executable, "-c", hanging], stdin=subprocess.PIPE) as process:
        assert process.wait() == -signal.SIGALRM


def test_a_closed_analyst_begins_nothing() -> None:
    """A closing worker does not wait for a review."""
    analyst = Analyst()
    analyst.close()
    tables = tables_on(FakeEventLog())
    game = play_out(tables, 2, Rules(), seeded(1))
    tables.settle(game)
    record = game_record(subject_of_match(tables.match(game)), tuple(tables.log.read(game)))
    with pytest.raises(AnalystDied):
        next(analyst(record))
