"""The actions offered to a viewer of a game.

`properties/log/test_attendance.py` checks that exactly the offered actions are possible.
"""

import pytest

from harness.play.correspondence import Correspondence
from replays.clocks.spec import ClockSpec, TimeControl
from replays.clocks.vacations import YEARLY_DAYS
from replays.clocks.week import DAY
from replays.events.game_events import OnTimeout, Options
from service.application.games.actions import Action, actions_of

DAYS_2 = ClockSpec(TimeControl.PER_TURN, 172_800, 172_800, 172_800)
NEW_YEAR = 1_798_761_600_000
"""The beginning of 2027, UTC; the games here start three days before."""


def table(clock: ClockSpec | None = None, on_timeout: OnTimeout | None = None) -> Correspondence:
    """A table for two with one player."""
    return Correspondence(1, options=Options(clock=clock, on_timeout=on_timeout))


def begun(clock: ClockSpec | None = None, on_timeout: OnTimeout | None = None) -> Correspondence:
    """A game of two people without a move."""
    found = table(clock, on_timeout)
    found.fill(None)
    return found


def offered(found: Correspondence, player: str) -> list[Action]:
    """The actions offered to this player."""
    return actions_of(found.match, player)


def names(found: Correspondence, player: str) -> list[str]:
    """The names of the actions offered to this player."""
    return [action.name for action in offered(found, player)]


def test_a_table_that_waits() -> None:
    """The seated player may seat bots or call it off; anybody else may join."""
    waiting = table()
    assert names(waiting, "player-0") == ["bots", "abort"]
    assert names(waiting, "visitor") == ["join"]


def test_a_game_that_goes_on() -> None:
    """The waiting player can plan, the player to act cannot; a visitor has no action."""
    game = begun()
    game.moves(2)
    mover = game.match.mover
    assert mover is not None
    assert names(game, f"player-{mover}") == ["end", "abort", "resign"]
    assert names(game, f"player-{1 - mover}") == ["end", "plan", "abort", "resign"]
    assert names(game, "visitor") == []


def test_a_time_out_is_claimed_from_the_deadline_on() -> None:
    """The other player has the action before, with its time, so time alone changes no response."""
    game = begun(DAYS_2, OnTimeout.CLAIM)
    due, mover = game.match.deadline, game.match.mover
    assert mover is not None
    assert Action("claim", since=due) in offered(game, f"player-{1 - mover}")
    assert "claim" not in names(game, f"player-{mover}")
    before = offered(game, f"player-{1 - mover}")
    game.wait(4 * DAY)
    assert offered(game, f"player-{1 - mover}") == before


def test_who_is_away_comes_back() -> None:
    """The action is offered once the bot is not to act."""
    game = begun(DAYS_2)
    away = game.match.mover
    assert away is not None
    game.wait(3 * DAY)
    game.attendance.expire(game.match)
    while game.match.mover == away:
        assert "return" not in names(game, f"player-{away}")
        game.tables.play_bot(game.match)
    assert "return" in names(game, f"player-{away}")


def test_a_vacation_and_the_next_one() -> None:
    """A vacation ends at the latest when its days are used up; from then on another is possible."""
    game = begun(DAYS_2)
    assert Action("vacation") in offered(game, "player-0")
    game.attendance.begin_vacation(game.match, "player-0")
    ends = game.now + 3 * DAY + YEARLY_DAYS * DAY  # three days of the old year, thirty of the new one
    assert ends > NEW_YEAR
    assert Action("end_vacation", until=ends) in offered(game, "player-0")
    following = next(action for action in offered(game, "player-0") if action.name == "vacation")
    assert following.since == 1_830_297_600_000  # the beginning of 2028


def test_without_a_clock_there_is_no_vacation() -> None:
    """Without a clock the action is not offered."""
    assert "vacation" not in names(begun(), "player-0")


def test_a_seat_that_was_left() -> None:
    """A visitor may take it over, other players may not; the player who left has no action."""
    game = begun()
    game.moves(4)
    mover = game.match.mover
    assert mover is not None
    left = 1 - mover
    game.attendance.resign(game.match, f"player-{left}")
    assert offered(game, "visitor") == [Action("takeover", seat=left)]
    assert names(game, f"player-{mover}") == ["end", "abort", "resign"]
    assert names(game, f"player-{left}") == []


@pytest.mark.parametrize("bot", [None, "random"])
def test_playing_again(bot: str | None) -> None:
    """A rematch may be a game or a dynasty, also with bots."""
    game = table()
    game.fill(bot)
    game.finish()
    assert [action.dynasty for action in offered(game, "player-0") if action.name == "rematch"] == [
        None,
        True,
    ]
    assert names(game, "visitor") == []


def test_the_form_has_the_limits_of_the_action() -> None:
    """The form has the limits of the action, and nothing else."""
    assert Action("resign").form() == {"action": "resign"}
    assert Action("claim", since=5).form() == {"action": "claim", "from": 5}
    assert Action("end_vacation", until=7).form() == {"action": "end_vacation", "until": 7}
    assert Action("takeover", seat=0).form() == {"action": "takeover", "seat": 0}
    assert Action("rematch", dynasty=True).form() == {"action": "rematch", "dynasty": True}
