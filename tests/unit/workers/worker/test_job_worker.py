"""What a worker logs of jobs that fail, and of outages: one record each, with the fields of the job."""

import io
import json
import logging
import re
import time
from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

import pytest
from fakeredis import FakeRedis, FakeServer
from redis import Redis
from redis.exceptions import ConnectionError as Unreachable
from rq.executions import Execution
from rq.job import JobStatus
from structlog.contextvars import clear_contextvars

from harness.games import tables_on
from harness.store.fake_log import FakeEventLog
from replays.encoding.identity import GameId, derived_game_id
from replays.log.event_log import StoreAway
from replays.match.aggregate_cache import Damaged
from replays.match.randomness.seed_store import SeedStoreError
from replays.runtime import logs
from service.ops.failures import JOBS, failures, reason
from workers.jobs.parts import Parts
from workers.jobs.registry import DELIVERIES, DRAW, REVIEW, Task, Work, tasks
from workers.outage import Reports
from workers.queue.job_queue import JobQueue
from workers.worker.delivering.deliveries import QueueWorker
from workers.worker.job_worker import ABANDONED_KEPT_SECONDS

GAME = derived_game_id("a game")
CODES = [
    (SeedStoreError("sealed with another key"), "vault/refused"),
    (Damaged("a hole"), "log/damaged"),
]

Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """Give a function that returns the lines of the log so far, but for those of level `info`."""
    clear_contextvars()  # set by requests of other tests in this process
    stream, root = io.StringIO(), logging.getLogger()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs._formatter(logs._shared("worker"), logs._last(terminal=False)))
    root.addHandler(handler)
    yield lambda: [
        line for text in stream.getvalue().splitlines() if (line := json.loads(text))["level"] != "info"
    ]
    root.removeHandler(handler)


class Worker:
    """A queue of one task, and workers on it whose jobs raise `faults`, each once; None succeeds."""

    def __init__(self, task: Task, *faults: Exception | None) -> None:
        self.server = FakeServer()
        self.store: Redis = FakeRedis(server=self.server)
        self.said: list[str] = []
        self._task = task
        self._faults = list(faults)
        self._reports = Reports.to(self.said.append)

    def enqueue(self, game: GameId = GAME) -> str:
        """Add a job, and return its id."""
        (job_id,) = JobQueue(self.store, name=self._task.queue).enqueue([Work(self._task, game)])
        return job_id

    def work(self) -> None:
        """Do all jobs."""
        parts = Parts.of(tables_on(FakeEventLog()))
        self.worker = QueueWorker(self.store, parts, self._task.queue, Event(), self._reports)
        self.worker.work(burst=True, logging_level="WARNING")

    def fail(self, *_: Any) -> None:
        """Do what a job does here."""
        fault = self._faults.pop(0)
        if fault:
            raise fault


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Worker]:
    """Give a function that makes such a worker."""

    def made(task: Task, *faults: Exception | None) -> Worker:
        found = Worker(task, *faults)
        monkeypatch.setattr(Task, "_do", found.fail)
        return found

    return made


def named(task: Task, name: str) -> GameId:
    """The id of a stream or a target for the task."""
    player = str(derived_game_id(name))
    return GameId(player) if task.kind != "target" else task.read(_owner(task, player))


def _owner(task: Task, player: str) -> str:
    return player if task.name == "email" else f"{player}_{derived_game_id('a browser')}"


@pytest.mark.parametrize("task", tasks().values(), ids=tasks())
@pytest.mark.parametrize(("fault", "code"), [*CODES, (ValueError("s3cret"), "ValueError")], ids=repr)
def test_a_failure_is_one_record_with_job_and_game(
    worker: Callable[..., Worker], lines: Lines, task: Task, fault: Exception, code: str
) -> None:
    """It has the code or the kind of the error, and no text of an unknown error."""
    it = worker(task, fault)
    it.enqueue(named(task, "a game"))
    it.work()
    (line,) = lines()
    assert (line["level"], line["job"], line[task.kind]) == ("error", task.name, named(task, "a game"))
    assert f": {code}" in line["event"]
    (failure,) = failures(it.store)
    assert failure[:2] == (task.name, named(task, "a game"))
    assert reason(it.store, failure) == ("worker/unexpected" if code == "ValueError" else code)
    assert "s3cret" not in json.dumps(line)
    assert it.said == []


def test_operators_are_told_of_every_kind_of_job() -> None:
    """The gauges of failed jobs have the same names and queues."""
    assert {name: queue for queue, names in JOBS.items() for name in names} == {
        name: task.queue for name, task in tasks().items()
    }


def test_an_outage_of_the_log_is_one_record_however_many_jobs_fail(
    worker: Callable[..., Worker], lines: Lines
) -> None:
    """It is over when a job of each of these games is done."""
    games = [derived_game_id(str(number)) for number in range(3)]
    it = worker(DRAW, *(StoreAway("refused") for _ in games), None, None, None)
    for game in games:
        it.enqueue(game)
    it.work()
    assert it.said == ["the store is away: refused"]
    for game in games:
        assert len(it.said) == 1
        it.enqueue(game)
        it.work()
    (back,) = it.said[1:]
    assert back.startswith("the store is back after ")
    assert lines() == []


def test_an_outage_of_the_jobs_is_one_record_without_a_traceback(
    worker: Callable[..., Worker], lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server goes away while a job runs, so that its end cannot be stored, and RQ quits."""
    it = worker(REVIEW)

    def cut(*_: Any) -> None:
        it.server.connected = False

    monkeypatch.setattr(Task, "_do", cut)
    it.enqueue()
    with pytest.raises(Unreachable):
        it.work()
    assert [line.partition(":")[0] for line in it.said] == ["the store is away"]
    it.server.connected = True
    it.work()
    (back,) = it.said[1:]
    assert re.fullmatch(r"the store is back after \d+ seconds", back)
    assert lines() == []


def test_a_refused_job_is_one_record(worker: Callable[..., Worker], lines: Lines) -> None:
    """A record that is none of ours has its id only."""
    it = worker(DRAW)
    job_id = it.enqueue()
    it.store.hset(f"rq:job:{job_id}", "data", "rm -rf")
    it.work()
    (line,) = lines()
    assert line["job_id"] == job_id
    assert line["event"] == f"job {job_id} is none of ours: nothing of it was run"


def test_an_abandoned_job_is_told_with_its_game(worker: Callable[..., Worker], lines: Lines) -> None:
    """RQ finds the job of a dead worker later: one record with job and game, and a failure for a minute."""
    it = worker(DELIVERIES["email"])
    it.work()
    (queue,) = it.worker.queues
    job = queue.fetch_job(it.enqueue())
    assert job is not None
    job.set_status(JobStatus.STARTED)
    with it.store.pipeline() as pipe:
        Execution.create(job, 1, pipe)
        pipe.execute()
    queue.started_job_registry.cleanup(time.time() + 10, it.worker._exc_handlers)
    (line,) = lines()
    assert (line["level"], line["job"], line["target"]) == ("warning", "email", GAME)
    (failure,) = failures(it.store)
    assert reason(it.store, failure) == "worker/died"
    kept = it.store.zscore("rq:failed:deliveries-email", failure.attempt)
    assert kept is not None
    assert kept <= time.time() + ABANDONED_KEPT_SECONDS + 1
