"""The clocks of a game as a fold: the time of each seat, the seat to act, and the deadline of its turn."""

from dataclasses import dataclass, replace

from kingdomino.board.numbers import Seat
from replays.clocks import vacations
from replays.clocks.outages import Standstill, merged
from replays.clocks.running import Running
from replays.clocks.spec import ClockSpec, TimeControl
from replays.clocks.week import Span, week_of
from replays.clocks.zones import Offsets


@dataclass(frozen=True, slots=True)
class SeatClock:
    """A seat's time at the start of its turn or between turns: ms left, including the ms added last."""

    left: int
    added: int = 0
    vacations: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of a game at one version; `seat` is the seat to act and `since` the start of its turn.

    `outages` are those that can stop time in the present turn or later, in the order in which they were
    recorded; `recorded` is the number of all, and `away` their length in ms without grace periods.
    """

    spec: ClockSpec
    offsets: Offsets
    seats: tuple[SeatClock, ...]
    seat: Seat | None = None
    since: int = 0
    outages: tuple[Standstill, ...] = ()
    recorded: int = 0
    away: int = 0

    def running(self, seat: Seat) -> Running:
        """The periods in which the time of a seat runs while it is the seat to act."""
        taken = self.seats[seat].vacations
        still = merged((*taken, *self.still)) if self.outages else taken
        return Running(week_of(self.spec.pause), self.offsets, still)

    @property
    def still(self) -> tuple[Span, ...]:
        """The outages with their grace periods, in which no seat's time runs, in order and disjoint."""
        return merged(each.span for each in self.outages)


def begun(spec: ClockSpec, players: int, offsets: Offsets = ()) -> Clocks:
    """The clocks of a new game before the first turn; `offsets` are those of the pause's time zone."""
    return Clocks(spec, offsets, (SeatClock(spec.initial * 1000),) * players)


def turned(clocks: Clocks, seat: Seat | None, at: int) -> Clocks:
    """The clocks after the seat to act changes to this one, or to None; the same seat changes nothing."""
    if seat == clocks.seat:
        return clocks
    return replace(_finished(clocks, at), seat=seat, since=at, outages=_later(clocks.outages, at))


def vacation_began(clocks: Clocks, seat: Seat, at: int) -> Clocks:
    """The clocks after a vacation began; it lasts until it is ended or the days are used up."""
    own = clocks.seats[seat]
    return _with(clocks, seat, replace(own, vacations=vacations.began(own.vacations, at)))


def vacation_ended(clocks: Clocks, seat: Seat, at: int) -> Clocks:
    """The clocks after a vacation ended."""
    own = clocks.seats[seat]
    return _with(clocks, seat, replace(own, vacations=vacations.ended(own.vacations, at)))


def vacation_days_left(clocks: Clocks, seat: Seat, at: int) -> int:
    """The number of vacation days that the seat has left at a moment, in its calendar year."""
    return vacations.days_left(clocks.seats[seat].vacations, at)


def outage_recorded(clocks: Clocks, outage: Standstill) -> Clocks:
    """The clocks after an outage was recorded; only the present turn and later ones get its time back."""
    return replace(
        clocks,
        outages=(*clocks.outages, outage),
        recorded=clocks.recorded + 1,
        away=clocks.away + outage.end - outage.start,
    )


def _later(outages: tuple[Standstill, ...], at: int) -> tuple[Standstill, ...]:
    """The outages that stop time after a moment."""
    return tuple(each for each in outages if each.span[1] > at) if outages else outages


def ran(clocks: Clocks, start: int, end: int) -> int:
    """The ms of the seat to act that ran from `start` to `end`, in the present turn up to its deadline."""
    if end <= clocks.since:  # so are most of the outages that are known, in every change of every game
        return 0
    due = deadline(clocks)
    if due is None or clocks.seat is None:
        return 0
    return clocks.running(clocks.seat).measured(max(start, clocks.since), min(end, due))


def deadline(clocks: Clocks) -> int | None:
    """The deadline of the seat to act; None if no seat is to act or time has no limit.

    At that moment it is too late. A vacation in progress counts as lasting until its days are used up.
    """
    if clocks.seat is None or clocks.spec.policy is TimeControl.NONE:
        return None
    return clocks.running(clocks.seat).reached(clocks.since, clocks.seats[clocks.seat].left)


def remaining(clocks: Clocks, seat: Seat, at: int) -> int | None:
    """The ms that a seat has left at a moment of the current turn; None if time has no limit."""
    return None if clocks.spec.policy is TimeControl.NONE else _left(clocks, seat, at)


def _left(clocks: Clocks, seat: Seat, at: int) -> int:
    used = clocks.running(seat).measured(clocks.since, at) if seat == clocks.seat else 0
    return max(0, clocks.seats[seat].left - used)


def _finished(clocks: Clocks, at: int) -> Clocks:
    """The clocks after the current turn, with the used time and the increment of its seat."""
    if clocks.seat is None:
        return clocks
    left = _left(clocks, clocks.seat, at)
    refilled = min(clocks.spec.cap * 1000, left + clocks.spec.increment * 1000)
    own = replace(clocks.seats[clocks.seat], left=refilled, added=refilled - left)
    return _with(clocks, clocks.seat, own)


def _with(clocks: Clocks, seat: Seat, own: SeatClock) -> Clocks:
    return replace(clocks, seats=(*clocks.seats[:seat], own, *clocks.seats[seat + 1 :]))
