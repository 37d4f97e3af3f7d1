"""The thread that runs a projection: in one worker at a time, through outages and hand-over."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from fakeredis import FakeRedis

from replays.log.event_log import StoreAway
from replays.projections.follower import Round
from replays.store.heartbeat import Health, Heartbeat, pulses
from replays.store.lease import Lease
from workers.outage import Reports
from workers.worker.background_thread import OUTAGE_SECONDS
from workers.worker.projections.projection_thread import (
    BLOCK_MS,
    LONGEST_SECONDS,
    OTHERS_SECONDS,
    SHORTEST_SECONDS,
    ProjectionThread,
)

NEW = Round(1)
"""A round with a new entry."""


@dataclass(slots=True)
class Projection:
    """A projection with fixed outcomes."""

    outcomes: list[Round | Exception] = field(default_factory=list)
    rounds: int = 0

    def go_on(self, block_ms: int) -> Round:
        """Run a round."""
        assert block_ms == BLOCK_MS
        self.rounds += 1
        outcome = self.outcomes.pop(0) if self.outcomes else Round()
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


def thread_of(
    store: FakeRedis,
    name: str,
    projection: Projection,
    said: list[str],
    clock: Callable[[], float] = float,
    *,
    work: str = "notices",
) -> ProjectionThread:
    """The thread of a worker."""
    lease = Lease(store, "lease", name, 60_000)
    health = Health(Heartbeat(store, "notices"), clock)
    return ProjectionThread(work, projection, lease, Reports.to(said.append), health)


@pytest.fixture
def store() -> FakeRedis:
    """Give an empty store."""
    return FakeRedis()


def test_one_worker_runs_it(store: FakeRedis) -> None:
    """The others wait for the lease; when the worker stops, the next one continues at once."""
    first, second = Projection([NEW, Round()]), Projection([NEW])
    one, other = thread_of(store, "one", first, []), thread_of(store, "other", second, [])
    assert [one.do_round(), one.do_round()] == [SHORTEST_SECONDS, 0.0]
    assert other.do_round() == OTHERS_SECONDS
    assert (first.rounds, second.rounds) == (2, 0)
    one.start()
    one.stop(5)
    assert other.do_round() == SHORTEST_SECONDS


def test_an_outage_is_said_once(store: FakeRedis) -> None:
    """The round is retried a second later and continues where it was."""
    said: list[str] = []
    projection = Projection([StoreAway("gone"), StoreAway("gone"), NEW])
    thread = thread_of(store, "one", projection, said)
    assert [thread.do_round(), thread.do_round()] == [OUTAGE_SECONDS] * 2
    assert thread.do_round() == SHORTEST_SECONDS
    away, back = said
    assert away == "the store is away: gone"
    assert re.fullmatch(r"the store is back after \d+ seconds", back)


def test_a_fault_is_said_once(store: FakeRedis) -> None:
    """The store answers, so it is no outage; the end of the fault is said, too."""
    said: list[str] = []
    projection = Projection([ZeroDivisionError(), ZeroDivisionError(), NEW, ZeroDivisionError()])
    thread = thread_of(store, "one", projection, said)
    for _ in range(4):
        thread.do_round()
    waits = "making notices waits: ZeroDivisionError"
    assert said == [waits, "making notices goes on", waits]


def test_only_success_is_heard_of(store: FakeRedis) -> None:
    """A worker without the lease has no heartbeat; one whose rounds fail gives a reason."""
    one, other = Projection([NEW, ValueError("a secret"), NEW]), Projection()
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


def test_the_pause_grows_with_the_batch(store: FakeRedis) -> None:
    """A quiet service projects each entry soon, a busy one many together, and a backlog goes on soon.

    Only notices are waited for: a result may come after the longest pause.
    """
    rounds = [Round(1), Round(10), Round(20), Round(1000), Round(1600, is_behind=True), Round()]
    notices, ratings = (
        [thread_of(store, "one", Projection([each]), [], work=work).do_round() for each in rounds]
        for work in ("notices", "ratings")
    )
    assert notices[0] == notices[4] == ratings[4] == SHORTEST_SECONDS
    assert notices[0] < notices[1] < notices[2] == notices[3] == LONGEST_SECONDS
    assert ratings[:4] == [LONGEST_SECONDS] * 4
    assert notices[5] == ratings[5] == 0.0
