"""The bound of a turn, for cases computed by hand; tests/properties checks it for random clocks."""

from datetime import UTC, datetime

from kingdomino.board.numbers import Seat
from replays.clocks.fold import begun, deadline, turned
from replays.clocks.forms import CLOCK
from replays.clocks.zones import offsets
from tests.turn_bounds import longest

HOUR = 3_600_000
DAY = 24 * HOUR
WEEK = 7 * DAY


def test_without_a_pause() -> None:
    """The bound is the time itself, with Fischer the cap, plus 30 days of vacation in each of three years."""
    fischer = CLOCK.read({"policy": "fischer", "initial": 60, "increment": 60, "cap": 86_400})
    assert longest(fischer, vacation_days=0) == DAY
    assert longest(fischer) == 91 * DAY


def test_with_a_pause() -> None:
    """70 h a week run: 100 h take one week and 30 h, and at worst all pauses of another week."""
    pause = {"timezone": "UTC", "from": "10:00", "to": "00:00"}
    spec = CLOCK.read({"policy": "bank", "seconds": 360_000, "pause": pause})
    assert longest(spec, vacation_days=0) == WEEK + 30 * HOUR + 7 * 14 * HOUR


def test_when_clocks_go_forward() -> None:
    """Only Sundays run, up to 07:00; the Sunday that loses an hour has less than 7 h minus a minute."""
    pause = {
        "timezone": "Europe/Berlin",
        "weekdays": ["mon", "tue", "wed", "thu", "fri", "sat"],
        "from": "07:00",
        "to": "00:00",
    }
    spec = CLOCK.read({"policy": "per_turn", "seconds": 7 * 3_600 - 60, "pause": pause})
    start = int(datetime(2027, 3, 21, 6, tzinfo=UTC).timestamp()) * 1000
    table = offsets("Europe/Berlin", start)
    due = deadline(turned(begun(spec, 2, table), Seat(0), start))
    assert due == start + 13 * DAY + 16 * HOUR + 59 * 60_000
    assert (longest(spec, vacation_days=0) or 0) < due - start <= (longest(spec, table, vacation_days=0) or 0)
