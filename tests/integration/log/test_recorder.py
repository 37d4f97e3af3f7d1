"""Results are counted from the log, each game once."""

from dataclasses import replace

import pytest
from redis import Redis

from harness.games import ADDRESS, finish, seeded, tables_on
from kingdomino.board.numbers import Seat
from kingdomino.rules import Rules
from replays.commands.attendance import Attendance
from replays.commands.tables import NewTable
from replays.encoding.identity import new_game_id
from replays.events.game_events import NO_OPTIONS, Absent, Options
from replays.log.event_log import EventLog
from replays.log.occasions import Advance
from replays.log.works import RECORDS
from replays.match.aggregate import Match, Sitter
from replays.match.deciding import decisions
from service.application.account_keys import counted_key, met_key, record_key
from service.application.accounts.players import Players
from service.application.games.visibility import ANYBODY, Visibility
from service.application.people.recorder import WALK, Recorder
from service.application.people.records import PoolRecord, Records

BASE = Rules()
PRIVATE = Options(private=True)
UNWATCHED = Options(spectators=False)


class Site:
    """A log with three players, and the records of their results."""

    def __init__(self, store: Redis, log: EventLog) -> None:
        self.store = store
        self.log = log
        self.tables = tables_on(log)
        self.players = Players(store, bytes(32), bytes, lambda: 0.0)
        self.ann, self.bob, self.cleo = (
            self.players.register(name, f"key of {name}", ADDRESS, 1).id for name in ("Ann", "Bob", "Cleo")
        )
        self.records = Records(store)
        self.random = seeded(7)

    def started(self, *players: str, options: Options = NO_OPTIONS, rules: Rules = BASE) -> Match:
        """A new game of these players."""
        first, *others = [Sitter(player, None) for player in players]
        new = NewTable(rules, len(players), first.player, first, options)
        match = self.tables.create(new_game_id(self.random.randbytes(16)), new).after
        for other in others:
            match = self.tables.join(match, other).after
        return match

    def scored(self, *players: str, options: Options = NO_OPTIONS, rules: Rules = BASE) -> Match:
        """A scored game of these players."""
        match = self.started(*players, options=options, rules=rules)
        return self.tables.settle(finish(self.tables, match.id, self.random))

    def recorder(self) -> Recorder:
        """A new recorder, which continues where another one has ended."""
        doors = Visibility(bytes(32))
        return Recorder(self.store, self.log, self.players, lambda match: doors.may_watch(match, ANYBODY))

    def count(self, recorder: Recorder | None = None) -> None:
        """Run the recorder until there is nothing to count."""
        recorder = recorder or self.recorder()
        while recorder.go_on(0):
            pass

    def pool(self, player: str, pool: str = "base-2") -> PoolRecord:
        """The player's results in a pool."""
        return {each.pool: each for each in self.records.of(player)}[pool]

    def everything(self) -> list[object]:
        """All records of all players."""
        return [
            [self.records.of(one), self.records.meetings(one, [self.ann, self.bob, self.cleo])]
            for one in (self.ann, self.bob, self.cleo)
        ]


@pytest.fixture
def site(store: Redis, log: EventLog) -> Site:
    """Give three players."""
    return Site(store, log)


def test_a_result_is_counted_for_both(site: Site) -> None:
    """A result is counted for both players, with points, winner and opponent."""
    match = site.scored(site.ann, site.bob)
    site.count()
    assert match.result is not None
    points = [score.total for score in match.result.scores]
    pools = [site.pool(player) for player in (site.ann, site.bob)]
    assert [(pool.games, pool.left, pool.points, pool.mean) for pool in pools] == [
        (1, 0, total, float(total)) for total in points
    ]
    assert [pool.best for pool in pools] == [(total, match.id) for total in points]
    assert [pool.won for pool in pools] == [
        int(0 in match.result.ranking[0]),
        int(1 in match.result.ranking[0]),
    ]
    meeting, other = site.records.meeting(site.ann, site.bob), site.records.meeting(site.bob, site.ann)
    assert meeting is not None
    assert other is not None
    assert (meeting.games, meeting.won, meeting.lost, meeting.last) == (1, other.lost, other.won, match.id)
    assert meeting.won + meeting.lost + meeting.drawn == 1
    assert site.records.meeting(site.ann, site.cleo) is None


def test_a_game_is_counted_once(site: Site) -> None:
    """A game is counted once: by the feed or by the walk."""
    for _ in range(3):
        site.scored(site.ann, site.bob, site.cleo)
    site.count()
    once = site.everything()
    assert site.pool(site.ann, "base-3").games == 3
    site.store.delete(WALK)
    site.count()
    assert site.everything() == once


def test_a_result_without_all_seats_holds_up_no_other(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A forged result without all seats does not stop the counting of later games."""
    right = decisions.scored
    monkeypatch.setattr(decisions, "scored", lambda game: replace(right(game), ranking=((Seat(1),),)))
    site.scored(site.ann, site.bob)
    monkeypatch.undo()
    match = site.scored(site.ann, site.cleo)
    site.count()
    assert site.records.meeting(site.ann, site.bob) is None
    meeting = site.records.meeting(site.cleo, site.ann)
    assert meeting is not None
    assert meeting.last == match.id


def test_games_from_before_count(site: Site) -> None:
    """Games whose feed entries are lost are counted, and later ones; their players are found by name."""
    before = site.scored(site.ann, site.bob)
    site.players.index.remove(site.players.index.find("", None, 10))
    for number, place in site.log.places(RECORDS).items():
        site.log.advance(RECORDS, Advance(number, place, site.log.feed_ends()[number]))
    recorder = site.recorder()
    site.count(recorder)
    assert site.pool(site.ann).games == 1
    assert [entry.folded for entry in site.players.index.find("", None, 10)] == ["ann", "bob"]
    after = site.scored(site.bob, site.ann)
    site.count(recorder)
    assert site.pool(site.ann).games == 2
    meeting = site.records.meeting(site.ann, site.bob)
    assert meeting is not None
    assert meeting.last in {before.id, after.id}


@pytest.mark.parametrize("options", [PRIVATE, UNWATCHED], ids=["private", "unwatched"])
def test_hidden_games_are_in_no_sum(site: Site, options: Options) -> None:
    """Hidden games are only counted between their players."""
    match = site.scored(site.ann, site.bob, options=options)
    site.count()
    assert site.records.of(site.ann) == site.records.of(site.bob) == []
    meeting = site.records.meeting(site.bob, site.ann)
    assert meeting is not None
    assert (meeting.games, meeting.last) == (1, match.id)


def test_pools_are_apart(site: Site) -> None:
    """Pools are separate by family of rules and by number of players."""
    site.scored(site.ann, site.bob, rules=Rules(mighty_duel=True))
    site.scored(site.ann, site.bob, site.cleo)
    site.count()
    assert [pool.pool for pool in site.records.of(site.ann)] == ["base-3", "duel-2"]


def test_a_seat_that_was_left(site: Site) -> None:
    """A seat that was left counts as a game not won, without points (R32)."""
    match = site.started(site.ann, site.bob, options=Options(absent=Absent.END))
    site.tables.settle(Attendance(site.tables).resign(match, site.ann).after.id)
    site.count()
    ann, bob = site.pool(site.ann), site.pool(site.bob)
    assert (ann.games, ann.won, ann.left, ann.points, ann.mean, ann.best) == (1, 0, 1, 0, None, None)
    assert (bob.games, bob.won, bob.left) == (1, 1, 0)


def test_nothing_is_counted_of_a_game_without_a_result(site: Site) -> None:
    """Running and called-off games are not counted."""
    site.started(site.ann, site.bob)
    called_off = site.started(site.ann, site.bob)
    Attendance(site.tables).abort(called_off, site.ann)
    site.count()
    assert site.everything() == [[[], dict.fromkeys([site.ann, site.bob, site.cleo])]] * 3


def test_an_erased_account_has_no_record(site: Site) -> None:
    """An erased account loses its record and gets no new one; other players keep theirs."""
    site.scored(site.ann, site.bob)
    site.count()
    keys = [key(site.ann) for key in (record_key, met_key, counted_key)]
    assert site.store.exists(*keys) == 3
    site.players.erase(site.ann, "Ann")
    assert site.store.exists(*keys) == 0
    site.scored(site.ann, site.bob)
    site.count()
    assert site.store.exists(*keys) == 0
    assert site.pool(site.bob).games == 2


def test_the_best_kingdom_is_the_first_of_the_most_points(site: Site) -> None:
    """The best kingdom is the first with the most points, in any order of counting."""
    matches = [site.scored(site.ann, site.bob) for _ in range(4)]
    site.count()
    found = [(match.result.scores[0].total, -match.created_at, match.id) for match in matches if match.result]
    assert site.pool(site.ann).best == max(found)[::2]
