"""Correspondence games that together have every kind of event, each with a purpose, all reproducible."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from harness.play.correspondence import HOUR, MINUTE, START, Correspondence, Played
from kingdomino.board.numbers import Seat
from kingdomino.rules import GameKind, Mode, Rules
from replays.clocks.spec import ClockSpec, Pause, TimeControl, Weekday
from replays.clocks.week import DAY
from replays.clocks.zones import offsets
from replays.events.game_events import Absent, OnTimeout, Options
from replays.log.life import OutageReason

DAYS_3 = 3 * 86_400
PER_TURN = ClockSpec(TimeControl.PER_TURN, DAYS_3, DAYS_3, DAYS_3)
NIGHTS = Pause("Europe/Berlin", (Weekday.SATURDAY, Weekday.SUNDAY), (22 * 60, 7 * 60))
FISCHER = ClockSpec(TimeControl.FISCHER, DAYS_3, 86_400, DAYS_3 + 86_400, NIGHTS)


def with_bots() -> Played:
    """A player and bots of every policy, without a clock."""
    table = Correspondence(2, players=4)
    table.fill("random", "greedy", "steady")
    table.work()
    return table.finish()


def away() -> Played:
    """A clock that pauses, a bot, a time-out and a return, a vacation, and plans."""
    zone = offsets(NIGHTS.timezone, START)
    table = Correspondence(3, players=3, options=Options(clock=FISCHER, offsets=zone))
    table.fill(None, "greedy")
    table.work()
    table.moves(4)
    table.wait_until_due(late=MINUTE)
    table.moves(3)
    for seat, _ in table.match.stand_ins:
        table.attendance.come_back(table.match, table.player(seat))
    table.attendance.begin_vacation(table.match, "player-0")
    table.moves(1)
    table.wait(5 * DAY // 2)
    table.attendance.end_vacation(table.match, "player-0")
    for _ in range(3):
        table.lay_plan(Seat(1 - (table.match.mover or 0)))
        table.moves(1)
    return table.finish()


def left() -> Played:
    """Two seats that are left, one of them by a time-out, with nobody playing on; one is taken over."""
    options = Options(clock=PER_TURN, on_timeout=OnTimeout.FORFEIT, absent=Absent.DISCARD)
    table = Correspondence(9, players=4, options=options)
    table.fill(None, None, None)
    table.moves(70)
    table.attendance.resign(table.match, "player-0")
    table.moves(3)
    table.wait_until_due()
    table.moves(2)
    table.attendance.take_over(table.match, "visitor", table.match.reasons[-1][0])
    return table.finish()


def claimed() -> Played:
    """A time-out that another player claims long afterwards; then all agree to end the game."""
    table = Correspondence(3, players=3, options=Options(clock=PER_TURN, on_timeout=OnTimeout.CLAIM))
    table.fill(None, None)
    table.moves(8)
    table.wait_until_due(late=HOUR)
    table.move()
    table.wait_until_due(late=HOUR)
    claimant = next(seat for seat in range(3) if seat != table.match.mover)
    table.attendance.claim(table.match, table.player(claimant))
    table.work()
    table.moves(2)
    for seat in range(3):
        if seat not in dict(table.match.reasons):
            table.attendance.agree_to_end(table.match, table.player(seat))
    table.work()
    return table.played


def aborted() -> Played:
    """A game called off once the first dominoes were chosen."""
    table = Correspondence(4, players=2)
    table.fill("steady")
    table.work()
    table.attendance.abort(table.match, "player-0")
    return table.played


def expired() -> Played:
    """A game called off by the service, since a seat stayed free for too long."""
    table = Correspondence(7, players=3)
    table.fill(None)
    table.now += 14 * DAY
    table.attendance.abort_unfilled(table.match, 14 * DAY)
    return table.played


def resigned() -> Played:
    """A Mighty Duel that ends when one of the two resigns, in the other's turn."""
    table = Correspondence(8, Rules(mighty_duel=True), options=Options(absent=Absent.END))
    table.fill(None)
    table.moves(23)
    table.attendance.resign(table.match, table.player(1 - (table.match.mover or 0)))
    table.work()
    return table.played


def forfeited() -> Played:
    """Three people, one of whom resigns and is replaced; the game ends when another forfeits."""
    options = Options(clock=PER_TURN, on_timeout=OnTimeout.FORFEIT, absent=Absent.END)
    table = Correspondence(9, players=3, options=options)
    table.fill(None, None)
    table.moves(9)
    table.attendance.resign(table.match, table.player(((table.match.mover or 0) + 1) % 3))
    table.work()
    table.moves(4)
    table.wait_until_due(late=MINUTE)
    table.work()
    return table.played


def deserted() -> Played:
    """A game of Origins with one person and two bots, which ends when the person resigns."""
    table = Correspondence(
        10, Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE), players=3, options=Options(absent=Absent.END)
    )
    table.fill("greedy", "steady")
    table.work()
    table.moves(11)
    table.attendance.resign(table.match, "player-0")
    table.work()
    return table.played


def outages() -> Played:
    """Outages over a deadline, before a move and a plan, in vacation; two overlap, one of them declared."""
    options = Options(clock=replace(FISCHER, pause=None), on_timeout=OnTimeout.FORFEIT, absent=Absent.DISCARD)
    table = Correspondence(12, players=3, options=options)
    table.fill(None, None)
    table.moves(4)
    table.wait((table.match.deadline or 0) - table.now - HOUR)
    table.outage(9 * HOUR)
    table.work()
    table.wait(90 * MINUTE)
    table.moves(2)
    table.wait(HOUR)
    table.outage(2 * MINUTE)
    table.now += MINUTE
    table.lay_plan(Seat(((table.match.mover or 0) + 1) % 3))
    table.move()
    table.wait(2 * HOUR)
    table.outage(HOUR)
    table.signs.outage(table.now - 2 * HOUR, table.now - HOUR // 2, OutageReason.FAULTY, "director")
    table.work()
    table.moves(1)
    table.attendance.begin_vacation(table.match, table.player(table.match.mover or 0))
    table.outage(3 * HOUR)
    table.moves(1)
    table.wait(2 * HOUR)
    table.signs.outage(table.now - HOUR, table.now, OutageReason.UNREACHABLE, "operator")
    table.work()
    table.wait_until_due(late=MINUTE)
    return table.finish()


STORIES: Mapping[str, Callable[[], Played]] = {
    "with-bots": with_bots,
    "away": away,
    "left": left,
    "claimed": claimed,
    "aborted": aborted,
    "expired": expired,
    "resigned": resigned,
    "forfeited": forfeited,
    "deserted": deserted,
    "outages": outages,
}
"""All stories by name."""
