"""Jobs of dynasties: when they are due, what the sweeper finds, and their errors."""

import json
import zlib

import pytest

from harness.clock import Clock
from harness.games import play_out, seeded, tables_on
from harness.jobs.dispatching import known
from harness.play.dynasties import DYNASTY, check_complete, dynasties_on, play_running, seated
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.commands.tables import NewTable, Tables, UnknownGame
from replays.dynasty.aggregate import DYNASTIES, game_id
from replays.dynasty.dynasties import Dynasties
from replays.dynasty.kind import DYNASTY as KIND
from replays.encoding.entries import RawEntry
from replays.encoding.identity import GameId, derived_game_id
from replays.log.event_log import StoreAway
from replays.log.listing import Question
from replays.match.aggregate import Match, Sitter, Status
from workers.jobs.parts import Parts
from workers.jobs.registry import SCORE, Work, advancing
from workers.jobs.task import NotDone
from workers.queue.job_queue import JobQueue
from workers.relay import sweeper as sweeping
from workers.relay.dispatcher import Dispatcher
from workers.relay.relay import Relay
from workers.relay.sweeper import PATIENCE, SeriesSweeper

SECRET = "5ec7e7" * 10


@pytest.fixture
def tables(log: FakeEventLog) -> Tables:
    """Give the tables that the jobs work on."""
    return tables_on(log)


@pytest.fixture
def parts(tables: Tables) -> Parts:
    """Give the parts for the jobs of a process."""
    return Parts.of(tables)


@pytest.fixture
def dynasties(tables: Tables) -> Dynasties:
    """Give the dynasties of the log."""
    return dynasties_on(tables)


@pytest.fixture
def relay(log: FakeEventLog, dispatcher: Dispatcher) -> Relay:
    """Give a new relay."""
    return Relay(log, dispatcher, "relay-1")


@pytest.fixture
def sweeper(log: FakeEventLog, dispatcher: Dispatcher, clock: Clock) -> SeriesSweeper:
    """Give a new sweeper."""
    return SeriesSweeper(KIND, log, dispatcher, clock)


def many(dynasties: Dynasties, count: int) -> set[GameId]:
    """Create this many dynasties that wait for their first game."""
    ids = [GameId(derived_game_id("many", str(number))) for number in range(count)]
    return {seated(dynasties, dynasty=dynasty).id for dynasty in ids}


# the job


@pytest.mark.slow
def test_the_job_does_what_is_due(
    log: FakeEventLog, tables: Tables, parts: Parts, dynasties: Dynasties
) -> None:
    """It leads from the first game to the decision; repeating it does nothing."""
    seated(dynasties)
    advancing(KIND).run(parts, DYNASTY)
    for seed in range(3):
        SCORE.run(parts, play_running(tables, dynasties.dynasty(DYNASTY), seeded(seed)))
        advancing(KIND).run(parts, DYNASTY)
        advancing(KIND).run(parts, DYNASTY)
    check_complete(log, dynasties.dynasty(DYNASTY))


def test_an_unknown_dynasty_is_no_failure(
    tables: Tables, parts: Parts, caplog: pytest.LogCaptureFixture
) -> None:
    """The id of a game is skipped, too: a retry would not help, so it is only logged."""
    for nothing in (derived_game_id("nobody"), play_out(tables, 2, Rules(), seeded(1))):
        advancing(KIND).run(parts, nothing)
        assert nothing in caplog.text


def test_a_dynasty_whose_game_is_gone_is_a_failure(
    tables: Tables, parts: Parts, dynasties: Dynasties, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is done for a dynasty whose game is missing from the log, so the job fails."""
    seated(dynasties)
    advancing(KIND).run(parts, DYNASTY)

    def gone(game: GameId) -> Match:
        raise UnknownGame(game)

    monkeypatch.setattr(tables, "match", gone)
    with pytest.raises(NotDone, match="worker/unexpected"):
        advancing(KIND).run(parts, DYNASTY)


@pytest.mark.parametrize("fault", [StoreAway(SECRET), KeyError(SECRET)])
def test_what_a_fault_says_goes_no_further(
    parts: Parts, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    """The error has the dynasty and a code, but no cause with details."""

    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr(Dynasties, "advance", fail)
    code = getattr(fault, "code", "worker/unexpected")
    with pytest.raises(NotDone, match=f"^dynasty {DYNASTY} is not advanced: {code}$") as caught:
        advancing(KIND).run(parts, DYNASTY)
    assert caught.value.__suppress_context__
    assert SECRET not in caplog.text


def test_a_job_is_an_id_and_apart_from_those_of_games(jobs: JobQueue) -> None:
    """The job's record has only the task's name and the dynasty's id."""
    jobs.enqueue([Work(SCORE, derived_game_id("one")), Work(advancing(KIND), DYNASTY)])
    _, job = jobs.rq.jobs
    stored = jobs.rq.connection.hget(job.key, "data")
    assert isinstance(stored, bytes)
    assert json.loads(zlib.decompress(stored)) == ["advance", None, [DYNASTY], {}]


# the relay


def test_the_last_seat_and_each_score_become_jobs(
    tables: Tables, dynasties: Dynasties, jobs: JobQueue, dispatcher: Dispatcher, relay: Relay
) -> None:
    """The end of a game is for scoring, its score for its dynasty; moves create no jobs."""
    seated(dynasties)
    relay.relay(block_ms=0)
    assert (known(dispatcher, SCORE), known(dispatcher, advancing(KIND))) == (set(), {DYNASTY})
    dynasties.advance(DYNASTY)
    jobs.rq.connection.flushall()
    game = play_running(tables, dynasties.dynasty(DYNASTY), seeded(1))
    relay.relay(block_ms=0)
    assert (known(dispatcher, SCORE), known(dispatcher, advancing(KIND))) == ({game}, set())
    tables.settle(game)
    jobs.rq.connection.flushall()
    relay.relay(block_ms=0)
    assert (known(dispatcher, SCORE), known(dispatcher, advancing(KIND))) == (set(), {DYNASTY})


def test_the_score_of_a_game_of_its_own_is_for_no_dynasty(
    tables: Tables, dispatcher: Dispatcher, relay: Relay
) -> None:
    """The relay reads the game's first event and ignores it."""
    tables.settle(play_out(tables, 2, Rules(), seeded(1)))
    relay.relay(block_ms=0)
    assert known(dispatcher, advancing(KIND)) == set()


# the sweeper


def test_a_dynasty_without_a_job_gets_one(
    tables: Tables, dynasties: Dynasties, dispatcher: Dispatcher, clock: Clock, sweeper: SeriesSweeper
) -> None:
    """The sweeper waits for its patience, and ignores dynasties with a running game."""
    seated(dynasties)
    assert sweeper.sweep() == []
    clock.advance(PATIENCE)
    assert sweeper.sweep() == [DYNASTY]
    assert known(dispatcher, advancing(KIND)) == {DYNASTY}
    dispatcher.drop(Work(advancing(KIND), DYNASTY))
    now = dynasties.advance(DYNASTY)
    clock.advance(3600.0)
    assert sweeper.sweep() == []
    assert sweeper._watches == {}
    tables.settle(play_running(tables, now, seeded(1)))
    sweeper.sweep()
    clock.advance(PATIENCE)
    assert sweeper.sweep() == [DYNASTY]


def test_open_and_decided_dynasties_are_left_alone(
    log: FakeEventLog, tables: Tables, dynasties: Dynasties, clock: Clock, sweeper: SeriesSweeper
) -> None:
    """Nothing is due in either."""
    opened = derived_game_id("open")
    dynasties.found(opened, NewTable(Rules(), 2, "ann", Sitter("ann", None)))
    seated(dynasties)
    while (now := dynasties.advance(DYNASTY)).winners is None:
        tables.settle(play_running(tables, now, seeded(1)))
    for _ in range(3):
        assert sweeper.sweep() == []
        clock.advance(3600.0)
    assert log.list_streams(Question(DYNASTIES.listing, status=Status.ACTIVE.value), limit=9) == ([], None)


def test_many_dynasties_have_their_turns(
    monkeypatch: pytest.MonkeyPatch,
    dynasties: Dynasties,
    dispatcher: Dispatcher,
    clock: Clock,
    sweeper: SeriesSweeper,
) -> None:
    """Each sweep looks at more of them, and again at those found due before."""
    monkeypatch.setattr(sweeping, "SERIES_AT_ONCE", 10)
    ids = many(dynasties, 35)
    for looked_at in (10, 20, 30, 35):
        sweeper.sweep()
        assert len(sweeper._watches) == looked_at
    clock.advance(PATIENCE)
    assert set(sweeper.sweep()) == ids == known(dispatcher, advancing(KIND))
    done = next(iter(ids))
    dynasties.advance(GameId(done))
    sweeper.sweep()
    assert sweeper._watches.keys() == ids - {done}


def test_a_damaged_dynasty_hides_no_other(
    log: FakeEventLog, dynasties: Dynasties, clock: Clock, sweeper: SeriesSweeper
) -> None:
    """An unreadable dynasty gets a job, whose failure names it; one with an unreadable game is skipped."""
    one, two, three = sorted(many(dynasties, 3))
    with log.damaging(one) as entries:
        entries[1] = RawEntry("2-0", {b"e": b"{}", b"h": b"00"})
    dynasties.advance(GameId(two))
    with log.damaging(game_id(GameId(two), 1)) as entries:
        entries[-1] = RawEntry(entries[-1].id, {b"e": b"no event", b"h": b"00"})
    sweeper.sweep()
    clock.advance(PATIENCE)
    assert set(sweeper.sweep()) == {one, three}
