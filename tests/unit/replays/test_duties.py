"""What workers do when a game's time has come: once, and not for long at a time."""

import pytest

from replays.clocks.spec import ClockSpec, Policy
from replays.duties import MOST_SECONDS, Duties
from replays.events import Options
from replays.match import Status
from tests.support.correspondence import Correspondence

DAY = ClockSpec(Policy.PER_TURN, 86_400, 86_400, 86_400)


def test_nothing_is_due_in_a_game_of_people() -> None:
    """Without a clock, a plan or a bot the index has nothing, from its beginning to its end."""
    table = Correspondence(1, players=3)
    table.fill(None, None)
    while table.match.mover is not None:
        assert table.log.due(2**53, 9) == []
        table.now += 1000
        table.move()
    assert table.log.due(2**53, 9) == []


def test_what_is_due_is_noted_when_it_is_done() -> None:
    """At once for a bot, at the deadline of a person, never in a game that is over."""
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


def test_an_index_that_is_wrong_is_put_right() -> None:
    """A game that is said to be due, and in which nothing is, is settled at its head."""
    table = Correspondence(1)
    table.fill(None)
    assert table.log.settle_due(table.game, table.match.head, table.now)
    table.duties.do(table.game)
    assert table.log.due_of([table.game]) == {}


class Ticking:
    """A clock by which so many seconds pass whenever it is looked at."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        self.now += self.seconds
        return self.now


@pytest.mark.parametrize(
    ("seconds", "decisions"), [(3600.0, 1), (MOST_SECONDS, 1), (MOST_SECONDS / 3, 3), (MOST_SECONDS / 7, 7)]
)
def test_one_job_has_an_end(seconds: float, decisions: int) -> None:
    """It takes as many decisions as begin within its time, at least one; the rest is for the next one."""
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
    """A table whose only person has left."""
    table = Correspondence(3, players=4)
    table.fill("random", "random", "random")
    table.attendance.resign(table.match, "player-0")
    return table
