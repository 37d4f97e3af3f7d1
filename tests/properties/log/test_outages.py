"""Outages agree with a model that steps through time, and give every seat its time back."""

from hypothesis import given, settings
from hypothesis import strategies as st

from harness.games import seeded
from harness.play.correspondence import HOUR, Correspondence
from replays.audit.examining import examine
from replays.audit.record import Record
from replays.clocks.explained import explained
from replays.clocks.fold import Clocks, deadline, outage_recorded, ran, remaining, turned
from replays.clocks.outages import LEAST_GRACE, MOST_GRACE, Standstill, standstill
from replays.clocks.spec import ClockSpec
from replays.match.aggregate import Status, fold
from tests.properties.log.test_clocks import (
    ANY,
    DAY,
    STEP,
    Happening,
    Model,
    happenings,
    positions,
    specs,
    starts,
    zone_of,
)
from tests.properties.log.test_correspondence import GAMES, Table, tables
from tests.properties.log.test_correspondence import clocks as any_clock
from tests.sampling import examples

intervals = st.lists(st.tuples(st.integers(-40, 200), st.integers(1, 100)), min_size=1, max_size=4)
"""Intervals in steps: their starts after that of the turn, and their lengths; some overlap each other."""


def outages(clocks: Clocks, steps: list[tuple[int, int]], unit: int = STEP) -> list[Standstill]:
    """The outages in these intervals of the present turn, with a grace period of a whole number of units."""
    found = []
    for first, length in steps:
        start = clocks.since + first * unit
        found.append(Standstill(start, start + length * unit, min(length, 4) * unit))
    return found


def recorded(clocks: Clocks, outages: list[Standstill]) -> Clocks:
    """The clocks after these outages were recorded."""
    for each in outages:
        clocks = outage_recorded(clocks, each)
    return clocks


def stepped(clocks: Clocks, still: list[Standstill]) -> int | None:
    """The deadline, by quarters of an hour in which the time of the seat to act runs or not."""
    if clocks.seat is None:
        return None
    spec, own = clocks.spec, clocks.seats[clocks.seat]
    zone = zone_of(spec.pause.timezone) if spec.pause else None
    model, left = Model(spec, clocks.since, zone, []), own.left
    stops = [*own.vacations, *((each.start, each.end + each.grace) for each in still)]
    while left > 0:
        if not model.paused() and not any(start <= model.now < end for start, end in stops):
            left -= STEP
        model.now += STEP
    return model.now


@given(specs(900, 4 * 24, 15), starts(STEP), happenings(STEP, 3 * DAY), intervals)
@examples(60)
def test_the_same_as_stepping_through_time(
    spec: ClockSpec, start: int, game: list[Happening], steps: list[tuple[int, int]]
) -> None:
    """No time runs in an outage or its grace period, whatever else stops the clock, in any order."""
    for _, clocks in positions(spec, start, game):
        still = outages(clocks, steps)
        due = stepped(clocks, still)
        assert deadline(recorded(clocks, still)) == due
        assert deadline(recorded(clocks, still[::-1])) == due


@given(*ANY, intervals)
@examples(100)
def test_an_outage_is_given_back_once(
    spec: ClockSpec, start: int, game: list[Happening], steps: list[tuple[int, int]]
) -> None:
    """After it is recorded none of its time has run, and nobody has less time than before."""
    for _, clocks in positions(spec, start, game):
        for each in outages(clocks, steps, 3_600_000):
            lost, before = ran(clocks, each.start, each.end), deadline(clocks)
            given_back = outage_recorded(clocks, each)
            after = deadline(given_back)
            assert ran(given_back, each.start, each.end) == 0
            if before is not None and after is not None:
                assert after >= before + lost
            assert outage_recorded(given_back, each).still == given_back.still


@given(*ANY, st.integers(0, 20 * DAY), st.integers(1, 20 * DAY))
@examples(100)
def test_a_seat_has_after_an_outage_what_it_had_before(
    spec: ClockSpec, start: int, game: list[Happening], later: int, length: int
) -> None:
    """At the end of the grace period the seat to act has what it had at the start; so does its next turn."""
    for _, clocks in positions(spec, start, game):
        if clocks.seat is None:
            continue
        seat, first = clocks.seat, clocks.since + later
        given_back = standstill(first, first + length)
        after = outage_recorded(clocks, given_back)
        until = given_back.end + given_back.grace
        assert remaining(after, seat, until) == remaining(clocks, seat, first)
        moved = turned(after, None, until).seats[seat]
        assert moved == turned(clocks, None, first).seats[seat]


@given(st.integers(0, 2**50), st.integers(1, 2**50))
def test_the_grace_period_is_bounded(start: int, length: int) -> None:
    """It is as long as the outage, but at least ten minutes and at most an hour."""
    found = standstill(start, start + length)
    assert (found.start, found.end) == (start, start + length)
    assert found.grace in (length, LEAST_GRACE, MOST_GRACE)
    assert LEAST_GRACE <= found.grace <= MOST_GRACE


@given(*ANY, intervals)
@examples(100)
def test_the_lines_of_a_deadline_add_up(
    spec: ClockSpec, start: int, game: list[Happening], steps: list[tuple[int, int]]
) -> None:
    """With outages too, the lines add up to the deadline, to the second, within the turn."""
    for _, clocks in positions(spec, start, game):
        with_outages = recorded(clocks, outages(clocks, steps, 3_601_001))
        due, lines = deadline(with_outages), explained(with_outages)
        if due is not None:
            assert clocks.since // 1000 + sum(line.seconds for line in lines) == due // 1000
            assert all(line.seconds >= 0 and clocks.since <= line.at <= due for line in lines)


@settings(GAMES)
@given(tables(any_clock()))
def test_no_time_runs_out_in_an_outage(table: Table) -> None:
    """No deadline of a time-out lies in an outage, whoever acts first after it; the verifier passes all."""
    game, random = Correspondence(*table), seeded(table.seed)
    game.fill(*[None] * (table.players - 1))
    while game.match.status is Status.ACTIVE:
        if random.random() < 0.2:
            game.outage(random.randrange(1, 100 * HOUR))
        game.step()
    game.work()
    record = game.played.events
    assert fold(game.game, record) == game.match
    assert examine(game.game, Record(record)).findings == ()
    expired = [event.record["data"]["deadline"] for event in record if event.record["type"] == "TimeExpired"]
    assert not [due for due in expired if any(o.start < due < o.end for o in game.signs.outages)]
