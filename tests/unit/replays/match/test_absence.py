"""A player leaving for good, by the table's option `absent` (R32)."""

import pytest

from harness.play.correspondence import HOUR, Correspondence
from kingdomino.board.numbers import Seat
from kingdomino.rules import GameKind, Mode, Rules
from replays.audit.bundle.building import game_bundle
from replays.audit.verdicts import Verdict
from replays.audit.verifier import audit
from replays.clocks.spec import ClockSpec, TimeControl
from replays.encoding.signing import Signer
from replays.events import game_events
from replays.events.codec import decode
from replays.events.game_events import Absent, OnTimeout, Options
from replays.match.aggregate import EndCause, Status
from replays.match.deciding import bots

DAY = 86_400
PER_TURN = ClockSpec(TimeControl.PER_TURN, DAY, DAY, DAY)
KINDS = {
    "base": Rules(),
    "mighty-duel": Rules(mighty_duel=True),
    "neolithic": Rules(game=GameKind.ORIGINS, mode=Mode.DISCOVERY),
    "totem": Rules(game=GameKind.ORIGINS, mode=Mode.TOTEM),
    "tribe": Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE),
}


def begun(*others: str | None, rules: Rules | None = None, seed: int = 1, **agreed: object) -> Correspondence:
    """A new game of a person and these others, with `absent` set to end unless overridden."""
    options = Options(**{"absent": Absent.END, **agreed})  # type: ignore[arg-type]
    table = Correspondence(seed, rules, len(others) + 1, options)
    table.fill(*others)
    return table


def types(table: Correspondence, last: int) -> list[str]:
    """The types of the last events, this many."""
    return [event.record["type"] for event in table.log.read(table.game)][-last:]


@pytest.mark.parametrize("rules", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("moves", [0, 5, 14])
@pytest.mark.parametrize("gone", [0, 1])
def test_a_duel_ends_when_somebody_resigns(rules: Rules, moves: int, gone: int) -> None:
    """The game ends at once in either player's turn; the other is first, and kingdoms count as they are."""
    table = begun(None, rules=rules)
    table.moves(moves)
    assert table.match.game is not None
    kingdoms = table.match.game.kingdoms
    table.attendance.resign(table.match, table.player(gone))
    assert table.match.status is Status.FINISHED
    assert table.match.end_cause is EndCause.LEFT
    assert table.match.mover is None
    table.work()
    assert table.match.result is not None
    assert table.match.result.ranking == ((1 - gone,), (gone,))
    assert table.match.game.kingdoms == kingdoms
    assert types(table, 4) == ["SeatLeft", "GameEnded", "SeedRevealed", "GameScored"]


@pytest.mark.parametrize("on_timeout", [OnTimeout.FORFEIT, OnTimeout.CLAIM])
def test_a_duel_ends_with_a_forfeit(on_timeout: OnTimeout) -> None:
    """The service forfeits at the deadline, or the other player claims; a late move is not accepted."""
    table = begun(None, clock=PER_TURN, on_timeout=on_timeout)
    table.moves(3)
    late = table.match.mover
    assert late is not None
    table.wait_until_due(late=HOUR)
    table.claim()
    assert table.match.status is Status.SCORED
    assert table.match.end_cause is EndCause.LEFT
    assert table.match.reasons == ((late, game_events.Reason.TIMEOUT),)
    assert table.match.result is not None
    assert table.match.result.ranking == ((1 - late,), (late,))
    assert types(table, 5)[:3] == ["TimeExpired", "SeatLeft", "GameEnded"]


def test_while_two_have_stayed_the_others_play_on() -> None:
    """A bot stands in for the first two who leave a game of four; the third to leave ends it."""
    table = begun(None, None, None)
    for gone in (2, 0):
        table.attendance.resign(table.match, table.player(gone))
        assert table.match.status is Status.ACTIVE
        assert table.match.policy_of(Seat(gone)) == bots.STAND_IN
        table.work()
        table.moves(2)
    table.attendance.resign(table.match, table.player(3))
    table.work()
    assert table.match.status is Status.SCORED
    assert table.match.result is not None
    assert table.match.result.ranking[0] == (1,)


@pytest.mark.parametrize("others", [["random"], ["greedy", "steady"], ["steady", "random", "greedy"]])
def test_bots_do_not_play_among_themselves(others: list[str]) -> None:
    """When the only person leaves, the game ends with any number of bots; the person is last."""
    table = begun(*others)
    table.work()
    table.moves(2)
    table.attendance.resign(table.match, "player-0")
    assert table.match.end_cause is EndCause.LEFT
    table.work()
    assert table.match.result is not None
    assert table.match.result.ranking[-1] == (0,)


@pytest.mark.slow
def test_the_table_names_who_stands_in() -> None:
    """The policy plays for timed-out and left seats until the end of the game, and the audit passes."""
    table = begun(None, None, None, clock=PER_TURN, stand_in="greedy-1")
    away = table.match.mover
    assert away is not None
    table.wait_until_due()
    gone = Seat((away + 1) % 4)
    table.attendance.resign(table.match, table.player(gone))
    policies = [table.match.policy_of(seat) for seat in (away, gone)]
    assert policies == ["greedy-1", "greedy-1"]
    table.finish()
    events = table.log.read(table.game)
    told = [
        event.record["data"]["policy"] for event in events if event.record["type"] in {"SeatAway", "SeatLeft"}
    ]
    assert set(told) == {"greedy-1"}
    report = audit(game_bundle(table.game, events, Signer(bytes(32))))
    assert set(report.verdicts.values()) == {Verdict.PASS}, report


def test_a_bot_from_the_start_has_stayed() -> None:
    """With two people and a bot, the game continues when one leaves and ends when the second leaves."""
    table = begun(None, "steady")
    table.work()
    table.attendance.resign(table.match, "player-0")
    assert table.match.status is Status.ACTIVE
    table.attendance.resign(table.match, "player-1")
    assert table.match.end_cause is EndCause.LEFT


def test_who_is_away_has_stayed() -> None:
    """A time-out that is no forfeit keeps the seat: two seats have stayed, one of them a person's."""
    table = begun(None, None, clock=PER_TURN)
    away = table.match.mover
    assert away is not None
    table.wait_until_due()
    assert table.match.policy_of(away) == bots.STAND_IN
    table.attendance.resign(table.match, table.player((away + 1) % 3))
    assert types(table, 1) == ["SeatLeft"]
    table.attendance.resign(table.match, table.player((away + 2) % 3))
    assert table.match.status is Status.FINISHED
    table.work()
    assert table.match.result is not None
    assert table.match.result.ranking[0] == (away,)


def test_a_seat_that_was_taken_over_has_stayed() -> None:
    """After a take-over, another player may leave and the game continues."""
    table = begun(None, None, seed=2)
    seats = [Seat(seat) for seat in range(3) if seat != table.match.mover]
    table.attendance.resign(table.match, table.player(seats[0]))
    table.attendance.take_over(table.match, "visitor", seats[0])
    table.attendance.resign(table.match, table.player(seats[1]))
    assert table.match.status is Status.ACTIVE


@pytest.mark.slow
@pytest.mark.parametrize("absent", [None, Absent.DISCARD])
def test_other_tables_play_on(absent: Absent | None) -> None:
    """Tables whose first event does not say `end`, such as all older games, continue."""
    table = begun(None, absent=absent)
    table.attendance.resign(table.match, "player-0")
    assert table.match.status is Status.ACTIVE
    table.finish()
    assert table.match.end_cause is None


def test_an_agreed_end_is_told_apart() -> None:
    """The end cause is `AGREED` even if somebody left before; a game played to its end has none."""
    table = begun(None, None)
    table.attendance.resign(table.match, "player-0")
    for seat in (1, 2):
        table.attendance.agree_to_end(table.match, table.player(seat))
    assert table.match.end_cause is EndCause.AGREED
    whole = begun(None)
    whole.finish()
    assert whole.match.end_cause is None


def test_a_plan_of_the_other_is_never_carried_out() -> None:
    """The plan is deleted with the game, because its turn will not come."""
    table = begun(None)
    table.moves(4)
    mover = table.match.mover
    assert mover is not None
    table.lay_plan(Seat(1 - mover))
    table.attendance.resign(table.match, table.player(mover))
    table.work()
    assert "PlanFired" not in types(table, 8)
    assert table.log.plan(table.game, Seat(1 - mover)) is None


def test_the_first_event_says_so() -> None:
    """`"absent": "end"` is stored in the options and decoded."""
    table = begun(None)
    first = next(iter(table.log.read(table.game)))
    assert first.record["data"]["options"] == {"absent": "end"}
    created = decode(first)
    assert isinstance(created, game_events.GameCreated)
    assert created.options.absent is Absent.END


def test_who_leaves_has_not_agreed() -> None:
    """One player agreed to end the game, the other resigned: the cause is `LEFT`."""
    table = begun(None)
    table.attendance.agree_to_end(table.match, table.player(0))
    table.attendance.resign(table.match, table.player(1))
    assert table.match.end_cause is EndCause.LEFT
