"""Turns, remaining times and vacations, for cases computed by hand."""

from datetime import UTC, datetime

import pytest

from kingdomino.board.numbers import Seat
from replays.clocks.fold import (
    Clocks,
    begun,
    deadline,
    remaining,
    turned,
    vacation_began,
    vacation_days_left,
    vacation_ended,
)
from replays.clocks.forms import CLOCK
from replays.clocks.spec import ClockSpec
from replays.clocks.zones import offsets
from tests.turn_bounds import longest

ANNA, BERT = Seat(0), Seat(1)
HOUR = 3_600_000
DAY = 24 * HOUR


def ms(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> int:
    """A time, given in UTC, in milliseconds since 1970."""
    return int(datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp()) * 1000


def clock(**fields: object) -> ClockSpec:
    """The clock with these fields."""
    return CLOCK.read(fields)


def anna_to_act(spec: ClockSpec, at: int) -> Clocks:
    """A game of two in which Anna is the first to act."""
    table = offsets(spec.pause.timezone, at) if spec.pause else ()
    return turned(begun(spec, 2, table), ANNA, at)


PER_TURN = clock(policy="per_turn", seconds=3 * 86_400)
FISCHER = clock(policy="fischer", initial=3 * 86_400, increment=86_400, cap=4 * 86_400)
BANK = clock(policy="bank", seconds=3 * 86_400)


def test_nobody_is_to_act() -> None:
    """Before and after the game there is no deadline; all remaining times are unchanged."""
    clocks = begun(BANK, 3)
    assert deadline(clocks) is None
    assert [remaining(clocks, Seat(seat), 5) for seat in range(3)] == [3 * DAY] * 3
    assert deadline(turned(turned(clocks, BERT, 5), None, 6)) is None


def test_without_a_clock() -> None:
    """Without a clock there is no deadline, no remaining time, and no bound of a turn."""
    clocks = turned(anna_to_act(ClockSpec(), 0), BERT, 400 * DAY)
    assert (deadline(clocks), remaining(clocks, ANNA, 0), longest(ClockSpec())) == (None, None, None)


def test_each_turn_has_its_own_time() -> None:
    """Per turn: unused time is neither saved nor lost."""
    clocks = turned(turned(anna_to_act(PER_TURN, 0), BERT, DAY), ANNA, 3 * DAY)
    assert deadline(clocks) == 6 * DAY
    assert remaining(clocks, ANNA, 5 * DAY + 1) == DAY - 1
    assert remaining(clocks, BERT, 5 * DAY + 1) == 3 * DAY


def test_an_increment_for_each_finished_turn() -> None:
    """Fischer: the increment is added at the end of the turn, up to the cap."""
    clocks = turned(anna_to_act(FISCHER, 0), BERT, 2 * DAY)
    assert remaining(clocks, ANNA, 2 * DAY) == 2 * DAY
    clocks = turned(clocks, ANNA, 2 * DAY + HOUR)
    assert deadline(clocks) == 4 * DAY + HOUR
    assert remaining(clocks, BERT, 3 * DAY) == 4 * DAY - HOUR
    clocks = turned(turned(clocks, BERT, 2 * DAY + 2 * HOUR), ANNA, 2 * DAY + 3 * HOUR)
    assert remaining(clocks, BERT, 3 * DAY) == 4 * DAY


def test_one_budget_for_the_game() -> None:
    """Bank: used time is not returned."""
    clocks = turned(turned(anna_to_act(BANK, 0), BERT, DAY), ANNA, 2 * DAY)
    assert deadline(clocks) == 4 * DAY


def test_a_turn_that_ended_too_late() -> None:
    """The remaining time is 0, never less; the next deadline is the start of that seat's turn."""
    clocks = turned(anna_to_act(BANK, 0), BERT, 5 * DAY)
    assert remaining(clocks, ANNA, 5 * DAY) == 0
    assert deadline(turned(clocks, ANNA, 6 * DAY)) == 6 * DAY


def test_the_same_seat_again() -> None:
    """Several events of one seat belong to one turn."""
    clocks = anna_to_act(FISCHER, 0)
    assert turned(clocks, ANNA, DAY) is clocks


@pytest.mark.parametrize(
    ("start", "due"),
    [
        (ms(2027, 3, 19, 15), ms(2027, 3, 22, 11)),  # Friday 16:00 CET: 6 h, then 5 h from Monday 07:00 CET
        (ms(2027, 3, 26, 15), ms(2027, 3, 29, 10)),  # summer time begins: Monday 07:00 is 05:00 UTC
        (ms(2027, 10, 29, 14), ms(2027, 11, 1, 11)),  # summer time ends: Friday 16:00 CEST, Monday 07:00 CET
        (ms(2027, 3, 20, 12), ms(2027, 3, 22, 17)),  # begins within the pause
        (ms(2027, 3, 22, 10), ms(2027, 3, 22, 21)),  # up to 22:00: the deadline is the beginning of the pause
    ],
)
def test_nights_and_weekends_in_berlin(start: int, due: int) -> None:
    """11 h of running time, from a Friday afternoon or near it."""
    pause = {"timezone": "Europe/Berlin", "weekdays": ["sat", "sun"], "from": "22:00", "to": "07:00"}
    clocks = anna_to_act(clock(policy="per_turn", seconds=11 * 3_600, pause=pause), start)
    assert deadline(clocks) == due
    assert remaining(clocks, ANNA, due - 1) == 1


@pytest.mark.parametrize(
    ("start", "due"), [(ms(2027, 3, 27, 23), ms(2027, 3, 28, 2)), (ms(2027, 10, 30, 22), ms(2027, 10, 31, 3))]
)
def test_a_pause_in_the_hour_that_is_left_out_or_shown_twice(start: int, due: int) -> None:
    """02:00 to 03:00 in Berlin: no pause when clocks go forward there, two hours when they go back."""
    pause = {"timezone": "Europe/Berlin", "from": "02:00", "to": "03:00"}
    assert deadline(anna_to_act(clock(policy="per_turn", seconds=3 * 3_600, pause=pause), start)) == due


def test_on_vacation_time_stands_still() -> None:
    """Only that seat's clock stops; its deadline moves by the length of the vacation."""
    clocks = vacation_began(anna_to_act(BANK, 0), ANNA, DAY)
    assert deadline(clocks) == 33 * DAY
    assert remaining(clocks, ANNA, 20 * DAY) == 2 * DAY
    assert remaining(clocks, ANNA, 32 * DAY) == DAY
    clocks = vacation_ended(clocks, ANNA, 6 * DAY + HOUR)
    assert deadline(clocks) == 8 * DAY + HOUR
    assert [vacation_days_left(clocks, seat, 9 * DAY) for seat in (ANNA, BERT)] == [24, 30]
    assert deadline(turned(clocks, BERT, 7 * DAY)) == 10 * DAY


def test_a_vacation_that_is_on_when_the_turn_begins() -> None:
    """Such a vacation counts from the start of the turn."""
    clocks = vacation_began(begun(BANK, 2), ANNA, 0)
    assert deadline(turned(clocks, ANNA, 10 * DAY)) == 33 * DAY


def test_days_of_vacation_belong_to_the_year_in_which_they_begin() -> None:
    """A vacation continues over new year with the new year's days, and then ends automatically."""
    start = ms(2026, 12, 30, 12)
    clocks = vacation_began(anna_to_act(BANK, start), ANNA, start)
    moments = (start, start + DAY - 1, start + DAY, ms(2027, 1, 1), ms(2027, 1, 1, 12), ms(2027, 2, 1))
    assert [vacation_days_left(clocks, ANNA, at) for at in moments] == [29, 29, 28, 30, 29, 0]
    assert deadline(clocks) == start + (2 + 30 + 3) * DAY
    assert vacation_began(clocks, ANNA, ms(2027, 3, 1)) == clocks
    assert vacation_days_left(clocks, ANNA, ms(2028, 1, 1)) == 30


def test_switching_without_effect() -> None:
    """Beginning or ending a vacation twice changes nothing; neither does a vacation of zero length."""
    clocks = anna_to_act(BANK, 0)
    away = vacation_began(clocks, ANNA, 5)
    assert vacation_ended(clocks, ANNA, 5) == clocks
    assert vacation_began(away, ANNA, DAY) == away
    back = vacation_ended(away, ANNA, DAY)
    assert vacation_ended(back, ANNA, DAY + 1) == back
    assert vacation_days_left(vacation_ended(away, ANNA, 5), ANNA, 6) == 30


def test_away_again_at_once() -> None:
    """Another vacation uses another day, even if it begins where the last one ended."""
    away = vacation_began(anna_to_act(BANK, 0), ANNA, DAY)
    again = vacation_began(vacation_ended(away, ANNA, DAY + HOUR), ANNA, DAY + HOUR)
    assert vacation_days_left(again, ANNA, DAY + HOUR) == 28
    assert deadline(again) == 3 * DAY + HOUR + 29 * DAY


def test_vacations_cannot_stop_a_game() -> None:
    """One hour a day runs, and Anna is on vacation in it while she has days: hers comes on day 31."""
    pause = {"timezone": "UTC", "from": "01:00", "to": "00:00"}
    spec = clock(policy="bank", seconds=3_600, pause=pause)
    start = ms(2027, 2, 1)
    clocks = anna_to_act(spec, start)
    for day in range(60):
        clocks = vacation_began(clocks, ANNA, start + day * DAY)
        clocks = vacation_ended(clocks, ANNA, start + day * DAY + HOUR)
    assert deadline(clocks) == start + 30 * DAY + HOUR
    assert (longest(spec) or 0) >= 30 * DAY + HOUR
    assert remaining(anna_to_act(spec, start), ANNA, start + DAY) == 0


def test_times_that_run_backwards() -> None:
    """A forged record with such times is folded without an error, so that it gets a verdict."""
    clocks = turned(vacation_began(anna_to_act(FISCHER, 10 * DAY), ANNA, 5 * DAY), BERT, DAY)
    clocks = turned(vacation_ended(clocks, ANNA, 2 * DAY), ANNA, 0)
    assert deadline(clocks) == 4 * DAY
    assert remaining(clocks, ANNA, -DAY) == 4 * DAY


def test_moments_beyond_every_calendar() -> None:
    """The largest time that a record can hold is handled like any other."""
    pause = {"timezone": "Europe/Berlin", "weekdays": ["sun"]}
    spec = clock(policy="per_turn", seconds=3_600, pause=pause)
    clocks = turned(begun(spec, 2, offsets("Europe/Berlin", 0)), ANNA, 2**53 - 1)
    clocks = vacation_began(clocks, ANNA, 2**53 - 1)
    assert (deadline(clocks) or 0) >= 2**53 - 1 + 30 * DAY + HOUR
