"""Streams that not everybody may watch: the checks of their access, and the loss of a seat."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import takewhile
from threading import Event

import pytest

from harness.games import tables_on
from harness.play.following import wait
from harness.store.fake_log import FakeEventLog
from harness.waiting import eventually
from kingdomino.machine import legal_commands
from kingdomino.rules import Rules
from replays.commands.attendance import Attendance
from replays.commands.tables import Move, NewTable
from replays.encoding.identity import GameId, derived_game_id
from replays.log.event_log import StoreAway
from replays.log.occasions import TALK_WRITTEN, Advance, TalkDetail, Told
from replays.match.aggregate import Match, Sitter
from replays.streams.feeds import NOBODYS
from service.application.accounts.access.known import KnownAccess, report_change
from service.application.accounts.tokens import Access
from service.application.games.talk.rooms import rooms_of
from service.application.live.access_changes import AccessChanges
from service.application.live.follower import BACKLOG, Follower
from service.application.live.hub import Hub
from service.application.live.items import Hint, Item, News, Talked
from service.application.live.right_checks import CHECK_SECONDS, LOOK_SECONDS, SHORTEST_SECONDS, RightChecks
from service.application.live.rights import Right, Rights
from service.application.live.stream import CHECK_SECONDS as STREAM_SECONDS
from service.application.live.stream import STILL_HERE, LiveStream, always

PATIENCE = 5.0
ANN = Access("00000000-0000-4000-8000-0000000000a1", "phone")
ANNS_OTHER = Access(ANN.player, "laptop")
BOB = Access("00000000-0000-4000-8000-0000000000b2", "0")
CID = "00000000-0000-4000-8000-0000000000c3"


def begun(follower: Follower) -> Follower:
    """The follower after its stream has begun."""
    assert follower.catch_up() == []
    return follower


def mover(match: Match) -> str:
    """The player to act."""
    assert match.mover is not None
    return match.sitters[match.mover].player


class Accounts:
    """The rights that are valid; the reads of them are noted."""

    def __init__(self) -> None:
        self.ended: set[Right] = set()
        self.is_away = False
        self.reads: list[list[Right]] = []
        self.after_read: Callable[[], object] = lambda: None

    def valid(self, rights: Iterable[Right]) -> set[Right]:
        """Return the valid ones."""
        asked = list(rights)
        self.reads.append(asked)
        if self.is_away:
            raise StoreAway("gone")
        return set(asked) - self.ended


class Site:
    """A game of Ann and Bob on an in-memory log, its live updates, and a clock."""

    def __init__(self) -> None:
        self.accounts, self.now = Accounts(), 0.0
        log = FakeEventLog()
        self.store, self.tables = log.store, tables_on(log)
        self.checks = RightChecks(self.accounts.valid, lambda: self.now)
        self.hub = Hub(self.tables.log, self.tables.matches, 100, checks=self.checks)
        self.changes = AccessChanges(self.store, KnownAccess(), self.hub)
        self.match = self.opened("game")

    def opened(self, name: str) -> Match:
        """Return a new game of Ann and Bob."""
        table = NewTable(Rules(), 2, ANN.player, Sitter(ANN.player, None))
        match = self.tables.create(derived_game_id(name), table).after
        match = self.tables.join(match, Sitter(BOB.player, None)).after
        while mover(match) != BOB.player:  # a seat that is to act is not taken over
            match = self._moved(match)
        return match

    def move(self) -> Match:
        """Make the next move."""
        self.match = self._moved(self.match)
        return self.match

    def _moved(self, match: Match) -> Match:
        assert match.game is not None
        move = Move(mover(match), legal_commands(match.game)[0], match.head.version)
        return self.tables.move(match, move).after

    def versions(self, after: int, upto: str = "") -> bytes:
        """The events after this version as `written`, those before the first of the type `upto`."""
        events = self.tables.log.read(self.match.id, after=after)
        found = takewhile(lambda event: event.record["type"] != upto, events)
        return b"".join(b"%d " % event.version for event in found)

    def take_over(self) -> Match:
        """Ann leaves, and Cid takes over her seat."""
        attendance, seat = Attendance(self.tables), self.match.seat_of(ANN.player)
        assert seat is not None
        left = attendance.resign(self.match, ANN.player).after
        self.match = attendance.take_over(left, CID, seat).after
        return self.match

    def report(self, player: str) -> None:
        """Report that access to this account may have ended."""
        report_change(self.store, player)
        self.changes.follow(anew=False)

    def say(self, room: str, number: int) -> None:
        """Report a message in this room of the game."""
        detail = TalkDetail(5, number, "somebody", room).stored()
        self.tables.log.report(self.match.id, self.match.head.version, TALK_WRITTEN, detail)

    def private(self, access: Access = ANN) -> Follower:
        """A follower of the game who may watch it only as this player."""
        seen = {self.match.id: self.match.head.version}
        return begun(self.hub.follow(seen, rights=Rights(frozenset({access}), frozenset(seen))))

    def settle(self, *followers: Follower) -> None:
        """Let the first check of these followers pass."""
        self.now += LOOK_SECONDS
        assert eventually(lambda: all(each.check_at for each in followers), PATIENCE)
        self.accounts.reads.clear()

    def stays(self, player: str) -> bool:
        """True if only a seat gives this player the right to watch."""
        return self.tables.match(self.match.id).seat_of(player) is not None

    def rights_by_seat(self, access: Access) -> Rights:
        """The rights of a player in a game without spectators."""

        def rooms(match: Match) -> list[str]:
            may_watch = match.seat_of(access.player) is not None
            return [room.value for room in rooms_of(match, access.player, may_watch=may_watch)]

        return Rights(frozenset({access}), frozenset({self.match.id}), rooms)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Give a site whose hub looks at its clock often."""
    monkeypatch.setattr("service.application.live.hub.BLOCK_MS", 10)
    monkeypatch.setattr("service.application.live.hub.RETRY_SECONDS", 0.001)
    site = Site()
    yield site
    site.hub.close()


def written(item: Item) -> Iterator[bytes]:
    """The versions of events, or the type of another item."""
    if isinstance(item, News):
        for event in item.events:
            yield b"%d " % event.version
    else:
        yield type(item).__name__.encode() + b" "


def ended(follower: Follower) -> bool:
    """Wait until the stream ends; false if it delivers something first."""
    return bool(eventually(lambda: follower.ended or wait(follower, 0.05), PATIENCE)) and not wait(
        follower, 0
    )


LOST: dict[str, Callable[[Site], object]] = {
    "an event": Site.move,
    "a hint": Site.move,
    "talk of the players": lambda site: site.say("players", 1),
    "notices": lambda site: site.tables.log.advance(
        "notices", Advance(0, site.tables.log.places("notices")[0], "0-0", told=(told(),))
    ),
}


def told() -> Told:
    """Ann has a notice."""
    return Told(ANN.player, 1, GameId(NOBODYS))


def of(site: Site, what: str) -> Follower:
    """A stream of Ann's with this kind of item, which depends on her access."""
    if what == "an event":
        return site.private()
    if what == "talk of the players":
        return site.hub.follow({}, talks={site.match.id: ["players"]}, rights=Rights(frozenset({ANN})))
    return site.hub.follow({}, ANN.player, rights=Rights(frozenset({ANN})))


@pytest.mark.parametrize("what", LOST)
def test_nothing_is_delivered_after_the_access_has_ended(site: Site, what: str) -> None:
    """Without any notice: the access is read for the delivery. Before that the same item is delivered."""
    follower = of(site, what)
    LOST[what](site)
    assert wait(follower, PATIENCE)
    site.accounts.ended.add(ANN)
    LOST[what](site)
    assert ended(follower)


def test_what_anybody_may_watch_depends_on_no_access(site: Site) -> None:
    """Streams of public games cost no read of an access, and go on after it."""
    public = begun(site.hub.follow({site.match.id: site.match.head.version}))
    site.accounts.ended.add(ANN)
    site.move()
    assert [type(item) for item in wait(public, PATIENCE)] == [News]
    site.now += 2 * CHECK_SECONDS
    site.move()
    assert [type(item) for item in wait(public, PATIENCE)] == [News]
    assert site.accounts.reads == []


def test_only_the_access_that_has_ended(site: Site) -> None:
    """Other tokens of the account and other accounts go on; all are read together, each once."""
    lost, others = site.private(), [site.private(each) for each in (ANN, ANNS_OTHER, BOB)]
    site.settle(lost, *others)
    site.accounts.ended.add(ANN)
    site.move()
    for follower in others[1:]:
        assert [type(item) for item in wait(follower, PATIENCE)] == [News]
    assert ended(lost)
    assert ended(others[0])
    assert [sorted(read, key=str) for read in site.accounts.reads] == [
        sorted([ANN, ANNS_OTHER, BOB], key=str)
    ]


@pytest.mark.parametrize("player", [ANN.player, BOB.player])
def test_a_notice_ends_a_quiet_stream_at_once(site: Site, player: str) -> None:
    """It is checked when a change of the account is reported; its clock stands, nothing else happens."""
    ann, bob = site.private(), site.private(BOB)
    site.settle(ann, bob)
    site.accounts.ended |= {ANN, BOB}
    mine, other = (ann, bob) if player == ANN.player else (bob, ann)
    woken = Event()
    mine.on_news = woken.set
    site.report(player)
    assert woken.wait(PATIENCE)
    assert mine.ended
    assert not other.ended


def test_a_notice_ends_nobody_whose_access_is_valid(site: Site) -> None:
    """Such as that of a suspended account, which may still read."""
    ann = site.private()
    site.settle(ann)
    site.report(ANN.player)
    assert eventually(lambda: site.accounts.reads == [[ANN]], PATIENCE)
    site.move()
    assert [type(item) for item in wait(ann, PATIENCE)] == [News]
    assert not ann.ended


@pytest.mark.parametrize("busy", [False, True])
def test_a_lost_notice_is_made_up_for_by_the_clock(site: Site, *, busy: bool) -> None:
    """A stream that nothing private reaches, quiet or busy, ends within `CHECK_SECONDS`."""
    other = site.opened("other")
    seen = {site.match.id: site.match.head.version} if busy else {}
    seen[other.id] = other.head.version
    follower = begun(site.hub.follow(seen, rights=Rights(frozenset({ANN}), frozenset({other.id}))))
    site.settle(follower)
    # The first check comes before or after the clock was set.
    assert SHORTEST_SECONDS - LOOK_SECONDS <= follower.check_at - site.now <= CHECK_SECONDS
    site.accounts.ended.add(ANN)
    for _ in range(3):
        if busy:
            site.move()
            assert [type(item) for item in wait(follower, PATIENCE)] == [News]
    assert not follower.ended
    site.now += CHECK_SECONDS
    assert eventually(lambda: follower.ended, PATIENCE)


def test_a_game_is_hidden_when_the_right_to_see_it_is_asked_for_again(site: Site) -> None:
    """A key from before may end with anybody's invitations: the right is asked for with each check."""
    follower = site.private()
    right = [True]
    stream = LiveStream(follower, written, {site.match.id: lambda: right[0]})
    assert stream.check() == STILL_HERE
    right[0] = False
    follower.seen[site.match.id] -= 1
    assert stream.check() == STILL_HERE + b"GameHidden "
    assert stream.ended


def test_the_checks_of_many_streams_are_few_reads() -> None:
    """A thousand streams of a hundred accesses are read together, each access once in `CHECK_SECONDS`."""
    accounts, now = Accounts(), 0.0
    checks = RightChecks(accounts.valid, lambda: now)
    site = Site()
    followers = [
        Follower(site.hub, {}, rights=Rights(frozenset({Access(ANN.player, str(number % 100))})))
        for number in range(1000)
    ]
    checks.check_due(lambda: followers)
    assert len(accounts.reads) == 1
    assert len(accounts.reads[0]) == 100
    checks.check_due(lambda: followers)
    assert len(accounts.reads) == 1
    last = dict.fromkeys(followers, 0.0)
    while now < 60.0:
        now += 0.5
        before = {follower: follower.check_at for follower in followers}
        checks.check_due(lambda: followers)
        for follower in followers:
            if follower.check_at != before[follower]:
                assert now - last[follower] <= CHECK_SECONDS
                last[follower] = now
    assert len(accounts.reads) <= 60.0 + 1


def test_while_accounts_cannot_be_read_nothing_private_is_delivered(site: Site) -> None:
    """The hub waits; when the store is back, those whose access is valid get what they missed."""
    ann, bob = site.private(), site.private(BOB)
    site.settle(ann, bob)
    site.accounts.is_away = True
    site.move()
    assert eventually(lambda: site.accounts.reads, PATIENCE)
    assert not ann.take()
    assert not bob.take()
    site.accounts.ended.add(ANN)
    site.accounts.is_away = False
    assert [type(item) for item in eventually(lambda: wait(bob, 0.05), PATIENCE)] == [News]
    assert ended(ann)


def test_what_is_read_from_the_log_is_checked_too(site: Site) -> None:
    """A stream that fell behind, begins or looks for what the feeds did not bring gets nothing either."""
    for read in (Follower.recover, Follower.catch_up, Follower.check):
        follower = site.private()
        if read is Follower.recover:
            for _ in range(BACKLOG + 1):
                follower.put([Hint(site.match.id, site.match.head.version)])
            assert follower.take() is None
        site.accounts.ended.add(ANN)
        follower.seen[site.match.id] -= 1
        assert read(follower) == []
        assert follower.ended
        site.accounts.ended.clear()
        follower.close()


def stream_of(site: Site, follower: Follower, player: str) -> LiveStream:
    """A stream of the follower with this player's right to watch."""
    return LiveStream(follower, written, {game: partial(site.stays, player) for game in follower.seen})


def message(stream: LiveStream) -> bytes:
    """The next message of the stream."""

    def taken() -> bytes | None:
        found = stream.take()
        return stream.recover() if found is None else found

    return eventually(taken, PATIENCE) or b""


def until(stream: LiveStream, part: bytes) -> bytes:
    """The messages of the stream up to the one with this part; the feeds may bring them one by one."""
    got = b""
    while part not in got:
        got += message(stream)
    return got


def test_a_game_is_hidden_from_whose_seat_is_taken_over(site: Site) -> None:
    """The takeover and all later events are not sent; the other player and the new one get them."""
    lost, kept = (stream_of(site, site.private(access), access.player) for access in (ANN, BOB))
    new = stream_of(site, site.private(), CID)
    version = site.match.head.version
    site.take_over()
    for _ in range(3):
        site.move()
    last = site.versions(site.match.head.version - 1)
    assert until(lost, b"GameHidden ") == site.versions(version, "SeatTakenOver") + b"GameHidden "
    assert lost.ended
    for stream in (kept, new):
        assert until(stream, last)
        assert not stream.ended


@pytest.mark.parametrize("batches", [1, 2])
def test_later_items_of_the_same_batch_are_hidden(site: Site, batches: int) -> None:
    """A stream that is slow to take has the takeover and the events after it in its inbox."""
    follower = Follower(site.hub, {site.match.id: site.match.head.version}, rights=site.rights_by_seat(ANN))
    stream, version = stream_of(site, follower, ANN.player), site.match.head.version
    for happen in (site.take_over, site.move):
        after = site.match.head.version
        happen()
        if batches == 2:
            news = News(site.match.id, site.tables.log.read(site.match.id, after=after))
            follower.put(follower.batch({}, {site.match.id: news}))
    if batches == 1:
        news = News(site.match.id, site.tables.log.read(site.match.id, after=version))
        follower.put(follower.batch({}, {site.match.id: news}))
    assert stream.take() is None
    assert stream.recover() == site.versions(version, "SeatTakenOver") + b"GameHidden "
    assert stream.ended


def test_only_the_game_concerned_is_dropped(site: Site) -> None:
    """Another game of the same stream goes on."""
    other = site.opened("other")
    seen = {site.match.id: site.match.head.version, other.id: other.head.version}
    follower = site.hub.follow(seen, rights=Rights(frozenset({ANN}), frozenset(seen)))
    stream = LiveStream(follower, written, {site.match.id: partial(site.stays, ANN.player), other.id: always})
    site.take_over()
    assert until(stream, b"GameHidden ")
    assert set(follower.seen) == {other.id}
    site.match = other
    site.move()
    assert message(stream) == site.versions(other.head.version)
    assert not stream.ended


def hint_handed(site: Site, bob: Follower) -> None:
    """Make two moves: with the hint of the second, everybody has what came with the first."""
    for _ in range(2):
        moved = site.move()
        while Hint(moved.id, moved.head.version) not in wait(bob, PATIENCE):
            pass


def test_hints_of_a_game_end_with_the_seat(site: Site) -> None:
    """Also on a stream that begins later, although the game stays in the list of the player's games."""
    before = site.hub.follow({}, ANN.player, rights=Rights(frozenset({ANN})))
    bob = site.hub.follow({}, BOB.player, rights=Rights(frozenset({BOB})))
    site.take_over()
    later = site.hub.follow({}, ANN.player, rights=Rights(frozenset({ANN})))
    hint_handed(site, bob)
    wait(before, 0)  # the hint that she has left
    hint_handed(site, bob)
    assert wait(before, 0) == wait(later, 0) == []


@pytest.mark.parametrize("missed", [False, True])
def test_talk_of_players_ends_with_the_seat(site: Site, *, missed: bool) -> None:
    """Also if the feeds did not bring the takeover, once the stream is checked."""
    talks = {site.match.id: ["players"]}
    rights = site.rights_by_seat(ANN)
    ann, bob = (site.hub.follow({}, talks=talks, rights=each) for each in (rights, site.rights_by_seat(BOB)))
    site.say("players", 1)
    for follower in (ann, bob):
        assert wait(follower, PATIENCE) == [Talked(site.match.id, "players")]
    if missed:
        ann.close()
        ann = Follower(site.hub, {}, talks=talks, rights=rights)
    site.take_over()
    stream = LiveStream(ann, written, {})
    if missed:
        assert not stream.ended
        assert stream.check() == STILL_HERE
    site.say("players", 2)
    assert wait(bob, PATIENCE) == [Talked(site.match.id, "players")]
    assert eventually(lambda: stream.ended, PATIENCE)
    assert wait(ann, 0) == []


def test_a_spectator_who_sits_down_hears_no_spectators_any_more(site: Site) -> None:
    """Players must not read what spectators say about their game."""
    table = NewTable(Rules(), 3, ANN.player, Sitter(ANN.player, None))
    site.match = site.tables.create(derived_game_id("open"), table).after

    def rooms(match: Match, player: str) -> list[str]:
        return [room.value for room in rooms_of(match, player, may_watch=True)]

    talks = {site.match.id: ["spectators"]}
    bob, cid = (
        site.hub.follow({}, talks=talks, rights=Rights(rooms=partial(rooms, player=player)))
        for player in (BOB.player, CID)
    )
    site.match = site.tables.join(site.match, Sitter(BOB.player, None)).after
    site.say("spectators", 1)
    assert wait(cid, PATIENCE) == [Talked(site.match.id, "spectators")]
    assert wait(bob, 0) == []


def test_a_plain_server_checks_by_the_clock_too(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy stream reads the log in its turn."""
    now = [0.0]
    monkeypatch.setattr("service.application.live.stream.monotonic", lambda: now[0])
    stream, version = stream_of(site, site.private(), ANN.player), site.match.head.version
    pieces = iter(stream)
    assert next(pieces) == b""
    site.move()
    assert next(pieces) == site.versions(version)
    site.move()
    now[0] = STREAM_SECONDS
    assert STILL_HERE in next(pieces)
