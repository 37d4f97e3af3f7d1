"""The duties of workers when a game is due: each done once, in jobs of limited length."""

import pytest

from harness.play.correspondence import Correspondence
from kingdomino.board.numbers import Seat
from kingdomino.rules import Rules
from replays.clocks.spec import ClockSpec, TimeControl
from replays.commands.duties import MOST_SECONDS, Duties
from replays.events.game_events import Options
from replays.match.aggregate import Status
from replays.match.deciding.plans import Plan

DAY = ClockSpec(TimeControl.PER_TURN, 86_400, 86_400, 86_400)
A_DAY = 86_400_000


def mover(table: Correspondence) -> Seat:
    """The seat to act."""
    assert table.match.mover is not None
    return table.match.mover


def test_nothing_is_due_in_a_game_of_people() -> None:
    """Without a clock, a plan or a bot nothing is scheduled, from the game's beginning to its end."""
    table = Correspondence(1, players=3)
    table.fill(None, None)
    while table.match.mover is not None:
        assert table.log.due(2**53, 9) == []
        table.now += 1000
        table.move()
    assert table.log.due(2**53, 9) == []


@pytest.mark.slow
def test_what_is_due_is_noted_when_it_is_done() -> None:
    """A bot is due at once, a person at the deadline, and a finished game never."""
    table = Correspondence(3, players=2, options=Options(clock=DAY))
    table.fill("greedy")
    while table.match.mover is not None:
        [due] = table.log.due_of([table.game]).values()
        bot = table.match.policy_of(table.match.mover) is not None
        assert due == (table.match.at if bot else table.match.deadline)
        if bot:
            table.duties.do(table.game)
        else:
            table.now += 1000
            table.move()
    assert table.log.due_of([table.game]) == {}


def test_a_clock_that_was_ahead_keeps_no_bot_waiting() -> None:
    """In a game that began a day ahead, a bot's turn is due at once after the clock was set back."""
    table = Correspondence(3)
    table.now += A_DAY
    table.fill("greedy")
    table.work()
    table.now -= A_DAY
    while not table.match.policy_of(mover(table)):
        assert table.log.due(table.now, 9) == []
        table.move()
    assert table.match.at > table.now
    assert table.log.due(table.now, 9) == [table.game]
    table.work()
    assert not table.match.policy_of(mover(table))


def test_a_clock_that_was_ahead_keeps_no_plan_waiting() -> None:
    """A plan stored a day ahead is due in its turn, and the event's `laid` is not later than that."""
    table = Correspondence(5, players=3)
    table.fill(None, None)
    table.now += A_DAY
    seat = next(seat for seat in range(3) if seat != table.match.mover)
    table.planning.lay(table.match, f"player-{seat}", Plan(choose=tuple(sorted(Rules().dominoes))))
    table.now -= A_DAY
    while table.match.mover != seat:
        table.move()
    assert table.log.due(table.now, 9) == [table.game]
    table.duties.do(table.game)
    [fired] = [event.record for event in table.played.events if event.record["type"] == "PlanFired"]
    assert fired["data"]["laid"] <= fired["at"]


def test_an_index_that_is_wrong_is_put_right() -> None:
    """A game that is scheduled although nothing is due is removed from the schedule at its head."""
    table = Correspondence(1)
    table.fill(None)
    assert table.log.settle_due(table.game, table.match.head, table.now)
    table.duties.do(table.game)
    assert table.log.due_of([table.game]) == {}


class Ticking:
    """A clock that advances by this many seconds at each reading."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        self.now += self.seconds
        return self.now


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seconds", "decisions"), [(3600.0, 1), (MOST_SECONDS, 1), (MOST_SECONDS / 3, 3), (MOST_SECONDS / 7, 7)]
)
def test_one_job_has_an_end(seconds: float, decisions: int) -> None:
    """A job makes as many decisions as begin within its time, at least one; later jobs do the rest."""
    table = bots_alone()
    duties = Duties(table.tables, table.attendance, table.planning, Ticking(seconds))
    before = len(table.played.appends)
    duties.do(table.game)
    assert len(table.played.appends) == before + decisions
    assert table.log.due(table.now, 9) == [table.game]
    while table.match.status is Status.ACTIVE:
        duties.do(table.game)
    assert table.log.due(2**53, 9) == []


def bots_alone() -> Correspondence:
    """A table whose only person has resigned."""
    table = Correspondence(3, players=4)
    table.fill("random", "random", "random")
    table.attendance.resign(table.match, "player-0")
    return table
