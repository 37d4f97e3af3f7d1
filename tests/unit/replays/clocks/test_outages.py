"""Outages in cases computed by hand."""

from kingdomino.board.numbers import Seat
from replays.clocks.explained import explained
from replays.clocks.fold import (
    Clocks,
    begun,
    deadline,
    outage_recorded,
    ran,
    remaining,
    turned,
    vacation_began,
    vacation_ended,
)
from replays.clocks.forms import CLOCK
from replays.clocks.outages import Standstill, standstill

ANNA, BERT = Seat(0), Seat(1)
MINUTE = 60_000
HOUR = 60 * MINUTE
NIGHTS = {"timezone": "UTC", "from": "22:00", "to": "07:00"}


def clock(policy: str = "per_turn", **options: object) -> Clocks:
    """The clocks of a game at 20:00, whose players have two hours."""
    spec = CLOCK.read({"policy": policy, "seconds": 7_200, **options})
    return turned(begun(spec, 2), ANNA, 20 * HOUR)


def with_outage(clocks: Clocks, start: int, end: int) -> Clocks:
    """The clocks after this outage, with the usual grace period."""
    return outage_recorded(clocks, standstill(start, end))


def test_a_deadline_in_an_outage() -> None:
    """Who had 30 minutes left has them at the end of the grace period, which is as long as the outage."""
    clocks = with_outage(clock(), 21 * HOUR + 30 * MINUTE, 22 * HOUR + 15 * MINUTE)
    assert deadline(clocks) == 23 * HOUR + 30 * MINUTE
    assert [line.text for line in explained(clocks)] == ["2 h for this turn", "outage 1 h 30 min"]


def test_an_outage_before_the_turn_gives_nothing_but_its_grace() -> None:
    """A turn that begins in the grace period has its whole time from the end of it on."""
    clocks = turned(with_outage(clock(), 20 * HOUR, 21 * HOUR), BERT, 21 * HOUR + 40 * MINUTE)
    assert deadline(clocks) == 24 * HOUR
    assert ran(clocks, 20 * HOUR, 21 * HOUR) == 0


def test_the_time_of_the_whole_game_is_not_used_up() -> None:
    """With `bank`, a player who moves after an outage keeps what the outage would have cost."""
    clocks = with_outage(clock("bank"), 20 * HOUR + 30 * MINUTE, 23 * HOUR)
    assert remaining(turned(clocks, BERT, 24 * HOUR), ANNA, 24 * HOUR) == 90 * MINUTE


def test_an_outage_after_the_deadline() -> None:
    """The time of a player was up before the outage: none of it ran, and the deadline stays."""
    clocks = clock()
    assert ran(clocks, 22 * HOUR, 23 * HOUR) == 0
    assert deadline(with_outage(clocks, 22 * HOUR, 23 * HOUR)) == deadline(clocks) == 22 * HOUR


def test_an_outage_in_a_pause_took_no_time() -> None:
    """In a pause or vacation no time ran, so none is lost."""
    paused = clock(pause=NIGHTS)
    assert ran(paused, 22 * HOUR, 31 * HOUR) == 0
    away = vacation_ended(vacation_began(clock(), ANNA, 21 * HOUR), ANNA, 26 * HOUR)
    assert ran(away, 21 * HOUR, 26 * HOUR) == 0
    assert ran(away, 21 * HOUR, 27 * HOUR) == HOUR


def test_the_lines_of_a_pause_a_vacation_and_two_outages() -> None:
    """Time that is several of them counts once: as vacation, else as outage, else as pause."""
    clocks = turned(begun(CLOCK.read({"policy": "per_turn", "seconds": 14_400, "pause": NIGHTS}), 2), ANNA, 0)
    clocks = turned(turned(clocks, None, 0), ANNA, 20 * HOUR)
    clocks = vacation_ended(vacation_began(clocks, ANNA, 23 * HOUR), ANNA, 25 * HOUR)
    for start, end in ((21 * HOUR, 24 * HOUR), (20 * HOUR + 30 * MINUTE, 21 * HOUR + 30 * MINUTE)):
        clocks = with_outage(clocks, start, end)
    assert [(line.text, line.seconds) for line in explained(clocks)] == [
        ("4 h for this turn", 14_400),
        ("outage 2 h 30 min", 9_000),
        ("vacation 2 h", 7_200),
        ("paused 6 h", 21_600),
    ]
    assert deadline(clocks) == 34 * HOUR + 30 * MINUTE


def test_an_outage_without_a_clock() -> None:
    """A game without a limit, or in which nobody is to act, loses no time."""
    unlimited = turned(begun(CLOCK.read({"policy": "none"}), 2), ANNA, 0)
    assert ran(unlimited, 0, HOUR) == ran(turned(clock(), None, 21 * HOUR), 0, 30 * HOUR) == 0
    assert deadline(outage_recorded(unlimited, Standstill(0, 1, 1))) is None
