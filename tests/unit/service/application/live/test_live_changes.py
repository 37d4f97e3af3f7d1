"""Changes in live messages: they equal the API's states, and are rendered once."""

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
from harness.store.fake_log import FakeEventLog
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
from service.application.games.actions import actions_of
from service.application.live.changes import MOST, LiveChanges
from service.application.live.hub import Hub
from service.application.live.items import News
from tests.properties.log.test_correspondence import GAMES, Table, clocks, tables

FOLLOWERS = 1_000
PATIENCE = 30.0


def named(players: Iterable[str]) -> dict[str, str | None]:
    """Return a name for each player."""
    return {player: f"N {player}" for player in players}


def sound(made: Mapping[Version, bytes], before: Match, after: Match) -> None:
    """Assert that the changes and actions sent with an event lead to the API's state after it."""
    said = orjson.loads(b"{%b}" % made[after.head.version].removeprefix(b","))
    names = named(sitter.player for sitter in after.sitters)
    assert orjson.dumps(patched(state(before, names), said["changes"])) == orjson.dumps(state(after, names))
    for player in ("somebody", *(sitter.player for sitter in after.sitters if sitter.bot is None)):
        own = said["actions"].get(player, said["actions"]["others"])
        assert own == [action.form() for action in actions_of(after, player)]


class GrowingLog:
    """One game that grows; `reads` counts reads, and `away` makes them fail."""

    def __init__(self, events: Sequence[StoredEvent]) -> None:
        self.events = list(events)
        self.reads = 0
        self.away = False

    def read(self, _: GameId, after: int = 0, upto: int | None = None) -> list[StoredEvent]:
        """Return the events after a version, like a log."""
        if self.away:
            raise StoreAway("away")
        self.reads += 1
        return self.events[after:upto]


class Stage:
    """A game, its growing log, and the renderer."""

    def __init__(self, game: GameId, events: Sequence[StoredEvent]) -> None:
        self.game = game
        self.frames = replayed(game, events).frames
        self.log = GrowingLog(events)
        self.names = named
        self.changes = LiveChanges(Matches(cast("EventLog", self.log)), self._named)

    def _named(self, players: Iterable[str]) -> Mapping[str, str | None]:
        return self.names(players)

    def render(self, seen: int, end: int) -> dict[Version, bytes]:
        """Render for a log that has reached `end`, with followers at version `seen`."""
        events = [frame.event for frame in self.frames][:end]
        self.log.events = events
        return self.changes(self.game, events[max(seen - 1, 0) :])


@pytest.mark.long
@settings(GAMES)
@given(tables(st.none() | clocks()))
def test_they_lead_to_what_the_api_gives(table: Table) -> None:
    """State and actions are right after each event, for every player, in games of every kind."""
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
    """Give a finished game of two."""
    log = tables_on(FakeEventLog())
    game = play_out(log, 2, Rules(), seeded(1))
    return Stage(game, log.log.read(game))


def test_each_version_is_rendered_once(stage: Stage) -> None:
    """A version is not rendered again for a slow follower."""
    assert list(stage.render(9, 10)) == [10]
    assert list(stage.render(9, 10)) == []
    assert list(stage.render(5, 12)) == [11, 12]


def test_a_game_that_nobody_followed_meanwhile(stage: Stage) -> None:
    """The game is read again, from the followers' version on."""
    stage.render(9, 10)
    made = stage.render(30, 31)
    sound(made, stage.frames[29].match, stage.frames[30].match)
    assert list(made) == [31]


def test_the_first_event_changes_nothing(stage: Stage) -> None:
    """The first event has no state before it; without events there is nothing to render."""
    assert list(stage.render(0, 2)) == [2]
    assert stage.changes(stage.game, []) == {}


def test_who_has_missed_much_gets_the_latest_only(stage: Stage) -> None:
    """Only the newest events get changes; earlier states must be fetched."""
    assert list(stage.render(1, 50)) == list(range(50 - MOST + 2, 51))


def test_another_branch_after_a_fail_over(stage: Stage) -> None:
    """Renderings of lost events are discarded; the changes fit the log's state."""
    other = Stage(stage.game, [frame.event for frame in stage.frames])
    lost = [*other.log.events[:9], replace(other.log.events[9], hash="0" * 64)]
    stage.changes(stage.game, lost[8:])
    made = stage.render(9, 11)
    sound(made, stage.frames[8].match, stage.frames[9].match)
    sound(made, stage.frames[9].match, stage.frames[10].match)


def test_a_state_of_another_branch_is_not_changed(stage: Stage) -> None:
    """The first operation tests the hash of the previous state."""
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


@pytest.mark.slow
def test_a_damaged_game_and_another_kind_of_stream(stage: Stage) -> None:
    """Damaged games and other streams give no changes; an unavailable store is retried."""
    events = stage.log.events[8:10]
    body = canonical({**events[1].record, "type": "DominoEaten"})
    assert stage.changes(stage.game, [events[0], replace(events[1], body=body)]) == {}
    dynasty = decided(tables_on(log := FakeEventLog()), seeded(1))
    record = log.read(dynasty.id)
    assert LiveChanges(Matches(log), named)(dynasty.id, record) == {}
    stage.log.away = True
    with pytest.raises(StoreAway):
        stage.changes(stage.game, stage.log.events[20:22])


@pytest.mark.slow
def test_many_followers_cost_one_rendering() -> None:
    """All followers get the same bytes."""
    site = tables_on(FakeEventLog())
    match = site.create(new_game_id(bytes(16)), NewTable(Rules(), 2, "ann", Sitter("ann", None))).after
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
        joined = site.join(match, Sitter("bob", None)).after
        got = [cast("News", news) for follower in followers for news in wait(follower, PATIENCE)]
    finally:
        hub.close()
    assert rendered == list(range(match.head.version + 1, joined.head.version + 1))
    assert {tuple(event.version for event in news.events) for news in got} == {tuple(rendered)}
    assert len(got) == FOLLOWERS
    assert {id(news.changes) for news in got} == {id(got[0].changes)}


def test_what_is_read_from_the_log_comes_without_changes() -> None:
    """After a gap, an outage or a reconnection the client fetches the state."""
    site = tables_on(FakeEventLog())
    match = site.create(new_game_id(bytes(16)), NewTable(Rules(), 2, "ann", Sitter("ann", None))).after
    hub = Hub(site.log, site.matches, FOLLOWERS, render=LiveChanges(site.matches, named))
    try:
        follower = hub.follow({match.id: 0})
        assert [cast("News", news).changes for news in follower.catch_up()] == [{}]
        follower.miss()
        site.join(match, Sitter("bob", None))
        assert [cast("News", news).changes for news in wait(follower, PATIENCE)] == [{}]
    finally:
        hub.close()
