"""Random games with clocks of every kind, with pauses, vacations, outages and time-outs."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache
from random import Random

from harness.audit.random_games import KINDS
from harness.games import seeded
from harness.play.correspondence import HOUR, MINUTE, Correspondence, Played
from kingdomino.board.numbers import Seat
from replays.clocks.spec import ClockSpec, Pause, TimeControl, Weekday
from replays.clocks.week import DAY
from replays.clocks.zones import Offsets, offsets
from replays.events.game_events import Absent, OnTimeout, Options
from replays.log.life import OutageReason
from replays.match.aggregate import Status
from replays.match.deciding.leaving import present

ZONES = [
    "Europe/Berlin",
    "America/Sao_Paulo",  # changed at midnight, so that a day began at 01:00
    "Australia/Lord_Howe",  # changes by half an hour
    "Asia/Tehran",  # changed at midnight, and is half an hour off
    "Africa/Casablanca",  # changes twice a year more, for Ramadan
    "Asia/Kathmandu",  # never changes
]
YEARS = range(2006, 2032)
TIMES = [0, 90, 120, 150, 180, 7 * 60, 22 * 60, 23 * 60 + 59]
"""Times of a day in minutes at which pauses often begin and end: about the changes of clocks, too."""


def timed_game(number: int) -> Played:
    """The game with this number, always the same; the kinds of games come in turn, and so do the zones."""
    random = seeded(number)
    players, rules = KINDS[number % len(KINDS)]
    options, start = _options(random, ZONES[number % len(ZONES)])
    table = Correspondence(number, rules, players, options, start=start)
    table.fill(*(random.choice([None, None, "random"]) for _ in range(players - 1)))
    while table.match.status is Status.ACTIVE:
        [act] = random.choices(list(ACTS), list(ACTS.values()))
        table.attempt(act, random.choice([*present(table.match), Seat(0)]))
    table.work()
    return table.played


def _options(random: Random, zone: str) -> tuple[Options, int]:
    """The options of a game, and the moment at which it opens."""
    pause = _pause(random, zone) if random.random() < 0.75 else None
    start = _start(random, zone)
    options = Options(
        clock=_clock(random, pause),
        offsets=offsets(zone, start) if pause else None,
        on_timeout=random.choice([None, *OnTimeout]),
        absent=random.choice([None, None, *Absent]),
        stand_in="random-1",
    )
    return options, start


def _clock(random: Random, pause: Pause | None) -> ClockSpec:
    initial = random.choice([random.randrange(60, 4 * 3600), random.randrange(6 * 3600, 4 * 86_400)])
    match random.choice([TimeControl.PER_TURN, TimeControl.FISCHER, TimeControl.BANK]):
        case TimeControl.FISCHER:
            increment, cap = random.randrange(1, 86_400), random.randrange(initial, 4 * 86_400)
            return ClockSpec(TimeControl.FISCHER, initial, increment, cap, pause)
        case TimeControl.BANK:
            return ClockSpec(TimeControl.BANK, 5 * initial, 0, 5 * initial, pause)
        case policy:
            return ClockSpec(policy, initial, initial, initial, pause)


def _pause(random: Random, zone: str) -> Pause:
    while True:
        days = random.sample(list(Weekday), random.choice([0, 0, 1, 2, 5]))
        weekdays = tuple(day for day in Weekday if day in days)
        hours = _time(random), _time(random)
        try:
            return Pause(zone, weekdays, random.choice([None, hours, hours]))
        except ValueError:
            continue


def _time(random: Random) -> int:
    return random.choice([random.choice(TIMES), random.randrange(24 * 60)])


def _start(random: Random, zone: str) -> int:
    """A moment shortly before the clocks of the zone change, or before a new year."""
    new_year = int(datetime(random.choice(YEARS), 1, 1, tzinfo=UTC).timestamp()) * 1000
    moment = random.choice([*_changes(zone), new_year] if random.random() < 0.8 else [new_year])
    return moment - random.randrange(12 * DAY)


@cache
def _changes(zone: str) -> list[int]:
    """The moments from 2006 on, for ten years, at which the zone's UTC offset changes."""
    table: Offsets = offsets(zone, int(datetime(YEARS[0], 1, 1, tzinfo=UTC).timestamp()) * 1000)
    return [since for since, _ in table[1:]]


def _in_time(table: Correspondence, _: Seat) -> None:
    """The last millisecond before the deadline, and a move if a person is to act."""
    table.wait(max(0, (table.match.deadline or 0) - table.now - 1))
    if table.match.mover in present(table.match):
        table.move()


def _times_out(table: Correspondence, seat: Seat) -> None:
    """The time of the seat to act runs out, and perhaps others claim it."""
    table.wait_until_due(table.random.choice([0, 1, HOUR]))
    if table.random.random() < 0.7:
        table.attendance.claim(table.match, table.player(seat))


def _away(table: Correspondence, _: Seat) -> None:
    """The service is away for a while."""
    table.outage(table.random.choice([MINUTE, table.random.randrange(1, 6 * HOUR), 2 * DAY]))
    table.work()


def _declared(table: Correspondence, _: Seat) -> None:
    """An operator declares that an interval of the past was an outage."""
    start = table.now - table.random.randrange(1, 2 * DAY)
    end = start + table.random.randrange(1, table.now - start + 1)
    table.signs.outage(start, end, OutageReason.UNREACHABLE, "operator")
    table.work()


def _returns(table: Correspondence, _: Seat) -> None:
    for seat, _policy in table.match.stand_ins:
        table.attendance.come_back(table.match, table.player(seat))


ACTS: Mapping[Callable[[Correspondence, Seat], object], float] = {
    lambda table, _: table.step(): 30,
    _in_time: 1,
    _times_out: 1.5,
    _away: 1,
    _declared: 1,
    _returns: 3,
    lambda table, seat: table.attendance.begin_vacation(table.match, table.player(seat)): 2,
    lambda table, seat: table.attendance.end_vacation(table.match, table.player(seat)): 2,
}
"""What may happen next, each with its weight."""
