"""Live updates of a process, on an in-memory log: who receives what."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.games import tables_on
from harness.play.following import wait
from harness.store.fake_log import FakeEventLog
from harness.waiting import eventually
from kingdomino.machine import legal_commands
from kingdomino.rules import Rules
from replays.commands.attendance import Attendance
from replays.commands.tables import Move, NewTable, Tables
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, Version, derived_game_id
from replays.log.event_log import StoreAway
from replays.log.feeds import FeedEntry
from replays.log.occasions import TALK_WRITTEN, TalkDetail
from replays.match.aggregate import Match, Sitter
from service.application.live.follower import BACKLOG, Follower
from service.application.live.hub import Hub
from service.application.live.items import Hint, Missed, News, Talked
from service.application.quotas.streams import StreamClient, StreamQuota, TooManyFollowers, TooManyOfOne

PATIENCE = 5.0
LIMIT = 3


class Site:
    """An in-memory log and its live updates."""

    def __init__(self, log: FakeEventLog | None = None) -> None:
        self.tables: Tables = tables_on(log or FakeEventLog())
        self.hub = Hub(self.tables.log, self.tables.matches, LIMIT)

    def opened(self, name: str, player: str) -> Match:
        """Return a new table with this player."""
        table = NewTable(Rules(), 2, player, Sitter(player, None))
        return self.tables.create(derived_game_id(name), table).after

    def joined(self, match: Match, player: str) -> Match:
        """Return the game that starts when this player joins."""
        return self.tables.join(match, Sitter(player, None)).after

    def moved(self, match: Match) -> Match:
        """Return the game after its first legal move."""
        assert match.game is not None
        assert match.game.mover is not None
        mover = match.sitters[match.game.mover].player
        move = Move(mover, legal_commands(match.game)[0], match.head.version)
        return self.tables.move(match, move).after


@pytest.fixture
def site() -> Iterator[Site]:
    """Give a log and its live updates, which are closed after the test."""
    site = Site()
    yield site
    site.hub.close()


def heard(follower: Follower, last: Match) -> list[Hint]:
    """The hints that the follower gets up to the current version of this game."""
    hints: list[Hint] = []
    while Hint(last.id, last.head.version) not in hints:
        batch = wait(follower, PATIENCE)
        assert batch
        hints += [hint for hint in batch if isinstance(hint, Hint)]
    return hints


def read(follower: Follower, *last: Match) -> dict[GameId, list[int]]:
    """The versions of each game that the follower gets up to the current ones."""
    versions: dict[GameId, list[int]] = {match.id: [] for match in last}
    while any(follower.seen[match.id] < match.head.version for match in last):
        for news in wait(follower, PATIENCE):
            assert isinstance(news, News)
            versions[news.game] += [event.version for event in news.events]
    return versions


def caught_up(follower: Follower) -> list[News]:
    """The news that the logs have for the follower, without hints."""
    return [item for item in follower.catch_up() if isinstance(item, News)]


def test_hints_of_ones_own_games(site: Site) -> None:
    """Hints cover games joined before and after; never those of others."""
    mine, theirs = site.opened("mine", "ann"), site.opened("theirs", "cid")
    ann = site.hub.follow({}, "ann")
    site.joined(theirs, "dan")
    mine = site.moved(site.joined(mine, "bob"))
    assert {hint.game for hint in heard(ann, mine)} == {mine.id}
    later = site.joined(site.opened("later", "bob"), "ann")
    assert {hint.game for hint in heard(ann, later)} == {later.id}
    later = site.moved(later)
    assert heard(ann, later)[-1] == Hint(later.id, later.head.version)


def test_hints_of_talk(site: Site) -> None:
    """Hints cover the rooms that a stream requested, even after the game; others get none."""
    match = site.joined(site.opened("game", "ann"), "bob")
    ann = site.hub.follow({}, talks={match.id: ["players"]})
    cid = site.hub.follow({}, talks={match.id: ["spectators"]})
    bob = site.hub.follow({match.id: match.head.version})
    Attendance(site.tables).abort(match, "ann")
    for number, room in ((1, "spectators"), (2, "players")):
        detail = TalkDetail(5, number, "somebody", room).stored()
        site.tables.log.report(match.id, match.head.version, TALK_WRITTEN, detail)
    assert wait(ann, PATIENCE) == [Talked(match.id, "players")]
    assert wait(cid, PATIENCE) == [Talked(match.id, "spectators")]
    assert [type(item) for item in wait(bob, PATIENCE)] == [News]
    assert not ann.ended


def test_a_gap_is_closed_at_once(site: Site) -> None:
    """A follower whose news do not continue what it saw reads the log without waiting for more news."""
    match = site.joined(site.opened("game", "ann"), "bob")
    follower = site.hub.follow({match.id: match.head.version - 2})
    moved = site.moved(match)
    (news,) = wait(follower, PATIENCE)
    assert isinstance(news, News)
    assert [event.version for event in news.events] == list(
        range(match.head.version - 1, moved.head.version + 1)
    )


def test_hints_of_a_game_taken_over(site: Site) -> None:
    """Hints begin when the player has the seat."""
    match = site.joined(site.opened("game", "ann"), "bob")
    attendance, cid = Attendance(site.tables), site.hub.follow({}, "cid")
    assert match.mover is not None
    match = attendance.resign(match, match.sitters[1 - match.mover].player).after
    match = attendance.take_over(match, "cid", 1 - match.mover).after  # type: ignore[operator]
    assert heard(cid, match)[-1] == Hint(match.id, match.head.version)


def test_everybody_at_the_table_is_told(site: Site) -> None:
    """Both listeners of one player and one of another get hints; a stranger gets none."""
    match = site.joined(site.opened("game", "ann"), "bob")
    listeners = [site.hub.follow({}, player) for player in ("ann", "bob", "cid")]
    match = site.moved(match)
    for listener in listeners[:2]:
        assert heard(listener, match)
    assert wait(listeners[2], 0) == []


def test_versions_only_grow(site: Site) -> None:
    """Versions are in the order of the log; the last one is current."""
    match = site.joined(site.opened("game", "ann"), "bob")
    ann = site.hub.follow({}, "ann")
    for _ in range(10):
        match = site.moved(match)
    versions = [hint.version for hint in heard(ann, match)]
    assert versions == sorted(set(versions))


def test_several_games_at_once(site: Site) -> None:
    """Each game is followed from its own version without a gap; a dropped game sends no more."""
    games = [site.joined(site.opened(name, "ann"), "bob") for name in ("one", "two", "three")]
    seen = {match.id: match.head.version - back for back, match in enumerate(games[:2])}
    follower = site.hub.follow(seen)
    assert [(news.game, len(news.events)) for news in caught_up(follower)] == [(games[1].id, 1)]
    for _ in range(4):
        games = [site.moved(match) for match in games]
    versions = read(follower, *games[:2])
    for match in games[:2]:
        first = versions[match.id][0]
        assert versions[match.id] == list(range(first, match.head.version + 1))
    follower.drop(games[0].id)
    games = [site.moved(match) for match in games]
    assert read(follower, games[1]).keys() == {games[1].id}


@pytest.mark.slow
@given(st.lists(st.integers(0, 2), max_size=20), st.integers(1, 4))
def test_nothing_is_lost_or_doubled(moves: list[int], backlog: int) -> None:
    """A follower gets every event once and in order, however much accumulates before it looks."""
    site = Site()
    games = [site.joined(site.opened(str(number), "ann"), "bob") for number in range(3)]
    follower = Follower(site.hub, {match.id: match.head.version for match in games}, "ann")
    follower.mine.update(match.id for match in games)
    before = dict(follower.seen)
    got: dict[GameId, list[int]] = {match.id: [] for match in games}

    def look() -> None:
        for item in wait(follower, 0):
            if isinstance(item, News):
                got[item.game].extend(event.version for event in item.events)

    for count, number in enumerate(moves):
        games[number] = match = site.moved(games[number])
        news = News(match.id, site.tables.log.read(match.id, after=match.head.version - count % 2 - 1))
        follower.put(follower.batch({match.id: match.head.version}, {match.id: news}))
        if count % (backlog * 3) == 0:
            look()
    for _ in moves:
        look()
    for match in games:
        assert got[match.id] == list(range(before[match.id] + 1, match.head.version + 1))


def test_who_falls_behind_is_told_so(site: Site) -> None:
    """A single `Missed` replaces the hints, and the events are read from the log."""
    match = site.joined(site.opened("game", "ann"), "bob")
    ann = Follower(site.hub, {match.id: match.head.version}, "ann")
    ann.mine.add(match.id)
    seen = match.head.version
    match = site.moved(match)
    for _ in range(BACKLOG + 1):
        ann.put(ann.batch({match.id: match.head.version}, {match.id: News(match.id, [])}))
    missed, news = wait(ann, 0)
    assert missed == Missed()
    assert isinstance(news, News)
    assert [event.version for event in news.events] == list(range(seen + 1, match.head.version + 1))
    assert wait(ann, 0) == []
    ann.put(ann.batch({match.id: match.head.version}, {}))
    assert wait(ann, 0) == [Hint(match.id, match.head.version)]


def test_all_followers_share_the_room(site: Site) -> None:
    """A follower of many games takes one place; closing it frees the place."""
    match = site.opened("game", "ann")
    followers = [site.hub.follow({}, "ann") for _ in range(LIMIT - 1)]
    other = site.opened("other", "ann")
    last = site.hub.follow({match.id: match.head.version, other.id: 0}, "bob")
    for _ in range(2):
        with pytest.raises(TooManyFollowers):
            site.hub.follow({}, "bob")
        with pytest.raises(TooManyFollowers):
            site.hub.follow({match.id: match.head.version})
        followers[0].close()
        followers[0].close()
        followers[0] = site.hub.follow({}, "bob")
    last.close()
    site.hub.follow({}, "bob")


def test_nobody_takes_all_the_room(site: Site) -> None:
    """Each account and each address has a share of the streams; closing frees a place."""
    games = {site.opened(name, "ann").id: 0 for name in ("one", "two", "three")}
    hub = Hub(site.tables.log, site.tables.matches, 8, StreamQuota(address=1 / 2, account=1 / 4))
    ann = [hub.follow(games, "ann", StreamClient(f"192.0.2.{number}", "ann")) for number in range(2)]
    with pytest.raises(TooManyOfOne):
        hub.follow(games, client=StreamClient("192.0.2.2", "ann"))
    school = [hub.follow(games, client=StreamClient("2001:db8::/64")) for _ in range(4)]
    with pytest.raises(TooManyOfOne):
        hub.follow({}, "bob", StreamClient("2001:db8::/64", "bob"))
    for follower in (ann[0], school[0]):
        follower.close()
    hub.follow({}, "ann", StreamClient("2001:db8::/64", "ann"))
    hub.close()


def test_the_end_wakes_everybody(site: Site) -> None:
    """A waiting follower returns at once and sees the end."""
    ann, woken = site.hub.follow({}, "ann"), Event()
    ann.on_news = woken.set
    assert not ann.ended
    assert not woken.is_set()
    site.hub.close()
    assert woken.wait(PATIENCE)
    assert ann.ended


def test_whoever_counts_streams_hears_of_each_once() -> None:
    """A refused stream is not counted, and one closed twice is counted as closed once."""
    tables = tables_on(FakeEventLog())
    changes: list[int] = []
    hub = Hub(tables.log, tables.matches, 2, watching=changes.append)
    first = hub.follow({derived_game_id("any"): 0, derived_game_id("other"): 0})
    second = hub.follow({}, "ann")
    with pytest.raises(TooManyFollowers):
        hub.follow({}, "bob")
    for follower in (first, first, second):
        follower.close()
    hub.close()
    assert changes == [1, 1, -1, -1]


class Shaky(FakeEventLog):
    """A log whose feeds can fail; `others` is its content after a fail-over."""

    def __init__(self) -> None:
        super().__init__()
        self.is_away = False
        self.error: Exception = StoreAway("gone")
        self.failures = 0
        self.others: dict[GameId, list[StoredEvent]] = {}

    def tail(self, cursors: Mapping[int, str], block_ms: int, count: int = 100) -> list[FeedEntry]:
        """Return new feed entries."""
        self._answer()
        return super().tail(cursors, min(block_ms, 10), count)

    def feed_ends(self) -> dict[int, str]:
        """Return the ends of the feeds."""
        self._answer()
        return super().feed_ends()

    def _answer(self) -> None:
        if self.is_away:
            self.failures += 1
            raise self.error

    def read(
        self, game: GameId, after: int = 0, limit: int | None = None, upto: int | None = None
    ) -> list[StoredEvent]:
        """Return the events of the game, from `others` if it has any."""
        if game not in self.others:
            return super().read(game, after, limit, upto)
        return [event for event in self.others[game] if event.version > after][:limit]

    def fail(self) -> None:
        """Fail until the reader has noticed twice."""
        known, self.is_away = self.failures, True
        eventually(lambda: self.failures >= known + 2, PATIENCE)


@pytest.fixture
def shaky(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Give a site whose log can fail, with a short retry interval."""
    monkeypatch.setattr("service.application.live.hub.RETRY_SECONDS", 0.001)
    site = Site(Shaky())
    yield site
    site.hub.close()


def log_of(site: Site) -> Shaky:
    """The site's log, typed."""
    assert isinstance(site.tables.log, Shaky)
    return site.tables.log


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (StoreAway("gone"), ["the store is away: gone", r"the store is back after \d+ seconds"]),
        (KeyError("ours"), ["live updates wait: 'ours'", "live updates go on"]),
    ],
)
def test_after_an_outage_all_look_for_themselves(
    shaky: Site, caplog: pytest.LogCaptureFixture, error: Exception, said: list[str]
) -> None:
    """Followers read what they missed, including a new game; begin and end are logged once."""
    log_of(shaky).error = error
    match = shaky.joined(shaky.opened("game", "ann"), "bob")
    follower = shaky.hub.follow({match.id: match.head.version}, "ann")
    seen = match.head.version
    log_of(shaky).fail()
    match = shaky.moved(match)
    later = shaky.joined(shaky.opened("later", "bob"), "ann")
    log_of(shaky).is_away = False
    missed, news = eventually(lambda: wait(follower, 0.1), PATIENCE)
    assert missed == Missed()
    assert news == News(match.id, shaky.tables.log.read(match.id, after=seen))
    later = shaky.moved(later)
    assert heard(follower, later) == [Hint(later.id, later.head.version)]
    eventually(lambda: len(caplog.records) >= len(said), PATIENCE)  # followers read on before it is logged
    for record, pattern in zip(caplog.records, said, strict=True):
        assert re.fullmatch(pattern, record.message)


@pytest.mark.parametrize("moves", [0, 1])
def test_what_a_fail_over_lost_ends_its_stream(shaky: Site, moves: int) -> None:
    """Followers of lost events are ended without being sent the other events."""
    match = shaky.joined(shaky.opened("game", "ann"), "bob")
    follower = shaky.hub.follow({match.id: match.head.version})
    assert follower.catch_up() == []
    for _ in range(moves):
        match = shaky.moved(match)
        read(follower, match)
    log_of(shaky).fail()
    kept = shaky.tables.log.read(match.id)
    other = replace(kept[-1], hash="0" * 64)
    log_of(shaky).others[match.id] = [*kept[:-1], other, replace(other, version=Version(other.version + 1))]
    log_of(shaky).is_away = False
    assert not follower.ended
    eventually(lambda: not wait(follower, 0.1) and follower.ended, PATIENCE)
    assert follower.seen == {match.id: match.head.version}
    again = shaky.hub.follow({match.id: match.head.version - 1})
    assert [news.events[0] for news in caught_up(again)] == [other]
    assert not again.ended
