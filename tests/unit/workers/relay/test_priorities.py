"""Priorities: the opener of a game and whether people play, read rarely, from any log."""

from collections.abc import Callable, Iterable, Sequence

import pytest

from harness.clock import Clock
from harness.jobs.dispatching import itself
from harness.play.correspondence import Correspondence
from harness.play.dynasties import DYNASTY, dynasties_on
from kingdomino.rules import Rules
from replays.clocks.spec import ClockSpec, TimeControl
from replays.commands.tables import NewTable
from replays.dynasty.aggregate import game_id
from replays.dynasty.kind import DYNASTY as KIND
from replays.encoding.entries import RawEntry, StoredEvent
from replays.encoding.identity import GameId, derived_game_id
from replays.events.game_events import Options
from replays.log.feeds import FeedEntry
from replays.match.aggregate import Sitter
from workers.jobs.registry import ACT, SCORE, Task, Work, advancing
from workers.relay.fair_queue import Priority
from workers.relay.priorities import BELIEVED_SECONDS, Priorities

Looks = list[Sequence[tuple[GameId, int]]]


@pytest.fixture
def table() -> Correspondence:
    """Give a game of one person and two bots, with a clock."""
    table = Correspondence(
        3, players=3, options=Options(clock=ClockSpec(TimeControl.PER_TURN, 3600, 3600, 3600))
    )
    table.fill("greedy", "random")
    return table


def groups(accounts: Iterable[str]) -> dict[str, str]:
    """The groups of accounts; one is in a larger group."""
    return itself(accounts) | {"player-0": "a house"}


@pytest.fixture
def priorities(table: Correspondence, clock: Clock) -> Priorities:
    """Give priorities without cached games."""
    return Priorities(table.log, groups, clock)


@pytest.fixture
def looks(table: Correspondence, monkeypatch: pytest.MonkeyPatch) -> Looks:
    """Give the batch reads of the log: streams, and the versions after which they were read."""
    taken: Looks = []
    read: Callable[..., list[list[StoredEvent] | None]] = table.log.read_each

    def read_each(places: Sequence[tuple[GameId, int]]) -> list[list[StoredEvent] | None]:
        taken.append(places)
        return read(places)

    monkeypatch.setattr(table.log, "read_each", read_each)
    return taken


def of(priorities: Priorities, game: GameId, task: Task = ACT) -> Priority:
    """The priority of one game."""
    work = Work(task, game)
    return priorities.of([work])[work]


def heard(table: Correspondence, priorities: Priorities) -> None:
    """Pass all appends to the priorities, like the relay."""
    ends = dict.fromkeys(table.log.feed_ends(), "0-0")
    priorities.heard(table.log.tail(ends, block_ms=0))


def test_a_game_counts_for_who_opened_it(table: Correspondence, priorities: Priorities) -> None:
    """The priority has the opener's group and account, and people."""
    assert of(priorities, table.game) == Priority("a house", "player-0", people=True)


def test_an_account_is_asked_about_once(table: Correspondence, clock: Clock) -> None:
    """Each account is looked up once, together with others."""
    asked = []

    def groups(accounts: Iterable[str]) -> dict[str, str]:
        asked.append(list(accounts))
        return itself(asked[-1])

    priorities = Priorities(table.log, groups, clock)
    nobodys = derived_game_id("nobody")
    for _ in range(3):
        priorities.of([Work(ACT, table.game), Work(SCORE, table.game), Work(ACT, nobodys)])
    assert asked == [["player-0", nobodys]]


def test_a_seat_that_is_left_is_no_persons(table: Correspondence, priorities: Priorities) -> None:
    """Once the relay has seen the resignation, no person is left; the game still counts for its opener."""
    of(priorities, table.game)
    table.attendance.resign(table.match, "player-0")
    heard(table, priorities)
    assert of(priorities, table.game) == Priority("a house", "player-0", people=False)


def test_whoever_is_away_comes_back(table: Correspondence, priorities: Priorities) -> None:
    """After a time-out only bots play; a person who returns counts again."""
    while table.match.policy_of(table.match.mover):  # type: ignore[arg-type]
        table.duties.do(table.game)
    table.now += 3_600_000
    table.attendance.expire(table.match)
    heard(table, priorities)
    assert not of(priorities, table.game).people
    while table.match.mover == 0:
        table.tables.play_bot(table.match)
    table.attendance.come_back(table.match, "player-0")
    heard(table, priorities)
    assert of(priorities, table.game).people


def test_scores_and_dynasties_come_with_people(table: Correspondence, priorities: Priorities) -> None:
    """Scores and dynasties of bots' games count so too, and do not wait behind many of them."""
    table.attendance.resign(table.match, "player-0")
    assert of(priorities, table.game, SCORE) == Priority("a house", "player-0", people=True)
    dynasties_on(table.tables).found(DYNASTY, NewTable(Rules(), 2, "ann", Sitter("ann", None)))
    assert of(priorities, DYNASTY, advancing(KIND)) == Priority("ann", "ann", people=True)


def test_a_game_of_a_dynasty_counts_for_its_founder(table: Correspondence, priorities: Priorities) -> None:
    """It does not count for the service, which opens all of them."""
    dynasties = dynasties_on(table.tables)
    found = dynasties.found(DYNASTY, NewTable(Rules(), 2, "ann", Sitter("ann", None))).after
    dynasties.join(found, Sitter("ben", None))
    dynasties.advance(DYNASTY)
    assert of(priorities, game_id(DYNASTY, 1)) == Priority("ann", "ann", people=True)


def test_the_log_is_read_seldom(
    table: Correspondence, priorities: Priorities, looks: Looks, clock: Clock
) -> None:
    """A game is read once per minute at most, and no event twice."""
    for _ in range(10):
        of(priorities, table.game)
        table.work()
        heard_types = [FeedEntry(0, "1-0", table.game, table.match.head.version, ("DominoPlaced",))]
        priorities.heard(heard_types)
    assert looks == [[(table.game, 0)]]
    clock.advance(BELIEVED_SECONDS)
    of(priorities, table.game)
    assert len(looks) == 2
    assert looks[1][0][1] >= 5  # events already read are skipped


def test_many_games_are_read_together(table: Correspondence, priorities: Priorities, looks: Looks) -> None:
    """Fifty games are read per round trip."""
    priorities.of([Work(ACT, derived_game_id(str(number))) for number in range(120)])
    assert [len(places) for places in looks] == [50, 50, 20]


@pytest.mark.parametrize("body", [b"no json", b"[]", b'{"type":"GameCreated","data":{}}'])
def test_what_cannot_be_read_counts_for_itself(
    table: Correspondence, priorities: Priorities, body: bytes
) -> None:
    """A missing or damaged game delays no other; the job itself reports what is wrong."""
    with table.log.damaging(table.game) as entries:
        entries[0] = RawEntry("1-0", {b"e": body, b"h": b"00"})
    assert of(priorities, table.game) == Priority(table.game, table.game, people=False)
    nobodys = derived_game_id("nobody")
    assert of(priorities, nobodys) == Priority(nobodys, nobodys, people=False)
