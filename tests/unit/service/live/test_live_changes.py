"""What live messages say of the state: as the API gives it, and made once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import cast

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.audit.json_patch import patched
from harness.games import play_out, seeded, tables_on
from harness.play.correspondence import played
from harness.play.dynasties import decided
from harness.play.following import wait
from harness.store.memory_log import MemoryEventLog
from kingdomino.rules import Rules
from replays.commands.tables import NewTable
from replays.encoding.canonical import canonical
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, Version, new_game_id
from replays.log.event_log import EventLog, StoreAway
from replays.match.aggregate import Match, Sitter
from replays.match.matches import Matches
from replays.projections.replay import replayed
from replays.projections.view import state
from service.games.actions import actions_of
from service.live.changes import MOST, LiveChanges
from service.live.follower import News
from service.live.hub import Hub
from tests.properties.test_correspondence import GAMES, Table, clocks, tables

FOLLOWERS = 1_000
PATIENCE = 30.0


def named(players: Iterable[str]) -> dict[str, str | None]:
    """Return names for players."""
    return {player: f"N {player}" for player in players}


def sound(made: Mapping[Version, bytes], before: Match, after: Match) -> None:
    """Assert that what came with the event after which the match is this leads to what the API gives then."""
    said = orjson.loads(b"{%b}" % made[after.head.version].removeprefix(b","))
    names = named(sitter.player for sitter in after.sitters)
    assert orjson.dumps(patched(state(before, names), said["changes"])) == orjson.dumps(state(after, names))
    for player in ("somebody", *(sitter.player for sitter in after.sitters if sitter.bot is None)):
        own = said["actions"].get(player, said["actions"]["others"])
        assert own == [action.form() for action in actions_of(after, player)]


class GrowingLog:
    """One game as far as it has come; `reads` counts how often it was read, and it can be `away`."""

    def __init__(self, events: Sequence[StoredEvent]) -> None:
        self.events = list(events)
        self.reads = 0
        self.away = False

    def read(self, _: GameId, after: int = 0, upto: int | None = None) -> list[StoredEvent]:
        """The events after a version, as a log gives them."""
        if self.away:
            raise StoreAway("away")
        self.reads += 1
        return self.events[after:upto]


class Stage:
    """A game, the log in which it grows, and what renders it."""

    def __init__(self, game: GameId, events: Sequence[StoredEvent]) -> None:
        self.game = game
        self.frames = replayed(game, events).frames
        self.log = GrowingLog(events)
        self.names = named
        self.changes = LiveChanges(Matches(cast("EventLog", self.log)), self._named)

    def _named(self, players: Iterable[str]) -> Mapping[str, str | None]:
        return self.names(players)

    def render(self, seen: int, end: int) -> dict[Version, bytes]:
        """What is rendered when the log has come to `end`, and followers saw the version `seen` last."""
        events = [frame.event for frame in self.frames][:end]
        self.log.events = events
        return self.changes(self.game, events[max(seen - 1, 0) :])


@settings(GAMES)
@given(tables(st.none() | clocks()))
def test_they_lead_to_what_the_api_gives(table: Table) -> None:
    """State and actions after each event of each append, for everybody, in games of every kind."""
    game, record, appends = played(*table)
    stage = Stage(game, record)
    for seen, end in pairwise(appends):
        made = stage.render(seen, end)
        assert list(made) == list(range(seen + 1, end + 1))
        for before, after in pairwise(stage.frames[seen - 1 : end]):
            sound(made, before.match, after.match)
    assert stage.log.reads == 1


@pytest.fixture
def stage() -> Stage:
    """Give a game of two that is finished."""
    log = tables_on(MemoryEventLog())
    game = play_out(log, 2, Rules(), seeded(1))
    return Stage(game, log.log.read(game))


def test_each_version_is_rendered_once(stage: Stage) -> None:
    """Also where a slow follower has not seen the ones before."""
    assert list(stage.render(9, 10)) == [10]
    assert list(stage.render(9, 10)) == []
    assert list(stage.render(5, 12)) == [11, 12]


def test_a_game_that_nobody_followed_meanwhile(stage: Stage) -> None:
    """It is read again, from after what the followers have seen."""
    stage.render(9, 10)
    made = stage.render(30, 31)
    sound(made, stage.frames[29].match, stage.frames[30].match)
    assert list(made) == [31]


def test_the_first_event_changes_nothing(stage: Stage) -> None:
    """There is no state before it; and without events there is nothing to say."""
    assert list(stage.render(0, 2)) == [2]
    assert stage.changes(stage.game, []) == {}


def test_who_has_missed_much_gets_the_latest_only(stage: Stage) -> None:
    """The last of so many events; what comes before has to be asked for."""
    assert list(stage.render(1, 50)) == list(range(50 - MOST + 2, 51))


def test_another_branch_after_a_fail_over(stage: Stage) -> None:
    """What was rendered of lost events does not count; the changes are for the state that the log has."""
    other = Stage(stage.game, [frame.event for frame in stage.frames])
    lost = [*other.log.events[:9], replace(other.log.events[9], hash="0" * 64)]
    stage.changes(stage.game, lost[8:])
    made = stage.render(9, 11)
    sound(made, stage.frames[8].match, stage.frames[9].match)
    sound(made, stage.frames[9].match, stage.frames[10].match)


def test_a_state_of_another_branch_is_not_changed(stage: Stage) -> None:
    """The first operation tests the hash of the state before."""
    said = orjson.loads(b"{%b}" % stage.render(9, 10)[Version(10)].removeprefix(b","))
    before = state(stage.frames[8].match, {})
    with pytest.raises(ValueError, match="is not"):
        patched({**before, "hash": "0" * 64}, said["changes"])


def test_a_player_who_is_renamed(stage: Stage) -> None:
    """The next change has the new name."""
    stage.render(9, 10)
    stage.names = lambda players: dict.fromkeys(players, "Zoe")
    said = orjson.loads(b"{%b}" % stage.render(10, 11)[Version(11)].removeprefix(b","))
    renamed = [operation for operation in said["changes"] if operation["path"].startswith("/players")]
    assert {operation["value"] for operation in renamed} == {"Zoe"}


def test_a_damaged_game_and_another_kind_of_stream(stage: Stage) -> None:
    """Nothing comes of them; while the store is away the reader tries again."""
    events = stage.log.events[8:10]
    body = canonical({**events[1].record, "type": "DominoEaten"})
    assert stage.changes(stage.game, [events[0], replace(events[1], body=body)]) == {}
    dynasty = decided(tables_on(log := MemoryEventLog()), seeded(1))
    record = log.read(dynasty.id)
    assert LiveChanges(Matches(log), named)(dynasty.id, record) == {}
    stage.log.away = True
    with pytest.raises(StoreAway):
        stage.changes(stage.game, stage.log.events[20:22])


def test_many_followers_cost_one_rendering() -> None:
    """All get the same bytes with the event."""
    site = tables_on(MemoryEventLog())
    match = site.create(new_game_id(bytes(16)), NewTable(Rules(), 2, "ann", Sitter("ann", None))).match
    rendered: list[int] = []
    changes = LiveChanges(site.matches, named)

    def render(game: GameId, events: list[StoredEvent]) -> dict[Version, bytes]:
        made = changes(game, events)
        rendered.extend(made)
        return made

    hub = Hub(site.log, site.matches, FOLLOWERS, render=render)
    try:
        followers = [hub.follow({match.id: match.head.version}) for _ in range(FOLLOWERS)]
        for follower in followers:
            assert follower.catch_up() == []
        joined = site.join(match, Sitter("bob", None)).match
        got = [cast("News", news) for follower in followers for news in wait(follower, PATIENCE)]
    finally:
        hub.close()
    assert rendered == list(range(match.head.version + 1, joined.head.version + 1))
    assert {tuple(event.version for event in news.events) for news in got} == {tuple(rendered)}
    assert len(got) == FOLLOWERS
    assert {id(news.changes) for news in got} == {id(got[0].changes)}


def test_what_is_read_from_the_log_comes_without_changes() -> None:
    """After a gap, an outage, or a break of the connection: whoever missed it fetches the state."""
    site = tables_on(MemoryEventLog())
    match = site.create(new_game_id(bytes(16)), NewTable(Rules(), 2, "ann", Sitter("ann", None))).match
    hub = Hub(site.log, site.matches, FOLLOWERS, render=LiveChanges(site.matches, named))
    try:
        follower = hub.follow({match.id: 0})
        assert [cast("News", news).changes for news in follower.catch_up()] == [{}]
        follower.miss()
        site.join(match, Sitter("bob", None))
        assert [cast("News", news).changes for news in wait(follower, PATIENCE)] == [{}]
    finally:
        hub.close()
