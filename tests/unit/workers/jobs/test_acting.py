"""Bots, plans and clocks become jobs: at once by the feeds, again by the sweeper, and nothing else."""

from dataclasses import replace
from unittest.mock import patch

import pytest
from rq.serializers import JSONSerializer

from harness.clock import Clock
from harness.jobs.dispatching import itself, known
from harness.play.correspondence import Correspondence
from kingdomino.policies import BOTS
from replays.clocks.spec import ClockSpec, TimeControl
from replays.encoding.identity import derived_game_id
from replays.events.game_events import Options
from replays.match.aggregate import Status
from replays.match.deciding import bots
from replays.match.deciding.plans import Plan
from workers.jobs.parts import Parts
from workers.jobs.registry import ACT
from workers.jobs.task import NotDone, step_back
from workers.queue.job_queue import JobQueue
from workers.queue.known_job import KnownJob
from workers.relay.dispatcher import Dispatcher
from workers.relay.priorities import Priorities
from workers.relay.relay import Relay
from workers.relay.sweeper import PATIENCE, DueSweeper

DAY = ClockSpec(TimeControl.PER_TURN, 86_400, 86_400, 86_400)


class Site:
    """An in-memory game, a queue on a fake server, and the relay and sweeper between them."""

    def __init__(self, table: Correspondence, jobs: JobQueue, clock: Clock) -> None:
        self.table = table
        self.jobs = jobs
        self.clock = clock
        self.dispatcher = Dispatcher(Priorities(table.log, itself, clock), jobs, clock)
        self.relay = Relay(table.log, self.dispatcher, "relay-1", clock=lambda: table.now)
        self.sweeper = DueSweeper(table.log, self.dispatcher, clock, lambda: table.now)
        self.ticking = self.now = 0.0
        self.parts = replace(Parts.of(table.tables, self._tick), now=lambda: table.now)
        jobs.rq.job_class = KnownJob.working_on(self.parts)

    def _tick(self) -> float:
        """Return the jobs' time, which advances by `ticking` at each reading."""
        self.now += self.ticking
        return self.now

    def work(self) -> int:
        """Do all dispatched jobs and return their number."""
        done = 0
        self.relay.dispatch()
        while self.jobs.size():
            job = self.jobs.rq.fetch_job(str(self.jobs.rq.pop_job_id()))
            assert job is not None
            job.perform()
            job.connection.delete(job.key)
            done += 1
            self.relay.relay(block_ms=0)
        return done


@pytest.fixture
def site(jobs: JobQueue, clock: Clock) -> Site:
    """Give a site with a game of one person, whose turn it is, and two bots."""
    table = Correspondence(3, players=3, options=Options(clock=DAY))
    table.fill("greedy", "random")
    there = Site(table, jobs, clock)
    there.relay.relay(block_ms=0)
    there.work()
    assert table.match.policy_of(table.match.mover) is None  # type: ignore[arg-type]
    return there


def test_a_bots_turn_is_a_job_at_once(site: Site) -> None:
    """The append before a bot's turn creates the job; with enough time one job makes all bots' moves."""
    site.table.now += 1000
    site.table.move()
    before = site.table.match.head
    site.relay.relay(block_ms=0)
    assert known(site.dispatcher, ACT) == {site.table.game}
    assert site.jobs.size() == 1
    assert site.work() == 1
    assert site.table.match.head != before
    assert not bots.is_due(site.table.match)


def test_a_long_answer_takes_several_jobs(site: Site) -> None:
    """If each decision takes long, each is its own job, dispatched at once without a sweep."""
    site.ticking = 1.0
    site.table.now += 1000
    before = len(site.table.played.appends)
    site.table.move()
    while not bots.is_due(site.table.match):
        site.table.move()
    moved = len(site.table.played.appends)
    site.relay.relay(block_ms=0)
    jobs = site.work()
    assert jobs == len(site.table.played.appends) - moved > 1
    assert moved > before
    assert not bots.is_due(site.table.match)


def test_a_job_that_was_lost_is_found(site: Site) -> None:
    """The sweeper finds it soon; a waiting job is not added again."""
    site.table.move()
    assert site.sweeper.sweep() == [site.table.game]
    assert site.sweeper.sweep() == []
    site.dispatcher.send()
    site.jobs.rq.connection.flushall()
    assert site.dispatcher.collect() == []
    assert site.sweeper.sweep() == []
    site.clock.advance(2 * PATIENCE)
    assert site.sweeper.sweep() == [site.table.game]
    site.work()
    site.clock.advance(60.0)
    assert site.sweeper.sweep() == []


@pytest.mark.slow
def test_a_time_out_is_a_job_of_the_sweepers(site: Site) -> None:
    """The sweeper creates it at the deadline, not before."""
    due = site.table.match.deadline
    assert due is not None
    site.table.now = due - 1
    assert site.sweeper.sweep() == []
    site.table.now = due
    assert site.sweeper.sweep() == [site.table.game]
    site.work()
    assert site.jobs.size() == 0
    assert "TimeExpired" in {event.record["type"] for event in site.table.played.events}


def test_a_plan_is_a_job_when_its_turn_comes(jobs: JobQueue, clock: Clock) -> None:
    """Storing a plan creates no job."""
    table = Correspondence(1)
    table.fill(None)
    site = Site(table, jobs, clock)
    mover = table.match.mover
    assert mover is not None
    table.planning.lay(table.match, f"player-{1 - mover}", Plan(choose=tuple(table.match.rules.dominoes)))
    site.relay.relay(block_ms=0)
    assert (len(site.dispatcher), site.sweeper.sweep()) == (0, [])
    while table.match.mover == mover:
        table.move()
    site.relay.relay(block_ms=0)
    assert site.work() == 1
    assert "PlanFired" in {event.record["type"] for event in table.played.events}


@pytest.mark.parametrize("clock_spec", [None, DAY])
def test_people_among_themselves_give_no_jobs(
    jobs: JobQueue, clock: Clock, clock_spec: ClockSpec | None
) -> None:
    """Nothing is enqueued or swept in the whole game, with a clock or without."""
    table = Correspondence(2, players=2, options=Options(clock=clock_spec))
    table.fill(None)
    site = Site(table, jobs, clock)
    while True:
        site.relay.relay(block_ms=0)
        if table.match.status is not Status.ACTIVE:
            break
        assert (len(site.dispatcher), site.sweeper.sweep()) == (0, [])
        table.now += 1000
        table.move()
    assert known(site.dispatcher, ACT) == set()


def test_a_job_holds_the_games_id_and_nothing_else(site: Site) -> None:
    """RQ stores no plan, seed or player."""
    site.table.move()
    site.relay.relay(block_ms=0)
    [job] = site.jobs.rq.jobs
    kept = site.jobs.rq.connection.hgetall(job.key)
    assert (job.func_name, list(job.args), job.kwargs) == ("act", [site.table.game], {})
    assert JSONSerializer is job.serializer
    assert not any(b"player" in value for value in kept.values())


def test_doing_it_twice_changes_nothing(site: Site) -> None:
    """The second run finds nothing due."""
    site.table.move()
    ACT.run(site.parts, site.table.game)
    head = site.table.match.head
    ACT.run(site.parts, site.table.game)
    assert site.table.match.head == head


def test_a_policy_of_a_newer_version_fails_one_job(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    """The error has its code; the game steps back, and after its next attempt nothing is left of that."""
    site.table.move()
    with patch.dict(BOTS):  # restores the entry afterwards
        del BOTS["greedy"]
        with pytest.raises(NotDone) as failed:
            ACT.run(site.parts, site.table.game)
    assert str(failed.value) == f"what is due in game {site.table.game} is not done: bot/unknown-policy"
    assert site.table.match.policy_of(site.table.match.mover) == "greedy-1"  # type: ignore[arg-type]
    assert [record.message for record in caplog.records] == [str(failed.value)]
    [stuck] = site.table.log.longest_stuck("act", 9)
    assert (stuck.item, stuck.code, stuck.tries) == (site.table.game, "bot/unknown-policy", 1)
    assert site.table.log.due(stuck.again - 1, 9) == []
    assert site.table.log.due(stuck.again, 9) == [site.table.game]
    head = site.table.match.head
    ACT.run(site.parts, site.table.game)
    assert site.table.match.head != head
    assert site.table.log.longest_stuck("act", 9) == []


def test_a_move_ends_the_rest_of_a_game(site: Site) -> None:
    """A game that has stepped back and then changed is due by its new state, and its record goes."""
    log, game = site.table.log, site.table.game
    step_back(log, "act", game, "vault/refused", site.table.now)
    site.table.move()
    assert log.due(site.table.now, 9) == [game]
    site.relay.relay(block_ms=0)
    site.work()
    site.table.now += 3_600_000
    site.sweeper.sweep()
    assert log.longest_stuck("act", 9) == []


def test_an_unknown_game_is_no_failure(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    """A retry would not help, so it is only logged."""
    game = derived_game_id("nobody")
    ACT.run(site.parts, game)
    assert game in caplog.text
    assert site.jobs.size() == 0
