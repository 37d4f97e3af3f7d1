"""Forged jobs on the jobs' server: a worker runs nothing but its own tasks."""

import json
import pickle
import socket
import zlib
from collections.abc import Iterator
from uuid import uuid4

import pytest
from redis import Redis

from harness.jobs import strange
from harness.jobs.site import Site, site
from harness.store.server import running_server
from replays.encoding.identity import GameId, derived_game_id
from replays.kinds import KINDS
from replays.match.aggregate import Status
from replays.runtime.worker_registry import QUEUE
from workers.jobs.registry import SCORE, Work, tasks
from workers.queue.known_job import KnownJob

__all__ = ["site"]

CALL, FAIL = "harness.jobs.strange.call", "harness.jobs.strange.fail"
NOBODYS = derived_game_id("nobody")
OURS = json.dumps(["score", None, [NOBODYS], {}]).encode()
PICKLED = pickle.dumps(strange.Payload())
KEY = f"rq:queue:{QUEUE}"

Value = bytes | bytearray | memoryview | str | int | float
Record = dict[Value, Value]

DATA = {
    "another function": json.dumps([CALL, None, ["x"], {}]).encode(),
    "the system's": json.dumps(["os.system", None, ["true"], {}]).encode(),
    "a builtin": json.dumps(["eval", None, ["1"], {}]).encode(),
    "a function of ours by its path": json.dumps(
        ["workers.jobs.scoring.score", None, [NOBODYS], {}]
    ).encode(),
    "an attribute of an instance": json.dumps(["format", "{0.__class__}", [NOBODYS], {}]).encode(),
    "a task of an instance": json.dumps(["score", "x", [NOBODYS], {}]).encode(),
    "two arguments": json.dumps(["score", None, [NOBODYS, NOBODYS], {}]).encode(),
    "a named argument": json.dumps(["score", None, [], {"game_id": NOBODYS}]).encode(),
    "no id": json.dumps(["score", None, ["../../etc/passwd"], {}]).encode(),
    "no name": json.dumps([["score"], None, [NOBODYS], {}]).encode(),
    "a pickle": PICKLED,
    "a pickle of our form": pickle.dumps((CALL, None, ("x",), {})),
    "a deep nest": b"[" * 100_000,
    "nothing": b"",
}
"""Forged data of a job, in place of a task and an id."""

FIELDS: dict[str, Record] = {
    "what follows success": {"success_callback_name": CALL},
    "what follows failure": {"failure_callback_name": CALL},
    "what follows a stop": {"stopped_callback_name": CALL},
    "more tries": {"retries_left": 3, "retry_intervals": "[0]"},
    "repeats": {"repeats_left": 3, "repeat_intervals": "[0]"},
    "a job before it": {"dependency_ids": '["other"]', "dependency_id": "other"},
    "a limit": {"rate_limit_key": "a", "rate_limit_concurrency": 1},
    "a group": {"group_id": "a"},
    "a pickled note": {"meta": PICKLED},
    "a pickled result": {"result": PICKLED},
    "a field that RQ does not have": {"serializer": "pickle"},
    "a time that is none": {"enqueued_at": "yesterday"},
    "a status that is none": {"status": "lively"},
}
"""Forged fields of a job, besides its data."""


@pytest.fixture(autouse=True)
def calls() -> Iterator[list[object]]:
    """Give the recorded calls of the function that no job may run."""
    strange.calls.clear()
    yield strange.calls
    strange.calls.clear()


def forge(server: Redis, data: bytes, fields: Record | None = None, *, queued: bool = True) -> str:
    """Write a job by raw commands; returns its id."""
    job_id = f"score-{uuid4().hex}"
    record: Record = {"data": zlib.compress(data), "origin": QUEUE, "status": "queued", "timeout": 60}
    server.hset(f"rq:job:{job_id}", mapping={**record, **(fields or {})})
    if queued:
        server.rpush(KEY, job_id)
    return job_id


def check_harmless(site: Site, forged: str, calls: list[object]) -> None:
    """Check that the job failed, nothing was called, and the genuine job after it was done."""
    game = site.finished_game()
    site.queue.enqueue([Work(SCORE, game)])
    site.work()
    assert calls == []
    assert site.rq.zscore(f"rq:failed:{QUEUE}", forged)
    assert site.status(game) is Status.SCORED


@pytest.mark.sampled(7)
@pytest.mark.parametrize("what", DATA)
def test_a_job_is_a_task_and_an_id(
    site: Site, calls: list[object], what: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A job whose data is not a task and an id is refused, and the log record does not quote it."""
    forged = forge(site.rq, DATA[what])
    check_harmless(site, forged, calls)
    assert f"job {forged} is none of ours: nothing of it was run" in caplog.text
    assert "strange" not in caplog.text
    kept = site.rq.hget(f"rq:job:{forged}", "data")
    assert isinstance(kept, bytes)
    assert b"strange" not in zlib.decompress(kept)


@pytest.mark.sampled(7)
@pytest.mark.parametrize("what", FIELDS)
def test_a_job_has_nothing_beside_its_data(site: Site, calls: list[object], what: str) -> None:
    """A job with additional fields, such as callbacks or a serializer, is refused."""
    check_harmless(site, forge(site.rq, OURS, FIELDS[what]), calls)


def test_a_job_calls_nobody_up(site: Site, calls: list[object]) -> None:
    """A job with webhooks is refused: RQ would send requests to any address of the workers' network."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        hooks = json.dumps([{"url": url, "job_status": status} for status in ("finished", "failed")])
        check_harmless(site, forge(site.rq, OURS, {"webhooks": hooks}), calls)
        with pytest.raises(BlockingIOError):
            listener.accept()


def test_what_a_dead_worker_left_runs_nothing(site: Site, calls: list[object]) -> None:
    """Jobs that seem abandoned, begun or between queue and worker, fail without being run."""
    fields: Record = {"failure_callback_name": CALL, "status": "started"}
    begun = forge(site.rq, OURS, fields, queued=False)
    site.rq.zadd(f"rq:wip:{QUEUE}", {f"{begun}:{uuid4().hex}": 1})
    between = forge(site.rq, OURS, fields, queued=False)
    site.rq.rpush(f"{KEY}:intermediate", between)
    site.rq.set(f"{KEY}:intermediate:first_seen:{between}", 1)
    check_harmless(site, begun, calls)
    assert site.rq.zscore(f"rq:failed:{QUEUE}", between)


def test_no_job_waits_for_another(site: Site, calls: list[object]) -> None:
    """No job runs when another one has ended: RQ would enqueue its dependents."""
    game = site.finished_game()
    [ours] = site.queue.enqueue([Work(SCORE, game)])
    for first in (ours, forge(site.rq, OURS, {"success_callback_name": CALL})):
        later = forge(site.rq, DATA["another function"], {"status": "deferred"}, queued=False)
        site.rq.sadd(f"rq:job:{first}:dependents", later)
        site.rq.sadd(f"rq:job::{later}:dependencies", first)
    site.work()
    assert (site.status(game), calls) == (Status.SCORED, [])


def test_an_id_that_is_none_is_passed_over(site: Site, calls: list[object]) -> None:
    """An invalid job id is skipped and stops no worker, neither now nor during cleanup."""
    for job_id in ("a b", "../x", "", "a" * 10_000):
        site.rq.rpush(KEY, job_id)
        site.rq.rpush(f"{KEY}:intermediate", job_id)
    game = site.finished_game()
    site.queue.enqueue([Work(SCORE, game)])
    site.work()
    assert (site.status(game), calls) == (Status.SCORED, [])


def test_a_job_of_ours_has_the_fields_of_one(site: Site) -> None:
    """The fields that RQ writes for a genuine job are not refused."""
    [job_id] = site.queue.enqueue([Work(SCORE, GameId(NOBODYS))])
    site.work()
    assert site.rq.zscore(f"rq:failed:{QUEUE}", job_id) is None
    assert site.rq.exists(f"rq:job:{job_id}") == 0
    steps = {kind.work for kind in KINDS.series}
    assert set(tasks()) == steps | {"score", "act", "draw", "email", "push", "review", "think", "webhook"}


def test_nothing_of_ours_has_callbacks() -> None:
    """Jobs have no callbacks, whatever RQ stored: RQ would import them."""
    with running_server() as server, Redis.from_url(server.url) as client:
        job = KnownJob("a", client)
        job._success_callback_name = job._failure_callback_name = job._stopped_callback_name = CALL
        assert (job.success_callback, job.failure_callback, job.stopped_callback) == (None, None, None)
