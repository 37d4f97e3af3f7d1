"""The scoring job: its effect on a game, and its errors."""

import logging

import pytest
from structlog.contextvars import clear_contextvars, get_contextvars, merge_contextvars
from structlog.testing import capture_logs

from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.commands.tables import Tables
from replays.encoding.identity import GameId, derived_game_id
from replays.log.event_log import StoreAway
from replays.match.aggregate import Status
from workers.jobs.parts import Parts
from workers.jobs.registry import SCORE, Work
from workers.jobs.task import NotDone
from workers.queue.job_queue import JobQueue

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
def game(tables: Tables) -> GameId:
    """Give a finished game."""
    return play_out(tables, 2, Rules(), seeded(1))


def kinds(tables: Tables, game: GameId) -> list[str]:
    """Return the types of the game's events."""
    return [event.record["type"] for event in tables.log.read(game)]


def test_a_finished_game_is_scored_once(tables: Tables, parts: Parts, game: GameId) -> None:
    """The first run appends the seed and the score, the second does nothing."""
    assert tables.match(game).status is Status.FINISHED
    SCORE.run(parts, game)
    SCORE.run(parts, game)
    assert tables.match(game).status is Status.SCORED
    assert kinds(tables, game)[-3:] == ["GameEnded", "SeedRevealed", "GameScored"]


def test_both_events_are_one_append(log: FakeEventLog, parts: Parts, game: GameId) -> None:
    """No reader sees the seed without the score."""
    ends = log.feed_ends()
    SCORE.run(parts, game)
    assert [entry.types for entry in log.tail(ends, block_ms=0)] == [("SeedRevealed", "GameScored")]


def test_a_job_that_is_done_is_told_of(parts: Parts, game: GameId) -> None:
    """The log line has job, game and time; later lines have neither."""
    clear_contextvars()  # set by requests of other tests in this process
    with capture_logs([merge_contextvars]) as told:
        SCORE.run(parts, game)
    (line,) = told
    assert line.pop("ms") > 0
    assert line == {"event": "job done", "log_level": "info", "job": "score", "game": game}
    assert get_contextvars() == {}


def test_an_unknown_game_is_no_failure(parts: Parts, caplog: pytest.LogCaptureFixture) -> None:
    """A retry would not help, so it is only logged."""
    game = derived_game_id("nobody")
    SCORE.run(parts, game)
    assert game in caplog.text


def test_a_fault_is_named_by_game_and_code(log: FakeEventLog, game: GameId) -> None:
    """If a seed cannot be opened, the error has the code but no cause with details."""
    parts = Parts.of(tables_on(log, key=bytes([1] * 32)))
    with pytest.raises(NotDone, match=f"^game {game} is not scored: vault/refused$") as caught:
        SCORE.run(parts, game)
    assert caught.value.__suppress_context__


@pytest.mark.parametrize("fault", [StoreAway(SECRET), KeyError(SECRET)])
def test_what_a_fault_says_goes_no_further(
    parts: Parts,
    game: GameId,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fault: Exception,
) -> None:
    """An error's text could contain a secret, so neither the log nor RQ gets it."""

    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr(Tables, "settle", fail)
    with caplog.at_level(logging.DEBUG), pytest.raises(NotDone) as caught:
        SCORE.run(parts, game)
    assert caught.value.code == getattr(fault, "code", "worker/unexpected")
    assert SECRET not in caplog.text + str(caught.value)


def test_a_process_without_tables_says_so(jobs: JobQueue) -> None:
    """A job does not open tables itself."""
    jobs.enqueue([Work(SCORE, derived_game_id("any"))])
    [job] = jobs.rq.jobs
    with pytest.raises(NotDone, match="is not scored: worker/no-tables"):
        job.perform()
