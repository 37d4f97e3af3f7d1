"""Games with a slow bot have their own queue (ADR 20)."""

from unittest.mock import patch

import pytest

from harness.clock import Clock
from harness.jobs.dispatching import itself
from harness.play.correspondence import Correspondence
from kingdomino.policies import BOTS, STEADY, Bot
from workers.jobs.registry import ACT, THINK, Work
from workers.queue.job_queue import JobQueue
from workers.relay.dispatcher import Dispatcher
from workers.relay.priorities import Priorities


@pytest.fixture(autouse=True)
def _ponderous(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a slow bot that needs no kernel."""
    monkeypatch.setitem(BOTS, "ponderous", Bot("ponderous", (STEADY,), is_slow=True))
    monkeypatch.setattr(Bot, "is_offered", True)


@pytest.mark.parametrize(("policy", "task"), [("ponderous", THINK), ("greedy", ACT)])
def test_a_slow_bot_delays_no_other(policy: str, task: object, jobs: JobQueue, clock: Clock) -> None:
    """The job of its game is in the slow queue, that of another bot's game in the common one."""
    table = Correspondence(1)
    table.fill(policy)
    dispatcher = Dispatcher(Priorities(table.log, itself, clock), jobs, clock)
    with patch.object(jobs.rq.connection, "llen", jobs.rq.connection.llen):
        dispatcher.add([Work(ACT, table.game)])
        dispatcher.send()
    slow = jobs.beside(THINK.queue)
    assert (jobs.size(), slow.size()) == ((0, 1) if task is THINK else (1, 0))
    assert Work(ACT, table.game) in dispatcher


def test_a_slow_bot_that_sits_down_later_is_noticed(jobs: JobQueue, clock: Clock) -> None:
    """The cached priority of the game is updated."""
    table = Correspondence(1, players=3)
    table.fill("greedy")
    priorities = Priorities(table.log, itself, clock)
    work = Work(ACT, table.game)
    assert not priorities.of([work])[work].is_slow
    entries = table.log.claim_new("relay", "test", 0)
    table.fill("ponderous")
    priorities.heard([*entries, *table.log.claim_new("relay", "test", 0)])
    assert priorities.of([work])[work].is_slow


def test_its_job_is_ended_and_made_again(jobs: JobQueue, clock: Clock) -> None:
    """A missing job of the slow queue counts as ended, and the game can be sent again."""
    table = Correspondence(1)
    table.fill("ponderous")
    dispatcher = Dispatcher(Priorities(table.log, itself, clock), jobs, clock)
    work, slow = Work(ACT, table.game), jobs.beside(THINK.queue)
    dispatcher.add([work])
    dispatcher.send()
    dispatcher.add([work])
    job = slow.rq.pop_job_id()
    slow.rq.connection.delete(f"rq:job:{job}")
    assert dispatcher.collect() == [work]
    dispatcher.add([work])
    dispatcher.send()
    assert slow.size() == 1
