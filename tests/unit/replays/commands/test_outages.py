"""The time of outages is given back before a move or a time-out is judged, once."""

import pytest

from harness.play.correspondence import Correspondence
from harness.store.signs import ControlledSigns
from kingdomino.board.numbers import Seat
from replays.clocks.spec import ClockSpec, TimeControl
from replays.commands.outages import Outages
from replays.events.game_events import OnTimeout, Options
from replays.log.life import AWAY_MS, KnownOutage, Life, OutageReason, RecentSigns
from replays.match.deciding.decisions import Refusal

HOUR = 3_600_000
DAY = 24 * HOUR
A_DAY = ClockSpec(TimeControl.PER_TURN, 86_400, 86_400, 86_400)


def table(on_timeout: OnTimeout | None = OnTimeout.FORFEIT) -> Correspondence:
    """A game of three people that has begun, a day for each turn."""
    game = Correspondence(1, players=3, options=Options(clock=A_DAY, on_timeout=on_timeout))
    game.fill(None, None)
    return game


def kinds(game: Correspondence) -> list[str]:
    """The types of the events from the first turn on."""
    return [event.record["type"] for event in game.log.read(game.game)][7:]


def test_a_deadline_in_an_outage_costs_no_seat() -> None:
    """A worker that comes back before any player gives the time back instead of recording a time-out."""
    game = table()
    deadline = game.match.deadline or 0
    game.now = deadline - HOUR
    game.outage(3 * HOUR)
    game.work()
    assert kinds(game) == ["OutageRecorded"]
    assert game.match.deadline == deadline + 4 * HOUR
    assert game.log.due_of([game.game]) == {game.game: deadline + 4 * HOUR}
    game.wait(2 * HOUR - 1)
    assert kinds(game) == ["OutageRecorded"]
    game.wait(1)
    assert kinds(game)[:3] == ["OutageRecorded", "TimeExpired", "SeatLeft"]


def test_a_late_move_counts_after_an_outage() -> None:
    """A player who comes back before any worker moves; outage and move are one append."""
    game = table()
    game.now = (game.match.deadline or 0) - HOUR
    game.outage(3 * HOUR)
    before = game.match.head.version
    game.move()
    assert kinds(game)[0] == "OutageRecorded"
    assert game.log.ends[-1] > before + 1
    assert before + 1 not in game.log.ends


def test_a_refused_move_records_nothing() -> None:
    """An outage does not make a move legal, and is recorded with the next change."""
    game = table()
    game.outage(HOUR)
    with pytest.raises(Refusal, match="clock/not-claimable"):
        game.attendance.claim(game.match, "player-0")
    assert kinds(game) == []


def test_a_claim_after_an_outage() -> None:
    """Nobody can claim a time that an outage took."""
    game = table(OnTimeout.CLAIM)
    game.now = (game.match.deadline or 0) - HOUR
    game.outage(3 * HOUR)
    claimant = game.player(1 - (game.match.mover or 0))
    with pytest.raises(Refusal, match="clock/not-expired"):
        game.attendance.claim(game.match, claimant)


def test_a_plan_is_carried_out_after_an_outage() -> None:
    """A plan whose turn came in an outage is carried out with the time that its owner has."""
    game = table()
    mover = game.match.mover or Seat(0)
    after_next = next(seat for seat in map(Seat, range(3)) if seat != mover)
    game.lay_plan(after_next)
    while game.match.mover != after_next:
        game.move()
    game.outage(2 * DAY)
    game.work()
    assert "PlanFired" in kinds(game)
    assert kinds(game).index("OutageRecorded") < kinds(game).index("PlanFired")


def test_an_outage_of_the_future_is_recorded_up_to_now() -> None:
    """A process whose clock is a bit behind records the passed part; what ends later has not ended."""
    game = table()
    game.signs.outage(game.now, game.now + HOUR)
    game.now += HOUR - AWAY_MS
    game.work()
    assert kinds(game) == []
    game.now += 1
    game.work()
    [recorded] = [e.record for e in game.log.read(game.game) if e.record["type"] == "OutageRecorded"]
    assert recorded["data"]["ended"] == game.now


def test_no_time_out_before_a_sign_of_life() -> None:
    """While the service is away nothing costs a player time, whatever a worker does; it tries again later."""
    game = table()
    deadline = game.match.deadline or 0
    game.signs.last = deadline - HOUR
    game.now = deadline
    game.work()
    assert kinds(game) == []
    assert game.log.due_of([game.game]) == {game.game: deadline + AWAY_MS}
    game.signs.outage(deadline - HOUR, deadline + HOUR)
    game.signs.last = game.now = deadline + HOUR
    game.work()
    assert kinds(game) == ["OutageRecorded"]


def test_a_time_out_needs_a_sign_after_the_deadline() -> None:
    """A service that died seconds before a deadline may have been away at it: the next sign tells."""
    game = table()
    deadline = game.match.deadline or 0
    game.signs.last = deadline - 1
    game.now = deadline + 5
    game.work()
    assert kinds(game) == []
    assert game.log.due_of([game.game])[game.game] > game.now
    game.signs.last = deadline
    game.work()
    assert kinds(game)[:2] == ["TimeExpired", "SeatLeft"]


def test_a_plan_waits_for_a_sign_of_life() -> None:
    """A plan does not fail for a deadline in an outage that has not ended."""
    game = table()
    mover = game.match.mover or Seat(0)
    game.lay_plan(next(seat for seat in map(Seat, range(3)) if seat != mover))
    game.move()
    planner = game.match.mover or Seat(0)
    game.signs.last = game.now
    game.now += 2 * DAY
    game.work()
    assert "PlanFired" not in kinds(game)
    laid = game.planning.show(game.match, game.player(planner))
    if laid is not None:
        assert laid.failed is None


def test_a_bot_plays_whatever_the_service_does() -> None:
    """No person's time runs in a bot's turn, so it needs no sign of life."""
    game = Correspondence(3, players=2, options=Options(clock=A_DAY))
    game.fill("greedy")
    game.signs.last = game.now - DAY
    while game.match.mover is not None and game.match.policy_of(game.match.mover) is None:
        game.signs.last = game.now
        game.move()
        game.signs.last = game.now - DAY
    before = game.match.head.version
    game.work()
    assert game.match.head.version > before


def test_signs_are_asked_for_only_when_they_could_be_incomplete() -> None:
    """For half a minute after a sign no outage can be new; a later deadline, or an old sign, asks again."""
    asked: list[int] = []

    def ask(now: int) -> Life:
        asked.append(now)
        return Life(now, (KnownOutage(0, 1, OutageReason.AWAY),))

    signs = RecentSigns(ask)
    assert signs.known(DAY, 0).last == DAY
    for now in (DAY, DAY + AWAY_MS - 1, DAY - AWAY_MS + 1):
        signs.known(now, min(now, DAY))
    assert asked == [DAY]
    signs.known(DAY + 5, DAY + 5)
    signs.known(DAY + 5 + AWAY_MS, 0)
    signs.known(DAY, 0)
    assert asked == [DAY, DAY + 5, DAY + 5 + AWAY_MS, DAY]


def test_a_game_without_a_running_clock_asks_for_nothing() -> None:
    """Games without a clock, and tables that have not begun, cost no question."""

    class Silent(ControlledSigns):
        def known(self, now: int, since: int) -> Life:
            raise AssertionError((now, since))

    game = Correspondence(1, players=2)
    game.tables.outages = Outages(Silent())
    game.fill(None)
    game.moves(3)
    assert game.match.head.version > 6
