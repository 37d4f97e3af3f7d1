"""Attendance at the tables: the first request wins, and repeated requests take effect once."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from harness.games import KEY
from harness.play.correspondence import Correspondence
from kingdomino.machine import legal_commands
from replays.clocks.spec import ClockSpec, TimeControl
from replays.commands.attendance import Attendance
from replays.commands.tables import CommandReused, Move, Tables
from replays.events.game_events import Options
from replays.log.event_log import CommandId
from replays.match.aggregate import Match
from replays.match.deciding.decisions import Refusal
from replays.match.randomness.seed_store import SeedStore

DAY = ClockSpec(TimeControl.PER_TURN, 86_400, 86_400, 86_400)
MS = 86_400_000


def begun(seed: int = 1) -> Correspondence:
    """A new game of two people with a clock."""
    table = Correspondence(seed, options=Options(clock=DAY))
    table.fill(None)
    return table


@pytest.mark.parametrize("name", ["resign", "abort", "begin_vacation", "agree_to_end"])
def test_a_request_that_comes_twice_is_answered_as_the_first_time(name: str) -> None:
    """The same key repeats the first response; with another request it is refused."""
    table = begun()
    change = getattr(table.attendance, name)
    key = CommandId("key", "00" * 32)
    first = change(table.match, "player-0", key)
    again = change(table.match, "player-0", key)
    assert again.repeated
    assert again.after == first.after == table.match
    with pytest.raises(CommandReused):
        change(table.match, "player-0", CommandId("key", "11" * 32))


@pytest.mark.slow
def test_a_move_and_its_time_out_are_never_both() -> None:
    """Two processes whose clocks differ by 1 ms race at the deadline: exactly one of the two is stored."""
    for seed in range(30):
        table = begun(seed)
        match = table.match
        assert match.deadline is not None
        early, late = (tables(table, match.deadline - 1), tables(table, match.deadline))
        race(partial(early.move, match, first_move(match)), partial(Attendance(late).expire, match))
        kinds = [event.record["type"] for event in table.log.read(table.game, after=match.head.version)]
        assert ("DominoChosen" in kinds) != ("TimeExpired" in kinds)


@pytest.mark.slow
def test_a_time_out_that_many_write_is_written_once() -> None:
    """Several workers expire the same turn at once."""
    for seed in range(10):
        table = begun(seed)
        match = table.match
        table.now = match.deadline or 0
        race(*[partial(Attendance(tables(table, table.now)).expire, match) for _ in range(4)])
        kinds = [event.record["type"] for event in table.log.read(table.game, after=match.head.version)]
        assert kinds == ["TimeExpired", "SeatAway"]


def test_what_is_decided_for_a_moment_is_stored_with_it() -> None:
    """A clock that advances between decision and append cannot make a move late."""
    table = begun()
    match = table.match
    assert match.deadline is not None
    ticks = iter(range(match.deadline - 1, match.deadline + 9))
    ticking = Tables(table.log, SeedStore(KEY), lambda: next(ticks), bytes)
    assert ticking.move(match, first_move(match)).after.at == match.deadline - 1


def test_a_clock_that_is_behind_the_record_makes_nobody_early() -> None:
    """Time never goes back in a game: a new event is at least as late as the last one."""
    table = begun()
    before: Match = table.match
    behind = tables(table, before.at - MS)
    answer = Attendance(behind).begin_vacation(before, "player-0")
    assert answer.after.at == before.at
    with pytest.raises(Refusal):
        Attendance(behind).begin_vacation(answer.after, "player-0")


def first_move(match: Match) -> Move:
    """The first legal move of the seat to act."""
    assert match.game is not None
    return Move(f"player-{match.mover}", legal_commands(match.game)[0], match.head.version)


def tables(table: Correspondence, now: int) -> Tables:
    """The tables of the same games in another process whose clock shows this time."""
    return Tables(table.log, SeedStore(KEY), lambda: now, bytes)


def race(*runners: Callable[[], object]) -> None:
    """Run all of these at the same time; a refusal is an accepted result."""
    together = threading.Barrier(len(runners))

    def run(runner: Callable[[], object]) -> None:
        together.wait()
        try:
            runner()
        except Refusal:
            return

    with ThreadPoolExecutor(len(runners)) as pool:
        list(pool.map(run, runners))
