"""The sweeper re-enqueues lost work, soon, and never more than is due."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from harness.clock import Clock
from harness.jobs.dispatching import known
from harness.store.fake_log import FakeEventLog
from harness.store.records import CREATED, first, games, later
from replays.encoding.identity import GameId
from replays.log.event_log import IndexChange
from workers.jobs.registry import ACT, SCORE, Work
from workers.jobs.task import step_back
from workers.queue.job_queue import JobQueue
from workers.relay import dispatcher as dispatching
from workers.relay import sweeper as sweeping
from workers.relay.chores import REST_MS
from workers.relay.dispatcher import AHEAD, Dispatcher
from workers.relay.sweeper import LOST, PATIENCE, DueSweeper, Sweeper

Finish = Callable[[int], list[GameId]]


@pytest.fixture
def sweeper(log: FakeEventLog, dispatcher: Dispatcher, clock: Clock) -> Sweeper:
    """Give a new sweeper."""
    return Sweeper(log, dispatcher, clock, lambda: int(clock() * 1000))


def fail(jobs: JobQueue, dispatcher: Dispatcher) -> None:
    """Let all jobs fail, as with a broken worker."""
    dispatcher.send()
    while jobs.size():
        job_id = jobs.rq.pop_job_id()
        jobs.rq.connection.hset(f"rq:job:{job_id}", "status", "failed")
    assert dispatcher.collect() == []


def test_a_finished_game_without_a_job_gets_one(
    dispatcher: Dispatcher, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """The sweeper waits for its patience, because the relay may be about to enqueue it."""
    games = finish(3)
    assert sweeper.sweep() == []
    clock.advance(PATIENCE - 0.1)
    assert sweeper.sweep() == []
    clock.advance(0.1)
    assert set(sweeper.sweep()) == set(games) == known(dispatcher)


def test_the_relay_rests_only_without_work(
    dispatcher: Dispatcher, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """Work that is watched or dispatched may be lost, so the sweeper goes on looking."""
    sweeper.sweep()
    assert sweeper.can_rest()
    [game] = finish(1)
    sweeper.sweep()
    assert not sweeper.can_rest()
    clock.advance(PATIENCE)
    assert sweeper.sweep() == [game]
    sweeper._watches.clear()
    assert not sweeper.can_rest()
    dispatcher.drop(Work(SCORE, game))
    assert sweeper.can_rest()


def test_the_relay_rests_only_far_from_the_next_deadline(
    log: FakeEventLog, dispatcher: Dispatcher, clock: Clock
) -> None:
    """A game that becomes due while the relay would rest is waited for."""
    sweeper = DueSweeper(log, dispatcher, clock, lambda: int(clock() * 1000))
    due = int(clock() * 1000) + REST_MS + 1
    log.append(first(index=IndexChange(CREATED, None, "active", due=due)))
    assert sweeper.can_rest()
    clock.advance(0.001)
    assert not sweeper.can_rest()


def test_games_that_are_not_finished_are_left_alone(
    log: FakeEventLog, dispatcher: Dispatcher, clock: Clock, sweeper: Sweeper
) -> None:
    """Neither an open game nor a scored one is due."""
    log.append(first(index=IndexChange(CREATED, None, "open")))
    sweeper.sweep()
    clock.advance(3600.0)
    assert sweeper.sweep() == []
    log.append(later(log, index=IndexChange(CREATED, "open", "scored")))
    clock.advance(3600.0)
    assert sweeper.sweep() == []
    assert len(dispatcher) == 0


@pytest.mark.long
def test_a_stopped_worker_makes_no_flood(
    jobs: JobQueue, dispatcher: Dispatcher, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """After an hour without a worker, all finished games are pending once each, few of them as jobs."""
    games = finish(200)
    for _ in range(60):
        sweeper.sweep()
        dispatcher.collect()
        dispatcher.send()
        clock.advance(60.0)
    assert len(dispatcher) == 200
    assert known(dispatcher) == set(games)
    assert jobs.size() == AHEAD


@pytest.mark.long
def test_a_lost_queue_comes_back(
    jobs: JobQueue, dispatcher: Dispatcher, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """After the job server lost its data, every game is found again within seconds, over several pages."""
    games = finish(2500)
    dispatcher.add(Work(SCORE, game) for game in games)
    dispatcher.send()
    clock.advance(3600.0)
    sweeper.sweep()
    jobs.rq.connection.flushall()
    dispatcher.collect()
    assert len(dispatcher) == 2500 - AHEAD
    assert sweeper.sweep() == []
    clock.advance(PATIENCE)
    assert len(sweeper.sweep()) == AHEAD
    assert known(dispatcher) == set(games)


@pytest.mark.slow
def test_a_job_that_always_fails_is_tried_less_and_less_often(  # noqa: PLR0917 - fixtures
    log: FakeEventLog,
    jobs: JobQueue,
    dispatcher: Dispatcher,
    clock: Clock,
    sweeper: Sweeper,
    finish: Finish,
) -> None:
    """Each loss doubles the pause up to an hour; one failure record is left, and the game is named."""
    [game] = finish(1)
    tries, begun = [], clock()
    while clock() < begun + 20_000:
        if sweeper.sweep():
            fail(jobs, dispatcher)
            tries.append(clock() - begun)
        rest = max([each.again / 1000 - clock() for each in log.longest_stuck("score", 9)], default=0)
        clock.advance(max(1, rest // 4))
    pauses = [after - before for before, after in pairwise(tries)]
    assert tries[:2] == [2, 4]  # a loss is made good at once, the next one steps back
    assert pauses[1::2][:4] == [6, 8, 12, 20]  # the delay, and twice the patience
    assert pauses[-2:] in ([PATIENCE, 3_600 + 2 * PATIENCE], [3_600 + 2 * PATIENCE, PATIENCE])
    assert len(list(jobs.rq.connection.scan_iter("rq:job:*"))) == 1
    [stuck] = log.longest_stuck("score", 9)
    assert (stuck.item, stuck.code, stuck.tries) == (game, LOST, len(tries) // 2)


def test_a_game_that_is_done_is_forgotten(
    log: FakeEventLog, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """The sweeper remembers finished games only."""
    [game] = finish(1)
    sweeper.sweep()
    log.append(later(log, game, index=IndexChange(CREATED, "finished", "scored")))
    sweeper.sweep()
    assert sweeper._watches == {}


def test_when_much_waits_nothing_is_added(
    monkeypatch: pytest.MonkeyPatch,
    dispatcher: Dispatcher,
    clock: Clock,
    sweeper: Sweeper,
    finish: Finish,
) -> None:
    """Above `ENOUGH` pending works nothing is added; missing ones are added later."""
    monkeypatch.setattr(dispatching, "ENOUGH", 2)
    games = finish(3)
    dispatcher.add(Work(SCORE, game) for game in games[:2])
    clock.advance(3600.0)
    assert sweeper.sweep() == []
    dispatcher.drop(Work(SCORE, games[0]))
    sweeper.sweep()
    clock.advance(PATIENCE)
    assert set(sweeper.sweep()) == {games[0], games[2]}


def due_games(log: FakeEventLog, count: int) -> list[GameId]:
    """Add this many games in which something is due, one millisecond after the other."""
    found = games(count)
    for number, game in enumerate(found):
        log.append(first(game, index=IndexChange(CREATED, None, "active", due=CREATED + number)))
    return found


def test_games_that_cannot_act_leave_room_for_others(
    monkeypatch: pytest.MonkeyPatch, log: FakeEventLog, dispatcher: Dispatcher, clock: Clock
) -> None:
    """As many failing games as a sweep reads are at the front; the game behind them is seen at once."""
    monkeypatch.setattr(sweeping, "DUE_AT_ONCE", 3)
    *broken, healthy = due_games(log, 4)
    clock.advance(1.0)
    sweeper = DueSweeper(log, dispatcher, clock, lambda: CREATED + int(clock() * 1000))
    assert sweeper.sweep() == broken
    for game in broken:  # as their jobs do
        step_back(log, "act", game, "vault/refused", CREATED + 1000)
        dispatcher.drop(Work(ACT, game))
    assert sweeper.sweep() == [healthy]
    assert log.stuck(CREATED + 1000)["act"] == 3


def test_games_that_wait_for_a_worker_leave_room_for_others(
    monkeypatch: pytest.MonkeyPatch, log: FakeEventLog, dispatcher: Dispatcher, clock: Clock
) -> None:
    """Those that the dispatcher has already take no place, for example if no worker has the kernel."""
    monkeypatch.setattr(sweeping, "DUE_AT_ONCE", 3)
    found = due_games(log, 6)
    clock.advance(1.0)
    sweeper = DueSweeper(log, dispatcher, clock, lambda: CREATED + int(clock() * 1000))
    assert sweeper.sweep() == found[:3]
    assert sweeper.sweep() == found[3:]


def test_a_game_whose_jobs_are_lost_steps_back(
    monkeypatch: pytest.MonkeyPatch, log: FakeEventLog, dispatcher: Dispatcher, clock: Clock
) -> None:
    """A game that kills its worker each time is tried ever less often; one that progresses is not."""
    monkeypatch.setattr(sweeping, "DUE_AT_ONCE", 1)
    killer, bots = due_games(log, 2)
    sweeper = DueSweeper(log, dispatcher, clock, lambda: CREATED + int(clock() * 1000))
    tries = dict.fromkeys([killer, bots], 0)
    for _ in range(600):
        clock.advance(0.5)
        for game in sweeper.sweep():
            tries[game] += 1
            dispatcher.drop(Work(ACT, game))
            if game == bots:
                now = CREATED + int(clock() * 1000)
                log.append(later(log, bots, index=IndexChange(CREATED, "active", "active", due=now)))
    assert tries[killer] < 18
    assert tries[bots] > 50
    [stuck] = log.longest_stuck("act", 9)
    assert (stuck.item, stuck.code) == (killer, LOST)


def test_a_new_relay_tries_all_that_had_stepped_back(
    log: FakeEventLog, dispatcher: Dispatcher, clock: Clock
) -> None:
    """After a repair, a restart of the relay spares the wait; what is not due any more is forgotten."""
    stuck, moved = due_games(log, 2)
    for game in (stuck, moved):
        for _ in range(12):
            step_back(log, "act", game, "vault/refused", CREATED + int(clock() * 1000))
    log.append(later(log, moved, index=IndexChange(CREATED, "active", "active", due=CREATED + 10**9)))
    sweeper = DueSweeper(log, dispatcher, clock, lambda: CREATED + int(clock() * 1000))
    clock.advance(2.0)
    assert sweeper.sweep() == [stuck]
    assert [each.item for each in log.longest_stuck("act", 9)] == [stuck]
    dispatcher.drop(Work(ACT, stuck))
    clock.advance(2 * PATIENCE)
    assert sweeper.sweep() == []


def test_finished_games_that_cannot_be_scored_rest(
    monkeypatch: pytest.MonkeyPatch,
    log: FakeEventLog,
    dispatcher: Dispatcher,
    clock: Clock,
    finish: Finish,
) -> None:
    """A sweep reads a bounded number of finished games, and the next one continues after them."""
    monkeypatch.setattr(sweeping, "PAGE", 2)
    monkeypatch.setattr(sweeping, "PAGES_AT_ONCE", 1)
    sweeper = Sweeper(log, dispatcher, clock, lambda: int(clock() * 1000))
    *broken, healthy = reversed(finish(5))  # the newest first
    for game in broken:
        for _ in range(20):
            step_back(log, "score", game, "vault/refused", int(clock() * 1000))
    sweeper.sweep()  # the first one tries them all
    found = []
    for _ in range(12):
        clock.advance(0.5)
        found += sweeper.sweep()
        for game in broken:
            dispatcher.drop(Work(SCORE, game))
    assert healthy in found
