"""The thread that runs a projection: in one worker at a time, through outages and hand-over."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from fakeredis import FakeRedis

from replays.log.event_log import StoreAway
from replays.store.heartbeat import Health, Heartbeat, pulses
from replays.store.lease import Lease
from workers.outage import Reports
from workers.worker.background_thread import OUTAGE_SECONDS
from workers.worker.projections.projection_thread import (
    BLOCK_MS,
    GATHER_SECONDS,
    OTHERS_SECONDS,
    ProjectionThread,
)


@dataclass(slots=True)
class Projection:
    """A projection with fixed outcomes."""

    outcomes: list[bool | Exception] = field(default_factory=list)
    rounds: int = 0

    def go_on(self, block_ms: int) -> bool:
        """Run a round."""
        assert block_ms == BLOCK_MS
        self.rounds += 1
        outcome = self.outcomes.pop(0) if self.outcomes else False
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


def thread_of(
    store: FakeRedis, name: str, projection: Projection, said: list[str], clock: Callable[[], float] = float
) -> ProjectionThread:
    """The thread of a worker."""
    lease = Lease(store, "lease", name, 60_000)
    health = Health(Heartbeat(store, "notices"), clock)
    return ProjectionThread("notices", projection, lease, Reports.to(said.append), health)


@pytest.fixture
def store() -> FakeRedis:
    """Give an empty store."""
    return FakeRedis()


def test_one_worker_runs_it(store: FakeRedis) -> None:
    """The others wait for the lease; when the worker stops, the next one continues at once."""
    first, second = Projection([True, False]), Projection([True])
    one, other = thread_of(store, "one", first, []), thread_of(store, "other", second, [])
    assert [one.do_round(), one.do_round()] == [GATHER_SECONDS, 0.0]
    assert other.do_round() == OTHERS_SECONDS
    assert (first.rounds, second.rounds) == (2, 0)
    one.start()
    one.stop(5)
    assert other.do_round() == GATHER_SECONDS


def test_an_outage_is_said_once(store: FakeRedis) -> None:
    """The round is retried a second later and continues where it was."""
    said: list[str] = []
    projection = Projection([StoreAway("gone"), StoreAway("gone"), True])
    thread = thread_of(store, "one", projection, said)
    assert [thread.do_round(), thread.do_round()] == [OUTAGE_SECONDS] * 2
    assert thread.do_round() == GATHER_SECONDS
    assert [line.partition(":")[0] for line in said] == [
        "the store is away",
        "the store is back after 0 seconds",
    ]


def test_a_fault_is_said_once(store: FakeRedis) -> None:
    """The store answers, so it is no outage; the end of the fault is said, too."""
    said: list[str] = []
    projection = Projection([ZeroDivisionError(), ZeroDivisionError(), True, ZeroDivisionError()])
    thread = thread_of(store, "one", projection, said)
    for _ in range(4):
        thread.do_round()
    waits = "making notices waits: ZeroDivisionError"
    assert said == [waits, "making notices goes on", waits]


def test_only_success_is_heard_of(store: FakeRedis) -> None:
    """A worker without the lease has no heartbeat; one whose rounds fail gives a reason."""
    one, other = Projection([True, ValueError("a secret"), True]), Projection()
    running = thread_of(store, "one", one, [])
    waiting = thread_of(store, "other", other, [])
    running.do_round()
    store.delete("{notices}:heartbeat")
    waiting.do_round()
    running.do_round()
    pulse = pulses(store, ["notices"])["notices"]
    assert (pulse.silence, pulse.reason) == (None, "ValueError")
    running.do_round()
    pulse = pulses(store, ["notices"])["notices"]
    assert pulse.silence is not None
    assert pulse.reason is None
