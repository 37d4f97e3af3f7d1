"""Each kind of notice: its cause, its receivers, its validity, and its words."""

from collections.abc import Mapping

import pytest

from harness.games import seeded
from harness.play.correspondence import HOUR, START, Correspondence
from harness.play.dynasties import DYNASTY, play_running, seated
from harness.store.fake_inboxes import FakeInboxes
from kingdomino.board.numbers import DominoNumber
from kingdomino.rules import Rules
from replays.clocks.spec import ClockSpec, Pause, TimeControl, Weekday
from replays.clocks.zones import offsets
from replays.commands.tables import NewTable
from replays.dynasty.dynasties import Dynasties
from replays.encoding.identity import Version, new_game_id
from replays.events.codec import EVENT_TYPES
from replays.events.game_events import Absent, OnTimeout, Options
from replays.log.occasions import COMMENT_WRITTEN, OCCASIONS, REVIEW_READY, TALK_WRITTEN
from replays.match.aggregate import Sitter, Status
from replays.match.deciding.plans import Plan
from replays.match.kinds import Table
from service.application.games.seats.rematch import as_game
from service.application.i18n.names import displayed
from service.application.notices.alarms import alarm_of
from service.application.notices.inboxes.reading import Spoken
from service.application.notices.kinds.registry import KINDS, is_true
from service.application.notices.notice import SentenceContext
from service.application.notices.projection.projector import Projector

DAY = 24 * HOUR
NAMES = {"player-0": "Ann", "player-1": "Ben", "player-2": "Cleo", "visitor": "Dan"}


class Inbox:
    """The notices of one log, projected on demand."""

    def __init__(self, table: Correspondence) -> None:
        self.table = table
        self.inboxes = FakeInboxes()
        self.projector = Projector(table.log, self.inboxes, lambda: table.now)

    def kinds(self, player: str) -> list[str]:
        """Return the kinds of a player's notices, oldest first."""
        self.look()
        return [kept.notice.kind for kept in self.inboxes.every(player)][::-1]

    def unread(self, player: str) -> list[str]:
        """Return the kinds of the player's unread notices, oldest first."""
        self.look()
        return [kept.notice.kind for kept in self.inboxes.every(player) if kept.unread][::-1]

    def words(self, player: str, table: Table | None = None, names: Mapping[str, str] = NAMES) -> str:
        """Return the text of the newest notice."""
        self.look()
        notice = next(self.inboxes.every(player)).notice
        now = table or self.table.match
        true = is_true(notice, now, player)
        return KINDS[notice.kind].says(
            SentenceContext(notice, now, player, true, displayed(now, names), names)
        )

    def path(self, player: str) -> str:
        """Return the path of the newest notice."""
        kept = next(self.inboxes.every(player))
        return Spoken(kept.position, kept.notice, None, kept.unread, "").path

    def look(self) -> None:
        """Project everything that is due."""
        while self.projector.go_on(0):
            pass


def two(options: Options | None = None, players: int = 2) -> Inbox:
    """A started game of people."""
    table = Correspondence(1, Rules(), players, options or Options())
    table.fill(*[None] * (players - 1))
    return Inbox(table)


def per_turn(hours: int, **others: Pause) -> ClockSpec:
    """A clock with this many hours per turn."""
    return ClockSpec(TimeControl.PER_TURN, hours * 3600, hours * 3600, hours * 3600, **others)


def mover(table: Correspondence) -> str:
    """The player to act."""
    assert table.match.mover is not None
    return table.player(table.match.mover)


def test_every_occasion_makes_a_kind_or_is_the_projectors_own() -> None:
    """No occasion has the name of an event type."""
    made = {kind.occasion for kind in KINDS.values() if kind.occasion}
    assert made == OCCASIONS - {"Told", "AccessChanged"}
    assert not OCCASIONS & set(EVENT_TYPES)


def test_who_opened_learns_who_joins_and_that_it_starts() -> None:
    """The opener is notified of each seat taken; the last one starts the game instead."""
    table = Correspondence(1, Rules(), 3)
    inbox = Inbox(table)
    table.tables.join(table.match, Sitter("player-1", None))
    assert inbox.words("player-0") == "Ben has joined your table."
    table.tables.join(table.match, Sitter("player-2", None))
    told = {player: inbox.kinds(player) for player in NAMES if player != mover(table)}
    assert told.get("player-0", ["player_joined"])[:1] == ["player_joined"]
    assert "game_started" not in inbox.kinds("player-2")
    assert all("game_started" in inbox.kinds(player) for player in ("player-0", "player-1"))


def test_a_turn_is_told_once_and_holds_until_the_move() -> None:
    """The next turn's notice replaces it; several moves in a row are one turn."""
    inbox = two()
    table = inbox.table
    first = mover(table)
    assert inbox.unread(first).count("turn") == 1
    assert inbox.words(first) == f"It is your turn in the game with {NAMES[_other(first)]}."
    while mover(table) == first:
        table.move()
    other = mover(table)
    assert inbox.kinds(first).count("turn") == 1
    assert "turn" not in inbox.unread(first)
    assert inbox.words(first) == f"It was your turn in the game with {NAMES[other]}."
    assert inbox.unread(other).count("turn") == 1
    while mover(table) == other:
        table.move()
    assert inbox.unread(first) == ["turn"]
    assert inbox.kinds(first).count("turn") == 1


def test_who_moves_has_seen_the_game() -> None:
    """The player's earlier notices of the game become read; other players' do not."""
    inbox = two(players=3)
    first = mover(inbox.table)
    before = {player: inbox.unread(player) for player in ("player-0", "player-1", "player-2")}
    inbox.table.move()
    for player, unread in before.items():
        if player == first:
            assert set(inbox.unread(player)) <= {"turn"}
        elif player != mover(inbox.table):
            assert inbox.unread(player) == unread


@pytest.mark.slow
def test_a_bot_and_who_left_are_told_nothing() -> None:
    """Others are notified of a left and taken-over seat; the new player gets later notices."""
    table = Correspondence(3, Rules(), 3)
    table.fill(None, "greedy")
    inbox = Inbox(table)
    inbox.look()
    table.attendance.resign(table.match, "player-1")
    left = inbox.kinds("player-1")
    assert inbox.words("player-0").startswith("Ben has left the game with you and ")
    table.attendance.take_over(table.match, "visitor", table.match.game.left[0])  # type: ignore[union-attr]
    inbox.look()
    assert "seat_taken_over" in inbox.kinds("player-0")
    while table.match.status is Status.ACTIVE:
        table.work()
        if table.match.status is Status.ACTIVE:
            table.move()
    table.work()
    assert [kind for kind in inbox.kinds("player-1") if kind not in left] == []
    assert {"game_scored"} <= set(inbox.kinds("player-0")) & set(inbox.kinds("visitor"))
    assert not any(player.startswith("bot/") for player in inbox.inboxes.players())


@pytest.mark.parametrize(("private", "kept"), [(None, True), (True, False)])
def test_who_may_not_see_a_table_any_more_has_no_notices_of_it(private: bool | None, kept: bool) -> None:  # noqa: FBT001 - the case
    """They are removed when a seat at a private table is taken over; at a public table they stay."""
    inbox = two(Options(private=private), players=3)
    inbox.look()
    inbox.table.attendance.resign(inbox.table.match, "player-1")
    inbox.table.work()
    assert inbox.kinds("player-1")
    inbox.table.attendance.take_over(inbox.table.match, "visitor", inbox.table.match.game.left[0])  # type: ignore[union-attr]
    assert bool(inbox.kinds("player-1")) is kept


@pytest.mark.parametrize(("hours", "after"), [(10, 8 * HOUR), (120, 96 * HOUR), (240, 216 * HOUR)])
def test_time_is_running_out_at_four_fifths_or_a_day_before(hours: int, after: int) -> None:
    """The later of both counts; the notice comes once, and is read when the player has moved."""
    inbox = two(Options(clock=per_turn(hours)))
    table, first = inbox.table, mover(inbox.table)
    table.now = START + after - 1
    assert "time_running_out" not in inbox.kinds(first)
    table.now += 1
    assert inbox.unread(first)[-1] == "time_running_out"
    assert inbox.words(first).startswith("Your time is running out: move in the game with ")
    table.now += HOUR // 2
    assert inbox.kinds(first).count("time_running_out") == 1
    while mover(table) == first:
        table.move()
    assert "time_running_out" not in inbox.unread(first)
    assert "was running out" in _says(inbox, first, "time_running_out")


def test_pauses_do_not_count_for_four_fifths() -> None:
    """Of the 10 h of a turn, 8 h have run on Monday after a paused weekend."""
    weekend = Pause("UTC", (Weekday.SATURDAY, Weekday.SUNDAY), None)
    table = Correspondence(
        1, Rules(), 2, Options(clock=per_turn(10, pause=weekend), offsets=offsets(weekend.timezone, START))
    )
    table.fill(None)
    clocks, alarm = table.match.clocks, alarm_of(table.match)
    assert clocks is not None
    assert clocks.seat is not None
    assert alarm is not None
    assert clocks.running(clocks.seat).measured(clocks.since, alarm) == 8 * HOUR
    assert clocks.running(clocks.seat).measured(clocks.since, alarm - 1) < 8 * HOUR


def test_an_alarm_ends_the_wait_for_entries() -> None:
    """A read of the feeds waits no longer than until the next alarm."""
    inbox, waits = two(Options(clock=per_turn(10))), list[int]()
    inbox.look()
    alarm = alarm_of(inbox.table.match)
    assert alarm is not None
    inbox.projector._follower.go_on = waits.append  # type: ignore[assignment, method-assign]
    for inbox.table.now in (alarm - 4001, alarm - 3000, alarm):
        inbox.projector.go_on(4000)
    assert waits == [4000, 3000, 0]


def test_the_clock_may_jump() -> None:
    """The notice is created once if the clock jumps ahead and back, and never after the deadline."""
    inbox = two(Options(clock=per_turn(10), on_timeout=OnTimeout.CLAIM))
    table, first = inbox.table, mover(inbox.table)
    table.now = START + 9 * HOUR
    assert "time_running_out" in inbox.kinds(first)
    table.now = START
    inbox.look()
    table.now = START + 9 * HOUR
    assert inbox.kinds(first).count("time_running_out") == 1
    late = two(Options(clock=per_turn(10), on_timeout=OnTimeout.CLAIM))
    late.table.now = START + 11 * HOUR
    assert "time_running_out" not in late.kinds(mover(late.table))


def test_a_new_deadline_is_told_again() -> None:
    """After a vacation the deadline has a new notice, and the former is gone."""
    inbox = two(Options(clock=per_turn(10)))
    table, first = inbox.table, mover(inbox.table)
    table.now = START + 9 * HOUR
    inbox.look()
    table.attendance.begin_vacation(table.match, first)
    table.now += DAY
    table.attendance.end_vacation(table.match, first)
    inbox.look()
    made = [notice.kind for notice in inbox.inboxes.made(first)]
    assert made.count("time_running_out") == 2
    assert inbox.kinds(first).count("time_running_out") == 1


def test_a_time_out_is_told() -> None:
    """The late player is notified; the stand-in has no notices of turns."""
    inbox = two(Options(clock=per_turn(10)))
    first = mover(inbox.table)
    inbox.look()
    inbox.table.wait_until_due()
    assert inbox.kinds(first)[-1] == "timed_out"
    assert "turn" not in inbox.unread(first)
    assert inbox.words(first) == f"Your time was up in the game with {NAMES[_other(first)]}."


def test_a_plan_that_fails_is_told() -> None:
    """The notice is unread while it is the planner's turn."""
    inbox = two()
    table = inbox.table
    first = mover(table)
    planner = _other(first)
    table.planning.lay(table.match, planner, Plan(None, (_taken(table),)))
    while mover(table) == first:
        table.move()
    table.work()
    assert inbox.unread(planner)[-1] == "plan_failed"
    assert "could not be carried out" in inbox.words(planner)
    while mover(table) == planner:
        table.move()
    assert "plan_failed" not in inbox.unread(planner)


@pytest.mark.slow
def test_the_result_is_told() -> None:
    """All players who stayed get place and points; notices of turns are gone."""
    inbox = two()
    inbox.table.finish()
    result = inbox.table.match.result
    assert result is not None
    for seat, player in enumerate(("player-0", "player-1")):
        assert inbox.kinds(player)[-1] == "game_scored"
        assert "turn" not in inbox.kinds(player)
        points = result.scores[seat].total
        assert f"{points} points" in inbox.words(player)
    if len(result.ranking) > 1:
        assert inbox.words(f"player-{result.ranking[0][0]}").startswith("You won the game with ")
        assert inbox.words(f"player-{result.ranking[1][0]}").startswith("You came in place 2 with ")


@pytest.mark.parametrize("players", [2, 3])
def test_who_wins_alone_learns_why(players: int) -> None:
    """If nobody else stayed (R32) the notice gives that as the reason, not points."""
    inbox = two(Options(absent=Absent.END), players)
    table = inbox.table
    for player in ("player-0", "player-2")[: players - 1]:
        table.attendance.resign(table.match, player)
    table.work()
    whom = "Ann and Cleo" if players == 3 else "Ann"
    assert inbox.words("player-1") == f"You won the game with {whom}: everybody else left."
    assert inbox.kinds("player-1").count("game_scored") == 1


def test_a_game_that_is_called_off_is_told_to_the_others() -> None:
    """The player who called it off gets no notice."""
    inbox = two()
    inbox.table.attendance.abort(inbox.table.match, "player-0")
    assert "called_off" not in inbox.kinds("player-0")
    assert inbox.words("player-1") == "The game with Ann was called off."


def test_who_is_invited_learns_it_until_the_seats_are_taken() -> None:
    """It names who invites; once the player is seated, or no seat is free, it counts as read."""
    invited = Options(invited=("player-1", "player-2"))
    table = Correspondence(1, Rules(), 2, invited)
    inbox = Inbox(table)
    assert [inbox.unread(player) for player in ("player-1", "player-2")] == [["invited"], ["invited"]]
    assert inbox.words("player-1") == "Ann invites you to a game."
    table.tables.join(table.match, Sitter("player-1", None))
    assert "invited" not in inbox.unread("player-1")
    assert inbox.unread("player-2") == []


@pytest.mark.slow
def test_a_rematch_is_told_as_one() -> None:
    """Former players who have not opened it are notified."""
    inbox = two()
    table = inbox.table
    table.finish()
    again = as_game(table.tables).joined(table.match, Sitter("player-1", None), None, None)
    assert inbox.unread("player-0")[-1] == "rematch_offered"
    assert inbox.words("player-0", again) == "Ben offers a rematch."
    table.tables.join(again, Sitter("player-0", None))
    assert "rematch_offered" not in inbox.unread("player-0")


def test_a_table_for_invited_players_is_no_rematch_by_its_id_alone() -> None:
    """An id derived from a request's key belongs to a new table."""
    table = Correspondence(1)
    inbox = Inbox(table)
    options = Options(invited=("player-1",))
    sitter = Sitter("player-0", None)
    table.tables.create(new_game_id(bytes(16)), NewTable(Rules(), 2, "player-0", sitter, options))
    assert inbox.kinds("player-1") == ["invited"]


@pytest.mark.slow
def test_a_dynasty_goes_on_and_is_decided() -> None:
    """The first game starts like any other; then come the two that follow, and the decision."""
    table = Correspondence(1)
    inbox, dynasties = Inbox(table), Dynasties(table.tables, lambda: table.now)
    now = seated(dynasties)
    while (now := dynasties.advance(DYNASTY)).winners is None:
        table.tables.settle(play_running(table.tables, now, seeded(2)))
    kinds = [kind for kind in inbox.kinds("player-1") if kind not in ("turn", "player_joined")]
    goes_on = ["game_started", *["game_scored", "dynasty_goes_on"] * 2, "game_scored", "dynasty_decided"]
    assert sorted(kinds) == sorted(goes_on)
    assert "your dynasty" in inbox.words("player-1", now).lower()


@pytest.mark.slow
def test_a_comment_is_told_once_to_the_other_players() -> None:
    """Repeated reports give one notice; the author and others get none."""
    inbox = two()
    inbox.table.finish()
    head = inbox.table.match.head.version
    for _ in range(2):
        inbox.table.log.report(inbox.table.game, head, COMMENT_WRITTEN, f"{START} one player-0")
    assert inbox.kinds("player-1").count("comment") == 1
    assert "comment" not in inbox.kinds("player-0")
    assert inbox.words("player-1") == "Ann commented on your game."
    assert inbox.words("player-1", names={}) == "Somebody commented on your game."
    assert inbox.inboxes.players() == {"player-0", "player-1"}


def test_a_message_is_told_to_the_other_players() -> None:
    """The latest message of each game counts, also after its end; spectators' messages give no notice."""
    inbox = two()
    log, game, head = inbox.table.log, inbox.table.game, inbox.table.match.head.version
    for detail in ("1 player-0 players", "2 visitor spectators", "3 player-0 players"):
        log.report(game, head, TALK_WRITTEN, f"{START} {detail}")
    assert inbox.kinds("player-1").count("talk") == 1
    assert "talk" not in inbox.kinds("player-0")
    assert inbox.words("player-1") == "Ann wrote at your table."
    assert inbox.path("player-1") == f"/games/{game}#talk"
    inbox.table.finish()
    assert "talk" in inbox.kinds("player-1")
    assert inbox.inboxes.players() == {"player-0", "player-1"}


def test_who_asked_for_a_review_is_told_that_it_is_there() -> None:
    """Each time it is computed, those who asked are notified once, viewers too."""
    inbox = two()
    inbox.table.finish()
    log, game, head = inbox.table.log, inbox.table.game, inbox.table.match.head.version
    for at in (START, START, START + 1):
        log.report(game, head, REVIEW_READY, f"{at} player-1 visitor")
    assert inbox.kinds("player-1").count("review_ready") == 2
    assert "review_ready" not in inbox.kinds("player-0")
    assert inbox.words("player-1") == "The review of your game with Ann is ready."
    assert inbox.words("visitor") == "The review of the game between Ann and Ben is ready."
    assert inbox.path("visitor") == f"/games/{game}/replay#review"


@pytest.mark.slow
def test_an_occasion_that_cannot_be_read_holds_up_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """An unreadable occasion, as of another version, is logged; later ones are processed."""
    inbox = two()
    inbox.table.finish()
    head = inbox.table.match.head.version
    for detail in ("", f"{START} one player-0"):
        inbox.table.log.report(inbox.table.game, head, COMMENT_WRITTEN, detail)
    assert inbox.kinds("player-1").count("comment") == 1
    (record,) = (each for each in caplog.records if each.message.startswith("notices of "))
    assert record.__dict__["game"] == inbox.table.game
    assert [each.item for each in inbox.table.log.longest_stuck("notices", 9)] == [inbox.table.game]


def test_an_occasion_of_an_unknown_game_is_passed_over() -> None:
    """Other notices are made as usual."""
    inbox = two()
    nobodys = new_game_id(b"nobody's game is")
    inbox.table.log.report(nobodys, Version(3), COMMENT_WRITTEN, f"{START} one player-0")
    assert inbox.kinds(mover(inbox.table))


def _other(player: str) -> str:
    return {"player-0": "player-1", "player-1": "player-0"}[player]


def _taken(table: Correspondence) -> DominoNumber:
    """A domino that is in no line, so it cannot be chosen."""
    assert table.match.game is not None
    slots = (*table.match.game.line, *table.match.game.next_line)
    return next(n for n in sorted(table.match.rules.dominoes) if n not in {slot.domino for slot in slots})


def _says(inbox: Inbox, player: str, kind: str) -> str:
    notice = next(kept.notice for kept in inbox.inboxes.every(player) if kept.notice.kind == kind)
    now = inbox.table.match
    seats = displayed(now, NAMES)
    return KINDS[kind].says(SentenceContext(notice, now, player, is_true(notice, now, player), seats, NAMES))
