"""Clocks agree with a simple model that steps through time, and invariants of every clock and game."""

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from itertools import pairwise
from typing import NamedTuple, Self
from zoneinfo import ZoneInfo

from hypothesis import given, reject
from hypothesis import strategies as st

from kingdomino.board.numbers import Seat
from replays.clocks.explained import explained
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
from replays.clocks.spec import ClockSpec, Pause, TimeControl, Weekday
from replays.clocks.zones import offsets
from tests.sampling import examples
from tests.turn_bounds import longest
from tests.unit.replays.clocks.test_zones import pinned

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Chatham")
PLAYERS = 2
HOUR = 3_600_000
DAY = 24 * HOUR
STEP = HOUR // 4
"""All pauses of the model begin and end at quarters of an hour, and so do the offsets of all time zones."""

CREATED = 1_798_502_400_000
"""Three days before 2027."""

table_of = cache(lambda name: offsets(name, CREATED))
zone_of = cache(pinned)


class Happening(NamedTuple):
    """An event `after` ms after the one before it: `turn`, `away` or `back`, and its seat."""

    after: int
    what: str
    seat: Seat | None


def minutes(step: int) -> st.SearchStrategy[int]:
    """A time of day at a multiple of `step` minutes."""
    return st.integers(0, 24 * 60 // step - 1).map(lambda count: count * step)


@st.composite
def pauses(draw: st.DrawFn, step: int) -> Pause:
    """A pause in one of the time zones."""
    weekdays = draw(st.sets(st.sampled_from(Weekday), max_size=6))
    hours = draw(st.none() | st.tuples(minutes(step), minutes(step)))
    try:
        return Pause(draw(st.sampled_from(ZONES)), tuple(sorted(weekdays, key=list(Weekday).index)), hours)
    except ValueError:
        reject()


@st.composite
def specs(draw: st.DrawFn, unit: int, limit: int, step: int) -> ClockSpec:
    """A clock whose times are multiples of `unit` seconds, each at most `limit` units."""
    pause = draw(st.none() | pauses(step))
    seconds = st.integers(max(1, 60 // unit), limit).map(lambda count: count * unit)
    initial = draw(seconds)
    return draw(
        st.sampled_from(
            [
                ClockSpec(TimeControl.PER_TURN, initial, initial, initial, pause),
                ClockSpec(TimeControl.BANK, initial, 0, initial, pause),
                ClockSpec(
                    TimeControl.FISCHER, initial, draw(seconds), initial + draw(st.just(0) | seconds), pause
                ),
            ]
        )
    )


def happenings(unit: int, longest_gap: int) -> st.SearchStrategy[list[Happening]]:
    """The events of a game, mostly turns, with gaps of multiples of `unit` ms."""
    gaps = st.integers(0, longest_gap // unit).map(lambda count: count * unit)
    seats = st.integers(0, PLAYERS - 1).map(Seat)
    turns = st.builds(Happening, gaps, st.just("turn"), st.none() | seats | seats | seats)
    trips = st.builds(Happening, gaps, st.sampled_from(["away", "back"]), seats)
    return st.lists(turns | trips, min_size=1, max_size=8)


def starts(unit: int) -> st.SearchStrategy[int]:
    """A moment in 2027 or around it, often near a change of the UTC offset of a time zone."""
    changes = [at for name in ZONES for at, _ in table_of(name)[:4]]
    near = st.builds(lambda at, before: at - before, st.sampled_from(changes), st.integers(-DAY, 3 * DAY))
    return (near | st.integers(CREATED, CREATED + 400 * DAY)).map(lambda at: at // unit * unit)


def happened(clocks: Clocks, happening: Happening, at: int) -> Clocks:
    """The clocks after this event at `at`, in ms UTC."""
    if happening.what == "turn":
        return turned(clocks, happening.seat, at)
    change = vacation_began if happening.what == "away" else vacation_ended
    return change(clocks, happening.seat or Seat(0), at)


def new_game(spec: ClockSpec) -> Clocks:
    """The clocks of a new game."""
    return begun(spec, PLAYERS, table_of(spec.pause.timezone) if spec.pause else ())


def positions(spec: ClockSpec, start: int, game: list[Happening]) -> list[tuple[int, Clocks]]:
    """The clocks after each event, with its moment; seat 0 is to act at the start."""
    found = [(start, turned(new_game(spec), Seat(0), start))]
    for happening in game:
        at = found[-1][0] + happening.after
        found.append((at, happened(found[-1][1], happening, at)))
    return found


@dataclass
class Model:
    """A model of the clocks that advances by quarters of an hour, with the calendar of the time zone."""

    spec: ClockSpec
    now: int
    zone: ZoneInfo | None
    left: list[int]
    seat: Seat | None = None
    due: int | None = None
    away: dict[Seat, int] = field(default_factory=dict)
    taken: Counter[tuple[Seat, int]] = field(default_factory=Counter)

    def paused(self) -> bool:
        """True if the local time lies in the pause."""
        pause = self.spec.pause
        if pause is None:
            return False
        local = datetime.fromtimestamp(self.now // 1000, self.zone)
        minute = local.hour * 60 + local.minute
        start, end = pause.hours or (0, 0)
        at_hours = start <= minute < end if start <= end else not end <= minute < start
        return at_hours or list(Weekday)[local.weekday()] in pause.weekdays

    def take_day(self, seat: Seat) -> None:
        """Use one more day of vacation, or end the vacation if none is left."""
        day = seat, datetime.fromtimestamp(self.now // 1000, UTC).year
        if self.taken[day] == 30:
            self.away.pop(seat, None)
        else:
            self.taken[day] += 1

    def tick(self) -> None:
        """Advance by a quarter of an hour; a day of vacation is used only if the vacation goes on."""
        for other, since in list(self.away.items()):
            if self.now > since and (self.now - since) % DAY == 0:
                self.take_day(other)
        seat = self.seat
        if seat is not None and seat not in self.away and not self.paused() and self.left[seat] > 0:
            self.left[seat] -= STEP
            self.due = self.now + STEP if self.left[seat] == 0 else None
        self.now += STEP

    def happen(self, happening: Happening) -> None:
        """Advance to an event and apply it."""
        for _ in range(happening.after // STEP):
            self.tick()
        match happening.what, happening.seat or Seat(0):
            case "away", seat if seat not in self.away:
                self.away[seat] = self.now
                self.take_day(seat)
            case "back", seat if seat in self.away:
                if self.away.pop(seat) == self.now:
                    self.taken[seat, datetime.fromtimestamp(self.now // 1000, UTC).year] -= 1
            case "turn", _:
                self.turn(happening.seat)

    def turn(self, seat: Seat | None) -> None:
        """Let a seat act: another one, the same, or none."""
        if seat == self.seat:
            return
        if self.seat is not None:
            with_increment = self.left[self.seat] + self.spec.increment * 1000
            self.left[self.seat] = min(self.spec.cap * 1000, with_increment)
        self.seat = seat
        self.due = self.now if seat is not None and self.left[seat] == 0 else None

    def copy(self) -> Self:
        """A copy to look ahead with."""
        return replace(self, left=list(self.left), away=dict(self.away), taken=Counter(self.taken))

    def days_left(self) -> list[int]:
        """The days of vacation that each seat has left, after days that begin now are counted."""
        future = self.copy()
        future.tick()
        year = datetime.fromtimestamp(self.now // 1000, UTC).year
        return [30 - future.taken[Seat(seat), year] for seat in range(PLAYERS)]

    def deadline(self) -> int | None:
        """The time at which no time is left, in ms UTC, if nothing else happens; None if nobody is to act."""
        future = self.copy()
        while future.seat is not None and future.due is None:
            future.tick()
        return future.due


@given(specs(900, 4 * 24, 15), starts(STEP), happenings(STEP, 3 * DAY))
@examples(60)
def test_the_same_as_stepping_through_time(spec: ClockSpec, start: int, game: list[Happening]) -> None:
    """Deadlines, remaining times and days of vacation agree with the model after every event."""
    zone = zone_of(spec.pause.timezone) if spec.pause else None
    model = Model(spec, start, zone, [spec.initial * 1000] * PLAYERS)
    for happening, (at, clocks) in zip(
        [Happening(0, "turn", Seat(0)), *game], positions(spec, start, game), strict=True
    ):
        model.happen(happening)
        assert deadline(clocks) == model.deadline()
        assert [remaining(clocks, Seat(seat), at) for seat in range(PLAYERS)] == model.left
        assert [vacation_days_left(clocks, Seat(seat), at) for seat in range(PLAYERS)] == model.days_left()


ANY = specs(1, 90 * 86_400, 1), starts(1), happenings(1, 20 * DAY)
"""Any clock, start and game, to the millisecond."""


@given(*ANY)
@examples(150)
def test_a_deadline_is_where_the_time_left_ends(spec: ClockSpec, start: int, game: list[Happening]) -> None:
    """The last ms before a deadline counts, and none is left at it; the remaining time never grows."""
    for at, clocks in positions(spec, start, game):
        due, seat = deadline(clocks), clocks.seat
        if due is None or seat is None:
            continue
        assert due >= clocks.since
        left = [remaining(clocks, seat, due + ms) for ms in (-1, 0, 1)]
        assert left == [1, 0, 0] or (due == clocks.since and left == [0, 0, 0])
        samples = [remaining(clocks, seat, moment) or 0 for moment in range(at, due + DAY, DAY)]
        assert samples == sorted(samples, reverse=True)


@given(*ANY)
@examples(150)
def test_the_lines_of_a_deadline_add_up(spec: ClockSpec, start: int, game: list[Happening]) -> None:
    """The lines add up to the deadline, to the second, and the moment of each lies within the turn."""
    for _, clocks in positions(spec, start, game):
        due, lines = deadline(clocks), explained(clocks)
        assert (due is None) == (not lines)
        if due is not None:
            assert clocks.since // 1000 + sum(line.seconds for line in lines) == due // 1000
            assert lines[0].at == clocks.since
            assert all(line.seconds >= 0 and clocks.since <= line.at <= due for line in lines)


@given(*ANY, st.integers(0, 20 * DAY))
@examples(100)
def test_more_events_of_a_seat_are_one_turn(
    spec: ClockSpec, start: int, game: list[Happening], later: int
) -> None:
    """More events of the same seat do not change its clock, and a later turn has no earlier deadline."""
    for at, clocks in positions(spec, start, game):
        assert turned(clocks, clocks.seat, at + later) == clocks
        idle = turned(clocks, None, at)
        due, due_later = (deadline(turned(idle, Seat(0), moment)) for moment in (at, at + later))
        assert (due or 0) <= (due_later or 0)


@given(*ANY, st.lists(st.floats(0, 1), min_size=20, max_size=20))
@examples(100)
def test_every_game_ends(spec: ClockSpec, start: int, game: list[Happening], patience: list[float]) -> None:
    """No turn lasts longer than its bound, however long the players think, so every game ends."""
    table = table_of(spec.pause.timezone) if spec.pause else ()
    bound, bound_without = longest(spec, table), longest(spec, table, vacation_days=0)
    assert bound is not None
    assert bound_without is not None
    away = any(happening.what == "away" for happening in game)
    at, clocks = positions(spec, start, game)[-1]
    for turn, share in enumerate(patience):
        clocks = turned(clocks, Seat(turn % PLAYERS), at)
        due = deadline(clocks)
        assert due is not None
        assert due - clocks.since <= (bound if away else bound_without)
        at = max(at, clocks.since + int((due - clocks.since) * share))


@given(pauses(30), starts(STEP), st.integers(1, 90 * 24))
@examples(60)
def test_vacations_at_the_worst_moments(pause: Pause, start: int, hours: int) -> None:
    """A player who is on vacation exactly when time runs still has a deadline within the bound."""
    spec = ClockSpec(TimeControl.BANK, hours * 3_600, 0, hours * 3_600, pause)
    clocks = turned(new_game(spec), Seat(0), start)
    paused = clocks.running(Seat(0)).pauses(start, start + 200 * DAY)
    for (_, runs), (stops, _) in pairwise(paused):
        clocks = vacation_ended(vacation_began(clocks, Seat(0), runs), Seat(0), stops)
    assert (deadline(clocks) or 0) - start <= (longest(spec, clocks.offsets) or 0)
