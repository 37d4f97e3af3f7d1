"""Unfilled tables are called off in time, once, with the reason; no other game is affected."""

import pytest

from harness.games import KEY, seeded
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.audit.bundle.building import series_bundle
from replays.audit.verdicts import Verdict
from replays.audit.verifier import audit
from replays.commands.tables import NewTable, Tables
from replays.dynasty.aggregate import DYNASTIES, Dynasty
from replays.dynasty.kind import DYNASTY as KIND
from replays.dynasty.view import state as dynasty_state
from replays.encoding.entries import RawEntry
from replays.encoding.identity import GameId, new_game_id
from replays.encoding.signing import Signer
from replays.events.causes import SYSTEM, TIMEOUT
from replays.kinds import KINDS, HandledStreams
from replays.log.event_log import StoreAway
from replays.log.listing import Question
from replays.match.aggregate import Match, Sitter, Status
from replays.match.deciding.decisions import Refusal
from replays.match.randomness.draws import commitment
from replays.match.randomness.seed_store import SeedStore
from replays.match.recording import MATCHES
from replays.projections.view import state
from workers.outage import Reports
from workers.worker import table_expiry
from workers.worker.background_thread import AWAY_SECONDS, OUTAGE_SECONDS
from workers.worker.table_expiry import DAY_MS, TableExpiry, expiry_thread

START = 1_798_502_400_000
DAYS = 14
ANN, BOB, CID = (Sitter(name, None) for name in ("ann", "bob", "cid"))


class Lobby:
    """In-memory games and dynasties, and their expiry after 14 days; `now` is the time in ms UTC."""

    def __init__(self) -> None:
        self.now = START
        self.random = seeded(1)
        self.log = FakeEventLog()
        self.tables = Tables(self.log, SeedStore(KEY), self._clock, self.random.randbytes)
        self.streams = HandledStreams(self.tables, self._clock)
        self.dynasties = self.streams.commands(KIND)
        self.expiry = self.another()

    def another(self) -> TableExpiry:
        """Return another worker's expiry."""
        return TableExpiry(self.tables, self.streams, DAYS * DAY_MS, self._clock)

    def game(self, *others: Sitter, players: int = 3) -> GameId:
        """Return a new game with Ann and these others."""
        match = self.tables.create(self._id(), NewTable(Rules(), players, "ann", ANN)).after
        for other in others:
            match = self.tables.join(match, other).after
        return match.id

    def dynasty(self, *others: Sitter, players: int = 3) -> GameId:
        """Return a new dynasty with Ann and these others."""
        now = self.dynasties.found(self._id(), NewTable(Rules(), players, "ann", ANN)).after
        for other in others:
            now = self.dynasties.join(now, other).after
        return now.id

    def new_process(self) -> Tables:
        """Return the tables of a process without a cache."""
        return Tables(self.log, SeedStore(KEY), self._clock, self.random.randbytes)

    def walk(self) -> None:
        """Walk both listings once."""
        while self.expiry.go_on():
            pass

    def _id(self) -> GameId:
        return new_game_id(self.random.randbytes(16))

    def _clock(self) -> int:
        return self.now


@pytest.fixture
def lobby() -> Lobby:
    """Give an empty lobby."""
    return Lobby()


def found(lobby: Lobby, game: GameId, dynasty: GameId) -> tuple[Match, Dynasty]:
    """Both in their current state."""
    return lobby.tables.match(game), lobby.dynasties.dynasty(dynasty)


def test_a_table_that_is_not_filled_in_time_is_called_off(lobby: Lobby) -> None:
    """A game and a dynasty are called off at their time, not before, with the cause in record and state."""
    game, dynasty = lobby.game(BOB), lobby.dynasty(BOB)
    lobby.now += DAYS * DAY_MS - 1
    lobby.walk()
    assert {each.status for each in found(lobby, game, dynasty)} == {Status.OPEN}
    lobby.now += 1
    lobby.walk()
    match, ended = found(lobby, game, dynasty)
    assert (match.status, ended.status) == (Status.ABORTED, Status.ABORTED)
    assert state(match, {})["abort_cause"] == dynasty_state(ended, {})["abort_cause"] == TIMEOUT
    aborted, revealed = [event.record for event in lobby.log.read(game)[-2:]]
    assert (aborted["type"], aborted["actor"], aborted["cause"]) == ("GameAborted", SYSTEM, TIMEOUT)
    assert commitment(bytes.fromhex(revealed["data"]["seed"])) == match.created.commitment
    last = lobby.log.read(dynasty)[-1].record
    assert (last["type"], last["actor"], last["cause"]) == ("DynastyAborted", SYSTEM, TIMEOUT)
    for kind in (MATCHES, DYNASTIES):
        assert lobby.log.list_streams(Question(kind.listing, "open"), limit=9) == ([], None)
        assert len(lobby.log.list_streams(Question(kind.listing, "aborted", "bob"), limit=9)[0]) == 1


def test_tables_of_any_age_are_found(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    """All pages are walked, however old the tables are; younger ones stay."""
    monkeypatch.setattr(table_expiry, "PAGE", 2)
    old = [lobby.game() for _ in range(5)]
    lobby.now += 400 * DAY_MS
    young = [lobby.game() for _ in range(3)]
    lobby.walk()
    assert {lobby.tables.match(game).status for game in old} == {Status.ABORTED}
    assert set(lobby.log.list_games(limit=9, status="open")[0]) == set(young)


def test_what_has_begun_is_never_called_off(lobby: Lobby) -> None:
    """A full game continues, and so does a dynasty."""
    game, dynasty = lobby.game(BOB, players=2), lobby.dynasty(BOB, players=2)
    lobby.now += 400 * DAY_MS
    lobby.walk()
    assert {each.status for each in found(lobby, game, dynasty)} == {Status.ACTIVE}


def test_the_last_seat_and_the_end_exclude_each_other(lobby: Lobby) -> None:
    """The first of both decisions counts, in games and in dynasties."""
    full, over = lobby.tables.match(lobby.game(BOB)), lobby.tables.match(lobby.game(BOB))
    full_row = lobby.dynasties.dynasty(lobby.dynasty(BOB))
    over_row = lobby.dynasties.dynasty(lobby.dynasty(BOB))
    lobby.tables.join(full, CID)
    lobby.dynasties.join(full_row, CID)
    lobby.now += 400 * DAY_MS
    attendance = lobby.expiry._attendance
    assert attendance.abort_unfilled(full, DAY_MS).status is Status.ACTIVE
    assert lobby.dynasties.abort_unfilled(full_row, DAY_MS).status is Status.ACTIVE
    attendance.abort_unfilled(over, DAY_MS)
    lobby.dynasties.abort_unfilled(over_row, DAY_MS)
    with pytest.raises(Refusal, match="game/over"):
        lobby.tables.join(over, CID)
    with pytest.raises(Refusal, match="dynasty/over"):
        lobby.dynasties.join(over_row, CID)


def test_two_workers_call_a_table_off_once(lobby: Lobby) -> None:
    """The second worker finds it done."""
    game = lobby.game()
    before = lobby.tables.match(game)
    lobby.now += 400 * DAY_MS
    lobby.walk()
    lobby.another()._attendance.abort_unfilled(before, DAY_MS)
    assert [event.record["type"] for event in lobby.log.read(game)].count("GameAborted") == 1


def test_a_damaged_table_hides_no_other(lobby: Lobby, caplog: pytest.LogCaptureFixture) -> None:
    """It stays and is reported once; the others are called off."""
    games = [lobby.game() for _ in range(3)]
    with lobby.log.damaging(games[1]) as entries:
        entries[-1] = RawEntry(entries[-1].id, {b"e": b"{}", b"h": b"0" * 64})
    lobby.now += 400 * DAY_MS
    lobby.expiry = TableExpiry(lobby.new_process(), lobby.streams, DAYS * DAY_MS, lobby._clock)
    for _ in range(3):
        lobby.walk()
    assert lobby.log.list_games(limit=9, status="open")[0] == [games[1]]
    assert [record.__dict__.get("game") for record in caplog.records] == [games[1]]
    assert [each.item for each in lobby.log.longest_stuck("expire", 9)] == [games[1]]


def test_a_dynasty_that_fails_is_a_dynasty_in_the_log(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its id is in the field of its kind, by which operators search."""
    dynasty = lobby.dynasty()
    lobby.now += 400 * DAY_MS

    def fail(_: GameId) -> Dynasty:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr(lobby.dynasties, "dynasty", fail)
    lobby.walk()
    [record] = caplog.records
    assert record.__dict__["dynasty"] == dynasty
    assert not hasattr(record, "game")


def test_a_table_that_raises_anything_hides_no_other(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    """It steps back, and is called off at its next attempt."""
    games = [lobby.game() for _ in range(3)]
    lobby.now += 400 * DAY_MS
    match = lobby.tables.match
    faults = [RuntimeError("unforeseen")]

    def fail(game: GameId) -> Match:
        if game == games[1] and faults:
            raise faults.pop()
        return match(game)

    monkeypatch.setattr(lobby.tables, "match", fail)
    lobby.walk()
    assert lobby.log.list_games(limit=9, status="open")[0] == [games[1]]
    lobby.now += 2_000
    lobby.walk()
    assert lobby.log.list_games(limit=9, status="open")[0] == []
    assert lobby.log.longest_stuck("expire", 9) == []


def test_the_verifier_passes_a_dynasty_that_was_called_off(lobby: Lobby) -> None:
    """The record is complete, and nothing follows its end."""
    dynasty = lobby.dynasty(BOB)
    lobby.now += DAYS * DAY_MS
    lobby.walk()
    bundle = series_bundle(KIND, dynasty, lobby.log.read(dynasty), [], Signer(KEY))
    report = audit(bundle)
    assert not report.findings
    passed = {aspect.value for aspect, verdict in report.verdicts.items() if verdict is Verdict.PASS}
    assert passed == {"integrity", "completeness", "legality", "time"}


def test_while_the_store_is_away_the_thread_looks_every_second(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker says that the store is back when all its threads have found it."""
    said: list[str] = []
    thread = expiry_thread(lobby.expiry, Reports.to(said.append))

    def away(*_: object, **__: object) -> None:
        raise StoreAway("gone")

    with monkeypatch.context() as broken:
        broken.setattr(lobby.log, "list_streams", away)
        assert [thread.do_round() for _ in range(2)] == [OUTAGE_SECONDS] * 2
    thread.do_round()
    assert [line.split()[3] for line in said] == ["away:", "back"]


def test_the_thread_reports_a_fault_once(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    """It continues afterwards, and walks again after a minute."""
    said: list[str] = []
    thread = expiry_thread(lobby.expiry, Reports.to(said.append))
    game = lobby.game()
    lobby.now += 400 * DAY_MS
    with monkeypatch.context() as broken:
        broken.setattr(lobby.log, "list_streams", lambda *_, **__: 1 / 0)
        assert [thread.do_round() for _ in range(3)] == [AWAY_SECONDS] * 3
    assert said == ["calling off old tables waits: ZeroDivisionError"]
    kinds = len(list(KINDS))
    pauses = [thread.do_round() for _ in range(kinds + 1)]
    assert pauses == [table_expiry.PAUSE_SECONDS] * kinds + [table_expiry.WALK_SECONDS]
    assert lobby.tables.match(game).status is Status.ABORTED
