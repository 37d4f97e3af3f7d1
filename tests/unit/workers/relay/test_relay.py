"""The relay turns ends of games into jobs, at least once each, through all outages."""

import threading
from collections.abc import Callable, Iterable, Sequence

import pytest
from fakeredis import FakeRedis, FakeServer
from redis import Redis
from redis.exceptions import RedisError, ResponseError

from harness.clock import Clock
from harness.jobs.dispatching import itself, known
from harness.play.correspondence import Correspondence
from harness.store.fake_log import FakeEventLog
from harness.store.records import first, later
from harness.waiting import eventually
from replays.encoding.identity import PARTITIONS, GameId
from replays.log.event_log import ArchiveAway, ArchiveDamaged, StoreAway
from replays.log.occasions import Advance
from replays.runtime.stop_signals import StopSignal
from replays.store.heartbeat import Health, Heartbeat, pulses
from replays.streams import keys
from workers.jobs.registry import SCORE, Work
from workers.outage import Reports
from workers.queue.job_queue import JobQueue
from workers.relay.chores import REST_MS, Chore
from workers.relay.dispatcher import AHEAD, Dispatcher
from workers.relay.priorities import Priorities
from workers.relay.process import GATHER_SECONDS, keep_relaying
from workers.relay.relay import BLOCK_MS, DEAD_AFTER_MS, GROUP, Relay

Finish = Callable[[int], list[GameId]]


@pytest.fixture
def relay(log: FakeEventLog, dispatcher: Dispatcher) -> Relay:
    """Give a new relay."""
    return Relay(log, dispatcher, "relay-1")


def pending(log: FakeEventLog) -> list[GameId]:
    """Return the games of unacknowledged entries."""
    return [entry.game for entry in log.claim_stale(GROUP, "test", 0)]


def test_the_end_of_a_game_becomes_a_job(
    log: FakeEventLog, dispatcher: Dispatcher, relay: Relay, finish: Finish
) -> None:
    """Finished games are pending afterwards, some as jobs, and their entries are acknowledged."""
    games = finish(20)
    relay.relay(block_ms=0)
    assert known(dispatcher) == set(games)
    assert dispatcher._fast.jobs.size() == AHEAD
    assert pending(log) == []


def test_nothing_else_becomes_a_job(log: FakeEventLog, dispatcher: Dispatcher, relay: Relay) -> None:
    """Other events are acknowledged without a job."""
    log.append(first())
    log.append(later(log))
    relay.relay(block_ms=0)
    assert len(dispatcher) == 0
    assert pending(log) == []


def test_entries_are_acknowledged_after_the_enqueue_only(
    log: FakeEventLog, server: FakeServer, jobs: JobQueue, relay: Relay, finish: Finish
) -> None:
    """Without the job server nothing is acknowledged, and the same relay tries again."""
    finish(2)
    server.connected = False
    for _ in range(2):
        with pytest.raises(RedisError):
            relay.relay(block_ms=0)
    server.connected = True
    relay.relay(block_ms=0)
    assert jobs.size() == 2


def test_another_relay_takes_over_from_a_dead_one(
    log: FakeEventLog, dispatcher: Dispatcher, relay: Relay, finish: Finish
) -> None:
    """Unacknowledged entries are taken over once their relay counts as dead, not before."""
    games = finish(3)
    held = log.claim_new(GROUP, "dead", block_ms=0)
    relay.relay(block_ms=0)
    relay.take_over()
    assert len(dispatcher) == 0
    for entry in held:
        work = keys.work(entry.partition)
        log.store.xclaim(work, GROUP, "dead", 0, [entry.entry_id], idle=DEAD_AFTER_MS, justid=True)
    relay.take_over()
    assert known(dispatcher) == set(games)
    assert pending(log) == []


def test_two_relays_share_the_work(
    log: FakeEventLog, jobs: JobQueue, dispatcher: Dispatcher, relay: Relay, finish: Finish
) -> None:
    """Each entry goes to one of them, and together they keep the queue at the same length."""
    games, other = finish(10), Dispatcher(Priorities(log, itself, Clock()), jobs, Clock())
    relay.relay(block_ms=0)
    Relay(log, other, "relay-2").relay(block_ms=0)
    assert known(dispatcher) | known(other) == set(games)
    assert len(dispatcher) + len(other) == 10
    assert jobs.size() == AHEAD


def test_feeds_are_trimmed(log: FakeEventLog, relay: Relay, finish: Finish) -> None:
    """Entries that the projections have finished are removed, except the last of each feed.

    The group with which an earlier version of the relay read the feeds keeps none.
    """
    finish(100)
    places, ends = log.places("a projection"), log.feed_ends()
    for number in places:
        log.store.xgroup_create(keys.feed(number), GROUP, id="0-0")
    log.advance("a projection", *(Advance(number, places[number], ends[number]) for number in places))
    relay.trim()
    left = log.tail(dict.fromkeys(ends, "0-0"), block_ms=0)
    assert len(left) == len({entry.partition for entry in left})


def test_moves_between_people_are_no_work(jobs: JobQueue, clock: Clock) -> None:
    """The relay reads no move after which nothing is due; what it has finished is gone from the store."""
    table = Correspondence(1, players=2)
    table.fill(None)
    dispatcher = Dispatcher(Priorities(table.log, itself, clock), jobs, clock)
    relay = Relay(table.log, dispatcher, "relay-1")
    assert relay.relay(block_ms=0)
    for _ in range(20):
        table.move()
    assert not relay.relay(block_ms=0)
    assert len(dispatcher) == 0
    assert sum(table.log.store.xlen(keys.work(number)) for number in range(PARTITIONS)) == 0


def test_a_chore_is_done_when_its_time_has_come(clock: Clock) -> None:
    """It runs at once and then at its interval; after a failure it is due again at once."""
    done: list[float] = []

    def do() -> None:
        if clock() == 1002.0 and 1002.0 not in done:
            done.append(1002.0)
            raise StoreAway
        done.append(clock())

    chore = Chore("a task", 2.0, do, clock)
    chore.do_when_due(Reports.to(print))
    clock.advance(1.0)
    chore.do_when_due(Reports.to(print))
    clock.advance(1.0)
    with pytest.raises(StoreAway):
        chore.do_when_due(Reports.to(print))
    chore.do_when_due(Reports.to(print))
    chore.do_when_due(Reports.to(print))
    assert done == [1000.0, 1002.0, 1002.0]


def test_an_outage_is_waited_for_and_told_once(
    server: FakeServer, dispatcher: Dispatcher, relay: Relay, finish: Finish
) -> None:
    """The loop continues, reports the outage and its end once, and stops when told to."""
    stop, said, tried = StopSignal(), list[str](), list[int]()
    server.connected = False
    [game] = finish(1)
    running = threading.Thread(
        target=keep_relaying,
        args=(
            relay,
            [Chore("a task", 0.0, lambda: tried.append(1), Clock())],
            stop,
            Reports.to(said.append),
            healthy(),
        ),
    )
    running.start()
    eventually(lambda: said)
    server.connected = True
    eventually(lambda: len(said) == 2)
    stop.set()
    running.join(5.0)
    assert not running.is_alive()
    assert said[0].startswith("the store is away: ")
    assert said[1].startswith("the store is back after ")
    assert known(dispatcher) == {game}
    assert tried
    stop.close()


def healthy(store: Redis | None = None) -> Health:
    """The health of a relay, on a new store if none is given."""
    return Health(Heartbeat(store or FakeRedis()), lambda: 0.0)


def refused() -> StoreAway:
    """The error for a key of the wrong type."""
    error = StoreAway("WRONGTYPE")
    error.__cause__ = ResponseError("WRONGTYPE")
    return error


@pytest.mark.slow
@pytest.mark.parametrize(
    "error",
    [
        refused(),
        ArchiveDamaged("a hole"),
        ArchiveAway("no route"),
        ValueError("no number"),
        TypeError("another shape"),
    ],
)
def test_what_fails_keeps_nothing_else_from_being_done(
    dispatcher: Dispatcher,
    relay: Relay,
    finish: Finish,
    error: Exception,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A failing chore does not affect jobs or later chores, and is reported once."""
    stop, said, done = Waits(), list[str](), list[int]()
    [game] = finish(1)

    def fail() -> None:
        raise error

    def end_after_three() -> None:
        done.append(1)
        if len(done) == 3:
            stop.set()

    health = healthy()
    chores = [Chore(do.__name__, 0.0, do, Clock()) for do in (fail, end_after_three)]
    keep_relaying(relay, chores, stop, Reports.to(said.append), health)
    assert known(dispatcher) == {game}
    assert said == []
    assert [record.message for record in caplog.records] == [
        "the relay goes on without a chore that fails: fail"
    ]
    stop.close()


class Waits(StopSignal):
    """A stop signal that records waits without waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float] = []

    def wait(self, timeout: float) -> bool:
        """Record the timeout; return True if the stop is set."""
        self.seconds.append(timeout)
        return self.is_set()


def test_news_is_gathered(dispatcher: Dispatcher, relay: Relay, finish: Finish) -> None:
    """After news it pauses, so that bursts cost one write; otherwise it reads on."""
    stop = Waits()
    [game] = finish(1)
    rounds: list[int] = []

    def end_after_two() -> None:
        rounds.append(1)
        if len(rounds) == 2:
            stop.set()

    keep_relaying(relay, [Chore("a task", 0.0, end_after_two, Clock())], stop, Reports.to(print), healthy())
    assert known(dispatcher) == {game}
    assert stop.seconds == [GATHER_SECONDS]
    stop.close()


def test_it_rests_only_while_nothing_becomes_due(relay: Relay) -> None:
    """It waits for long if every chore can rest and none has failed; else it looks again soon."""
    stop, waits, may_rest = Waits(), list[int](), [False, True, True, True]
    faults = [False, False, True, False]

    def wait(block_ms: int) -> bool:
        waits.append(block_ms)
        if len(waits) == 4:
            stop.set()
        return False

    def fail_once() -> None:
        if faults.pop(0):
            raise ValueError

    relay.relay = wait  # type: ignore[method-assign]
    chores = [
        Chore("a task", 0.0, lambda: None, Clock(), lambda: may_rest.pop(0)),
        Chore("another", 0.0, fail_once, Clock(), lambda: True),
    ]
    keep_relaying(relay, chores, stop, Reports.to(print), healthy())
    assert waits == [BLOCK_MS, REST_MS, BLOCK_MS, REST_MS]
    assert not Chore("a third", 0.0, lambda: None, Clock()).can_rest()


@pytest.mark.parametrize("where", ["the relay", "a task"])
def test_whatever_fails_in_every_round_is_no_success(relay: Relay, where: str) -> None:
    """The relay goes on without a heartbeat, and gives a reason without the error's text, until it works."""
    stop, said, store = Waits(), list[str](), FakeRedis()
    faults: list[Exception] = [ValueError("a secret")] * 3
    seen = []

    def fail(*_: object) -> bool:
        seen.append(pulses(store, ["relay"])["relay"])
        if faults:
            raise faults.pop()
        if len(seen) == 6:
            stop.set()
        return False

    chores = [Chore("due games", 0.0, fail if where == "a task" else bool, Clock())]
    if where == "the relay":
        relay.relay = fail  # type: ignore[method-assign, assignment]
    keep_relaying(relay, chores, stop, Reports.to(said.append), healthy(store))
    assert [pulse.silence for pulse in seen[:4]] == [None] * 4
    reason = "ValueError" if where == "the relay" else "due games: ValueError"
    assert [pulse.reason for pulse in seen[1:4]] == [reason] * 3
    assert seen[-1].silence is not None
    assert seen[-1].reason is None
    assert said == (["the relay waits: ValueError", "the relay goes on"] if where == "the relay" else [])
    stop.close()


def test_an_entry_that_fails_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, log: FakeEventLog, dispatcher: Dispatcher, relay: Relay, finish: Finish
) -> None:
    """It is acknowledged, so that it is not read for ever; the sweepers find its work in the log."""
    bad, *others = finish(5)
    due_of = log.due_of

    def fail(games: Sequence[GameId]) -> dict[GameId, int]:
        if bad in games:
            raise ValueError("another shape")
        return due_of(games)

    monkeypatch.setattr(log, "due_of", fail)
    relay.relay(block_ms=0)
    assert known(dispatcher) >= set(others)
    assert pending(log) == []


def test_an_account_that_cannot_be_looked_up_holds_up_no_other(
    log: FakeEventLog, jobs: JobQueue, finish: Finish
) -> None:
    """A foreign key at one account changes the order of one game only; an outage is waited for."""

    def broken(accounts: Iterable[str]) -> dict[str, str]:
        raise refused()

    works = [Work(SCORE, game) for game in finish(3)]
    found = Priorities(log, broken, Clock()).of(works)
    assert {work: priority.account for work, priority in found.items()} == {work: work.id for work in works}

    def away(accounts: Iterable[str]) -> dict[str, str]:
        raise StoreAway

    with pytest.raises(StoreAway):
        Priorities(log, away, Clock()).of(works)
