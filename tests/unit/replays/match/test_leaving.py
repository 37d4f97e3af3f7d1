"""Leaving, time-outs, returning, taking over, vacations and early ends, as promised to players."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from unittest.mock import patch

import pytest

from harness.play.correspondence import Correspondence
from kingdomino.board.numbers import Seat
from kingdomino.scoring import ranking
from replays.clocks.spec import ClockSpec, TimeControl
from replays.clocks.week import DAY
from replays.encoding.identity import GameId
from replays.events.game_events import Absent, Membership, OnTimeout, Options
from replays.match.aggregate import Match, Status
from replays.match.deciding import bots, decisions, leaving
from replays.match.deciding.decisions import Refusal
from replays.match.randomness.draws import commitment
from replays.projections.view import state
from replays.streams.listing import STATUSES

SECONDS = 86_400
PER_TURN = ClockSpec(TimeControl.PER_TURN, SECONDS, SECONDS, SECONDS)
BANK = ClockSpec(TimeControl.BANK, SECONDS, 0, SECONDS)

CHANGES = ("resign", "come_back", "agree_to_end", "begin_vacation", "end_vacation", "abort", "claim")
"""The actions of a player on attendance."""


def begun(
    players: int = 2, clock: ClockSpec | None = None, seed: int = 1, **options: object
) -> Correspondence:
    """A new game of people."""
    table = Correspondence(seed, players=players, options=replace(Options(clock=clock), **options))  # type: ignore[arg-type]
    table.fill(*[None] * (players - 1))
    return table


def mover(table: Correspondence) -> Seat:
    """The seat to act."""
    seat = table.match.mover
    assert seat is not None
    return seat


def player(seat: int) -> str:
    """The player on this seat."""
    return f"player-{seat}"


def other(table: Correspondence) -> str:
    """A player who is not to act."""
    return player((mover(table) + 1) % table.match.players)


def refused(do: Callable[[], object]) -> str:
    """The code of the refusal."""
    with pytest.raises(Refusal) as caught:
        do()
    return caught.value.code


def happened(table: Correspondence, since: Match) -> list[tuple[str, str, str]]:
    """The types, causes and actors of the events stored since."""
    records = [event.record for event in table.log.read(table.game, after=since.head.version)]
    return [(record["type"], record["cause"], record["actor"]) for record in records]


def until_turn_of(table: Correspondence, seat: int) -> None:
    """Play until this seat is to act."""
    while mover(table) != seat:
        table.moves(1)


# resigning


@pytest.mark.slow
def test_who_resigns_is_played_for_and_comes_last() -> None:
    """Resigning works in others' turns, too; the bot's kingdom is scored, but ranks below all who stay."""
    table = begun(3)
    gone = (mover(table) + 1) % 3
    table.attendance.resign(table.match, player(gone))
    assert table.match.policy_of(Seat(gone)) == bots.STAND_IN
    table.finish()
    assert table.match.result is not None
    assert table.match.result.ranking[-1] == (gone,)
    assert table.match.game is not None
    assert table.match.game.kingdoms[gone].placements


def test_who_has_left_can_do_nothing_more() -> None:
    """Every action on the game is refused, as is a move."""
    table = begun(3, PER_TURN)
    gone = player(mover(table))
    table.attendance.resign(table.match, gone)
    for name in CHANGES:
        change = getattr(table.attendance, name)
        assert refused(partial(change, table.match, gone)) == "seat/left", name
    assert refused(lambda: leaving.check_moving(table.match, Seat(int(gone[-1])), table.now)) == "seat/left"


def test_an_idle_seat_plays_by_itself() -> None:
    """Without a stand-in, its dominoes are discarded and its king takes the lowest free one (R32)."""
    table = begun(2, absent=Absent.DISCARD)
    gone = mover(table)
    table.attendance.resign(table.match, player(gone))
    assert table.match.policy_of(gone) is None
    table.finish()
    records = [event.record for event in table.played.events if event.record["seat"] == gone]
    assert {r["type"] for r in records if r["cause"] == "system"} == {
        "DominoChosen",
        "DominoDiscarded",
        "KingDrawn",
    }
    assert table.match.result is not None
    assert table.match.result.ranking == ((1 - gone,), (gone,))


def test_people_without_a_seat_change_nothing() -> None:
    """All their actions are refused."""
    table = begun(2, PER_TURN)
    for name in CHANGES:
        change = getattr(table.attendance, name)
        assert refused(partial(change, table.match, "stranger")) == "seat/not-seated", name


# time-outs


def test_a_time_out_counts_at_the_deadline_and_once() -> None:
    """It counts not a millisecond before the deadline, and only once, however often workers check."""
    table = begun(2, PER_TURN)
    before, late = table.match, mover(table)
    assert before.deadline == before.at + SECONDS * 1000
    table.wait(SECONDS * 1000 - 1)
    assert table.match.head == before.head
    table.now += 1
    for _ in range(3):
        table.attendance.expire(table.match)
        table.attendance.expire(before)
    assert happened(table, before) == [
        ("TimeExpired", "timeout", "system"),
        ("SeatAway", "timeout", "system"),
    ]
    assert table.played.events[-2].record["data"] == {"deadline": before.deadline}
    assert dict(table.match.stand_ins) == {late: bots.STAND_IN}


def test_a_move_counts_before_the_deadline_only() -> None:
    """At the deadline a move is refused, even if no worker has counted the time-out yet."""
    table = begun(2, PER_TURN)
    table.now += SECONDS * 1000 - 1
    table.move()
    table.now = table.match.deadline or 0
    until = table.match.head
    assert refused(table.move) == "clock/expired"
    assert table.match.head == until


def test_who_is_away_comes_back_before_moving() -> None:
    """Until then the bot plays; the player has to wait for it to finish the expired turn."""
    table = begun(2, PER_TURN)
    late = mover(table)
    table.now = table.match.deadline or 0
    table.attendance.expire(table.match)
    assert refused(table.move) == "seat/away"
    assert refused(lambda: table.attendance.agree_to_end(table.match, player(late))) == "seat/away"
    assert refused(lambda: table.attendance.come_back(table.match, player(late))) == "bot/to-act"
    table.work()
    assert mover(table) != late
    table.attendance.come_back(table.match, player(late))
    assert table.match.stand_ins == ()
    until_turn_of(table, late)
    table.move()
    assert refused(lambda: table.attendance.come_back(table.match, player(late))) == "seat/not-away"


@pytest.mark.long
def test_all_may_be_late_at_once() -> None:
    """Workers that check months later time out one seat after the other, and bots finish the game."""
    table = begun(4, BANK)
    table.wait(90 * DAY)
    while table.match.status is Status.ACTIVE:
        table.wait_until_due()
    table.work()
    kinds = [event.record["type"] for event in table.played.events]
    assert table.match.status is Status.SCORED
    assert kinds.count("SeatAway") == kinds.count("TimeExpired") == 4


@pytest.mark.slow
@pytest.mark.parametrize("absent", [None, Absent.DISCARD])
def test_a_forfeit_is_for_good(absent: Absent | None) -> None:
    """The seat is left with the reason `timeout`, and a bot or nobody plays on."""
    table = begun(2, PER_TURN, on_timeout=OnTimeout.FORFEIT, absent=absent)
    late = mover(table)
    table.wait_until_due()
    assert dict(table.match.reasons)[late].value == "timeout"
    assert refused(lambda: table.attendance.come_back(table.match, player(late))) == "seat/left"
    table.finish()
    assert table.match.result is not None
    assert table.match.result.ranking == ((1 - late,), (late,))


def test_a_claim_is_for_the_others() -> None:
    """No worker counts the time-out, and a late move is accepted until another player claims the forfeit."""
    table = begun(2, PER_TURN, on_timeout=OnTimeout.CLAIM)
    assert refused(lambda: table.attendance.claim(table.match, other(table))) == "clock/not-expired"
    table.wait(9 * DAY)
    table.move()
    late = mover(table)
    table.wait(9 * DAY)
    assert refused(lambda: table.attendance.claim(table.match, player(late))) == "clock/own"
    before, claimant = table.match, player(1 - late)
    table.attendance.claim(table.match, claimant)
    assert happened(table, before) == [("TimeExpired", "player", claimant), ("SeatLeft", "timeout", "system")]
    elsewhere = begun(2, PER_TURN)
    elsewhere.now = elsewhere.match.deadline or 0
    assert (
        refused(lambda: elsewhere.attendance.claim(elsewhere.match, other(elsewhere)))
        == "clock/not-claimable"
    )


def test_without_time_nobody_comes_back() -> None:
    """With an empty bank, the player cannot return and nobody can take the seat over."""
    table = begun(2, BANK)
    late = mover(table)
    table.wait_until_due()
    assert refused(lambda: table.attendance.come_back(table.match, player(late))) == "clock/no-time"
    forfeit = begun(2, BANK, on_timeout=OnTimeout.FORFEIT)
    late = mover(forfeit)
    forfeit.wait_until_due()
    assert refused(lambda: forfeit.attendance.take_over(forfeit.match, "visitor", late)) == "clock/no-time"


# taking over


@pytest.mark.slow
def test_who_takes_over_counts_as_one_that_stayed() -> None:
    """The new player gets the kingdom of the one who left; entropy, and so the draws, stay the same."""
    table = begun(2, seed=4)
    gone = 1 - mover(table)
    digest = [sitter.entropy for sitter in table.match.sitters]
    table.attendance.resign(table.match, player(gone))
    table.attendance.take_over(table.match, "visitor", gone)
    assert [sitter.entropy for sitter in table.match.sitters] == digest
    assert (table.match.reasons, table.match.stand_ins) == ((), ())
    assert refused(lambda: table.attendance.resign(table.match, player(gone))) == "seat/not-seated"
    assert table.log.list_games(limit=9, player="visitor")[0] == [table.game]
    table.finish()
    assert table.match.result is not None
    assert table.match.result.ranking == ranking(table.match.result.scores)


def test_everybody_who_had_a_seat_has_the_game_under_its_status() -> None:
    """The lists by status of those who left and were replaced are right too: a walk mends nothing."""
    table = begun(2, seed=4)
    gone = 1 - mover(table)
    for leaver, newcomer in ((player(gone), "visitor"), ("visitor", "guest"), ("guest", "last")):
        table.attendance.resign(table.match, leaver)
        table.work()
        table.attendance.take_over(table.match, newcomer, gone)
    table.finish()
    assert sum(table.log.mend_lists(0)) == 0
    assert table.log.lists_are_mended()
    for name in (player(gone), "visitor", "guest", "last"):
        assert table.log.list_games(limit=9, status="scored", player=name)[0] == [table.game]


def test_every_status_has_a_place_in_players_lists() -> None:
    """The places are stored, so a new status comes last."""
    assert STATUSES[:5] == ("open", "active", "finished", "scored", "aborted")
    assert set(STATUSES) == {status.value for status in Status}


def test_who_may_not_take_over() -> None:
    """Seated players, uninvited ones, seats not left, and a bot's turn are refused."""
    table = begun(3, invited=("player-0", "player-1", "player-2", "guest"))
    gone = mover(table)
    assert refused(lambda: table.attendance.take_over(table.match, "guest", gone)) == "seat/not-left"
    table.attendance.resign(table.match, player(gone))
    assert refused(lambda: table.attendance.take_over(table.match, other(table), gone)) == "seat/taken-by-you"
    assert refused(lambda: table.attendance.take_over(table.match, player(gone), gone)) == "seat/taken-by-you"
    assert refused(lambda: table.attendance.take_over(table.match, "guest", gone)) == "bot/to-act"
    table.work()
    assert refused(lambda: table.attendance.take_over(table.match, "visitor", gone)) == "seat/not-invited"
    table.attendance.take_over(table.match, "guest", gone)
    assert refused(lambda: table.attendance.take_over(table.match, "visitor", gone)) == "seat/not-invited"


# calling off


@pytest.mark.parametrize("seats", [1, 2])
def test_a_game_is_called_off_before_its_first_domino(seats: int) -> None:
    """With or without free seats, the committed seed is revealed and nobody wins."""
    table = Correspondence(1)
    table.fill(*[None] * (seats - 1))
    before = table.match
    table.attendance.abort(before, "player-0")
    match = table.match
    assert [kind for kind, _, _ in happened(table, before)] == ["GameAborted", "SeedRevealed"]
    assert commitment(bytes.fromhex(match.seed or "")) == match.created.commitment
    assert (match.status, match.mover, match.result, match.due) == (Status.ABORTED, None, None, None)
    assert table.log.list_games(limit=9, status="aborted")[0] == [table.game]
    assert refused(lambda: table.attendance.abort(match, "player-0")) == "game/over"
    table.work()
    assert table.match.head == match.head


def test_when_a_game_is_not_called_off() -> None:
    """A game is not called off after its first domino, nor within a dynasty."""
    table = begun(2)
    while not any(kingdom.placements for kingdom in table.match.game.kingdoms):  # type: ignore[union-attr]
        table.moves(1)
    assert refused(lambda: table.attendance.abort(table.match, "player-0")) == "game/begun"
    with patch.object(decisions, "VERSION", 1):  # later draws need the dynasty's record
        inner = begun(2, series=Membership("dynasty", GameId(table.game), 1))
    assert refused(lambda: inner.attendance.abort(inner.match, "player-0")) == "game/in-dynasty"


def test_the_end_takes_everybody_who_plays() -> None:
    """A vote lapses with the next move; if all agree, the game ends and is scored as it is."""
    table = begun(2)
    table.moves(9)
    table.attendance.agree_to_end(table.match, "player-0")
    assert list(table.match.agreed) == [0]
    assert refused(lambda: table.attendance.agree_to_end(table.match, "player-0")) == "end/agreed"
    table.moves(1)
    assert list(table.match.agreed) == []
    for seat in (1, 0):
        assert table.match.status is Status.ACTIVE
        table.attendance.agree_to_end(table.match, player(seat))
    assert table.match.status is Status.FINISHED
    table.work()
    assert table.match.result is not None
    assert refused(lambda: table.attendance.agree_to_end(table.match, "player-0")) == "game/not-active"


def test_bots_and_who_is_away_are_not_asked_for_the_end() -> None:
    """The only person left who is not away decides alone."""
    table = Correspondence(2, players=3, options=Options(clock=PER_TURN))
    table.fill("greedy", None)
    table.work()
    late = mover(table)
    table.wait_until_due()
    table.attendance.agree_to_end(table.match, player(2 - late))
    assert table.match.status is Status.FINISHED


# vacations


def test_a_vacation_stops_the_clock_until_it_is_ended() -> None:
    """A vacation of two days moves the deadline by two days; beginning or ending twice is refused."""
    table = begun(2, PER_TURN)
    late, due = mover(table), table.match.deadline
    assert due is not None
    table.attendance.begin_vacation(table.match, player(late))
    assert refused(lambda: table.attendance.begin_vacation(table.match, player(late))) == "vacation/begun"
    table.wait(2 * DAY)
    table.attendance.end_vacation(table.match, player(late))
    assert table.match.deadline == due + 2 * DAY
    assert refused(lambda: table.attendance.end_vacation(table.match, player(late))) == "vacation/none"
    assert table.match.due == table.log.due_of([table.game])[table.game] == due + 2 * DAY


def test_a_vacation_ends_by_itself() -> None:
    """It ends when the year's thirty days are used up; until the next year no other can begin."""
    table = begun(2, PER_TURN)
    table.now += 5 * DAY  # into the next year
    table.work()
    seat = mover(table)
    table.attendance.begin_vacation(table.match, player(seat))
    until = table.now + 30 * DAY + SECONDS * 1000
    assert table.match.deadline == until
    table.now += 30 * DAY
    assert refused(lambda: table.attendance.end_vacation(table.match, player(seat))) == "vacation/none"
    assert refused(lambda: table.attendance.begin_vacation(table.match, player(seat))) == "vacation/no-days"
    table.now = until - 1
    table.move()


@pytest.mark.parametrize("ends", ["by the player", "by itself"])
def test_a_state_says_until_when_a_vacation_would_last(ends: str) -> None:
    """The member is there during the vacation, for the player on vacation only."""
    table = begun(2, PER_TURN)
    seat = mover(table)

    def told() -> list[object]:
        return [each.get("vacation") for each in state(table.match, {})["players"]]

    assert told() == [None, None]
    table.attendance.begin_vacation(table.match, player(seat))
    assert table.match.deadline is not None
    until = table.match.deadline - SECONDS * 1000
    assert told() == [until if each == seat else None for each in range(2)]
    if ends == "by itself":
        table.now = until
        table.move()
    else:
        table.attendance.end_vacation(table.match, player(seat))
    assert told() == [None, None]


def test_without_a_clock_nobody_needs_a_vacation() -> None:
    """A vacation without a clock is refused."""
    table = begun(2)
    assert refused(lambda: table.attendance.begin_vacation(table.match, "player-0")) == "vacation/no-clock"
