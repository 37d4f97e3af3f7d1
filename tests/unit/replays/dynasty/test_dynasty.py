"""The record of a dynasty: decisions, fold, games, and interrupted work."""

import copy
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from harness.games import play_out, seeded, tables_on
from harness.play.dynasties import (
    DYNASTY,
    ENTROPY,
    check_complete,
    dynasties_on,
    play_running,
    seated,
    types,
)
from harness.store.cut_short import CutShort
from harness.store.fake_log import FakeEventLog
from harness.store.records import GAME, OPEN, body, chained, raw_entry
from kingdomino.board.numbers import Points, Seat
from kingdomino.rules import GameKind, Mode, Rules
from kingdomino.rules.violations import RuleViolation
from replays.commands.attendance import Attendance
from replays.commands.series import UnknownSeries, series_of
from replays.commands.tables import CommandReused, NewTable, Tables, UnknownGame
from replays.dynasty import decisions
from replays.dynasty.aggregate import DYNASTIES, Dynasty, fold, game_id
from replays.dynasty.due import is_due
from replays.dynasty.dynasties import Dynasties
from replays.dynasty.replay import DynastyFault, DynastyFrame, Played, played
from replays.dynasty.view import state
from replays.encoding.canonical import canonical
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.identity import GameId, Version
from replays.events import codec
from replays.events.codec import CodecError
from replays.events.game_events import OPTIONS, Absent, GameCreated, Membership, Options
from replays.log.event_log import Append, CommandId, StoreAway, UnknownOutcome
from replays.log.listing import Question
from replays.match.aggregate import EndCause, Sitter, Status
from replays.match.deciding.decisions import Refusal
from replays.match.randomness.chances import chance_of
from replays.match.randomness.draws import commitment
from replays.match.randomness.seed_store import SeedStoreError
from replays.match.recording import AppendContext, prepare
from replays.projections.replay import Frame, Replay, replay

pytestmark = pytest.mark.slow

ANN, BOB, CLEO = (Sitter(name, None) for name in ("ann", "bob", "cleo"))


@pytest.fixture
def log() -> FakeEventLog:
    """Give an empty log."""
    return FakeEventLog()


@pytest.fixture
def tables(log: FakeEventLog) -> Tables:
    """Give the tables of the log."""
    return tables_on(log)


@pytest.fixture
def dynasties(tables: Tables) -> Dynasties:
    """Give the dynasties of the log."""
    return dynasties_on(tables)


def complete(
    tables: Tables, dynasties: Dynasties, players: int = 2, rules: Rules | None = None, seed: int = 1
) -> Dynasty:
    """A dynasty played until it is decided."""
    seated(dynasties, players, rules)
    random = seeded(seed)
    now = dynasties.advance(DYNASTY)
    while now.winners is None:
        tables.settle(play_running(tables, now, random))
        now = dynasties.advance(DYNASTY)
    return now


# seats


def test_seats_are_taken_in_order_and_once(dynasties: Dynasties) -> None:
    """The lowest free seat is assigned, nobody sits twice, and the last seat makes the dynasty active."""
    now = dynasties.found(DYNASTY, NewTable(Rules(), 2, "ann", ANN)).after
    assert (now.status, now.seat_of("ann")) == (Status.OPEN, 0)
    with pytest.raises(Refusal) as again:
        dynasties.join(now, ANN)
    assert again.value.code == "seat/taken-by-you"
    now = dynasties.join(now, BOB).after
    assert (now.status, now.seat_of("bob")) == (Status.ACTIVE, 1)
    with pytest.raises(Refusal) as full:
        dynasties.join(now, CLEO)
    assert full.value.code == "seat/none-free"


def test_unplayable_rules_are_refused_before_anything_is_written(dynasties: Dynasties) -> None:
    """A dynasty of five players is refused and not created."""
    with pytest.raises(RuleViolation) as refused:
        dynasties.found(DYNASTY, NewTable(Rules(), 5, "ann", ANN))
    assert refused.value.code == "rules/players"
    with pytest.raises(UnknownSeries):
        dynasties.dynasty(DYNASTY)


def test_a_repeated_command_is_carried_out_once(dynasties: Dynasties) -> None:
    """Repeating a key gives the first response; another request with the key is refused."""
    table, asked = NewTable(Rules(), 2, "ann", ANN), CommandId("ann 1", "00" * 32)
    opened = dynasties.found(DYNASTY, table, asked)
    assert dynasties.found(DYNASTY, table, asked).after == opened.after
    with pytest.raises(CommandReused):
        dynasties.found(DYNASTY, table, CommandId("ann 1", "11" * 32))
    joined = dynasties.join(opened.after, BOB, CommandId("bob 1", "00" * 32))
    again = dynasties.join(joined.after, BOB, CommandId("bob 1", "00" * 32))
    assert again.repeated
    assert again.after == joined.after
    assert len(dynasties.log.read(DYNASTY)) == 3


def test_nothing_starts_before_the_last_seat_is_taken(log: FakeEventLog, dynasties: Dynasties) -> None:
    """Advancing an open dynasty does nothing."""
    opened = dynasties.found(DYNASTY, NewTable(Rules(), 3, "ann", ANN)).after
    assert not is_due(log, opened)
    assert dynasties.advance(DYNASTY) == opened
    assert log.list_games(limit=9) == ([], None)


# games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_games_decide(log: FakeEventLog, tables: Tables, dynasties: Dynasties, players: int) -> None:
    """Each game starts when the one before is counted; the sums decide."""
    decided = complete(tables, dynasties, players)
    check_complete(log, decided)
    assert decided.status is Status.SCORED
    assert len({tables.match(game.id).created.commitment for game in decided.games}) == 3
    assert dynasties.advance(DYNASTY) == decided


@pytest.mark.sampled(3)
@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("players", [2, 3])
def test_origins_makes_dynasties_too(
    log: FakeEventLog, tables: Tables, dynasties: Dynasties, players: int, mode: Mode
) -> None:
    """R31: every mode has dynasties, with the same rules in all three games."""
    rules = Rules(game=GameKind.ORIGINS, mode=mode, harmony=True)
    decided = complete(tables, dynasties, players, rules)
    check_complete(log, decided)
    assert {tables.match(game.id).rules for game in decided.games} == {rules}
    assert [isinstance(frame, DynastyFault) for frame in played(log, DYNASTY)].count(True) == 0


def test_a_game_is_opened_seated_and_started_in_one_append(
    log: FakeEventLog, tables: Tables, dynasties: Dynasties
) -> None:
    """The game never appears without its players, who bring the entropy sent when joining."""
    seated(dynasties, 4)
    ends = log.feed_ends()
    now = dynasties.advance(DYNASTY)
    game = tables.match(game_id(DYNASTY, 1))
    [entry] = [entry for entry in log.tail(ends, block_ms=0) if entry.game == game.id]
    assert entry.types[:7] == ("GameCreated", *["PlayerSeated"] * 4, "GameStarted", "LineDealt")
    assert game.head.version == entry.version
    assert game.sitters == now.sitters
    assert [sitter.entropy for sitter in game.sitters] == [None, ENTROPY, None, ENTROPY]
    assert {event.record["actor"] for event in log.read(game.id)} == {"system"}


def test_the_draws_of_each_game_can_be_checked(tables: Tables, dynasties: Dynasties) -> None:
    """In every game the revealed seed gives exactly the dominoes that were dealt."""
    for game in complete(tables, dynasties, 4).games:
        match = tables.match(game.id)
        assert match.seed is not None
        deck = chance_of(match, bytes.fromhex(match.seed)).deck
        dealt = [e.record["data"]["dominoes"] for e in tables.log.read(game.id) if "LineDealt" in types([e])]
        assert dealt == [sorted(deck[start : start + 4]) for start in range(0, 48, 4)]


def test_the_standings_are_kept_after_each_game(tables: Tables, dynasties: Dynasties) -> None:
    """Each event with a game's points has the ranking of the seats by their sums so far."""
    decided = complete(tables, dynasties, 3, seed=7)
    events = [e.record["data"] for e in dynasties.log.read(DYNASTY) if types([e]) == ["DynastyGameScored"]]
    summed = [0, 0, 0]
    for number, event in enumerate(events, start=1):
        summed = [a + b for a, b in zip(summed, event["points"], strict=True)]
        places = [[s for s in range(3) if summed[s] == sums] for sums in sorted(set(summed), reverse=True)]
        assert (event["number"], event["ranking"]) == (number, places)
    assert list(decided.totals) == summed


def test_every_state_equals_its_rebuild(tables: Tables, dynasties: Dynasties) -> None:
    """Folding any prefix equals the state at that version; folding all events equals the current state."""
    decided = complete(tables, dynasties)
    events = dynasties.log.read(DYNASTY)
    for version in range(1, len(events) + 1):
        assert fold(DYNASTY, events[:version]) == dynasties.aggregates.at(DYNASTY, Version(version))
    assert fold(DYNASTY, events) == decided == dynasties_on(tables).dynasty(DYNASTY)


def test_the_public_state_at_each_stage(tables: Tables, dynasties: Dynasties) -> None:
    """The state has exactly the contract's members; points and sums once counted, winners at the end."""
    now = seated(dynasties)
    names = {"player-0": "Ann"}
    assert state(now, names) == {
        "id": DYNASTY,
        "version": 3,
        "status": "active",
        "rules": state(now, names)["rules"],
        "players": [
            {"seat": 0, "player": "player-0", "name": "Ann"},
            {"seat": 1, "player": "player-1", "name": None},
        ],
        "games": [],
        "totals": [0, 0],
        "winners": None,
    }
    now = dynasties.advance(DYNASTY)
    assert state(now, names)["games"] == [{"id": game_id(DYNASTY, 1), "status": "active", "points": None}]
    tables.settle(play_running(tables, now, seeded(1)))
    assert state(dynasties.dynasty(DYNASTY), names)["games"][0]["status"] == "active"
    first, second = state(dynasties.advance(DYNASTY), names)["games"]
    assert first["status"] == "scored"
    assert second == {"id": game_id(DYNASTY, 2), "status": "active", "points": None}


def test_a_tie_is_a_shared_dynasty() -> None:
    """Two of three players with the same highest sum win together (R13)."""
    drafts = decisions.found(Rules(), 3, [bytes(32)] * 3, "ann")
    drafts += [decisions.seated(Seat(seat), sitter) for seat, sitter in enumerate((ANN, BOB, CLEO))]
    now = prepare(DYNASTIES, DYNASTY, None, drafts, AppendContext(0)).after
    for number, points in enumerate([(10, 40, 5), (20, 1, 9), (30, 19, 45)], start=1):
        step = decisions.game_started(now, number, game_id(DYNASTY, number))
        now = prepare(DYNASTIES, DYNASTY, now, step, AppendContext(0)).after
        step = decisions.game_scored(now, number, tuple(map(Points, points)))
        now = prepare(DYNASTIES, DYNASTY, now, step, AppendContext(0)).after
    assert now.totals == (60, 60, 59)
    assert now.winners == (0, 1)


def test_what_is_not_due_is_refused(dynasties: Dynasties) -> None:
    """No game starts twice or out of turn, or is counted before it has started."""
    now = seated(dynasties)
    with pytest.raises(Refusal, match="dynasty/not-due"):
        decisions.game_started(now, 2, game_id(DYNASTY, 2))
    with pytest.raises(Refusal, match="dynasty/not-due"):
        decisions.game_scored(now, 1, (Points(1), Points(2)))


# situations of a worker


def test_what_is_due_is_seen_without_opening_anything(
    log: FakeEventLog, tables: Tables, dynasties: Dynasties
) -> None:
    """A dynasty is due before each game and once a game is scored, not during a game nor at the end."""
    now = seated(dynasties)
    for seed in range(3):
        assert is_due(log, now)
        now = dynasties.advance(DYNASTY)
        assert not is_due(log, now)
        game = play_running(tables, now, seeded(seed))
        assert not is_due(log, now)
        assert series_of(log, game) == Membership("dynasty", DYNASTY, seed + 1)
        tables.settle(game)
    assert is_due(log, now)
    assert not is_due(log, dynasties.advance(DYNASTY))


def test_a_game_of_its_own_belongs_to_no_dynasty(log: FakeEventLog, tables: Tables) -> None:
    """Neither a single game, an unknown game nor one with an unreadable first event belongs to a dynasty."""
    assert series_of(log, play_out(tables, 2, Rules(), seeded(1))) is None
    assert series_of(log, GAME) is None
    head = Head.genesis(GAME)
    events = chained(head, [canonical(body(1, "GameEaten"))])
    log.append(Append(GAME, head, events, OPEN))
    assert series_of(log, GAME) is None


@pytest.mark.sampled(6)
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("appends", [0, 1, 2])
def test_a_job_cut_short_at_any_append_is_done_again(appends: int, *, after: bool) -> None:
    """Each job fails once at the same step and is repeated by a new process: the log has everything once."""
    log = CutShort()
    tables = tables_on(log)
    seated(dynasties_on(tables))
    random = seeded(1)
    while True:
        log.appends, log.after = appends, after
        try:
            now = dynasties_on(tables_on(log)).advance(DYNASTY)
        except (StoreAway, UnknownOutcome):
            now = dynasties_on(tables_on(log)).advance(DYNASTY)
        log.appends = None
        if now.winners is not None:
            break
        tables.settle(play_running(tables, now, random))
    check_complete(log, now)


def test_workers_at_once_do_everything_once(log: FakeEventLog, tables: Tables) -> None:
    """Four workers start at the same moment, before each game and after the last."""
    workers = 4
    seated(dynasties_on(tables), 3)
    random = seeded(2)
    with ThreadPoolExecutor(workers) as pool:
        for _ in range(4):
            together = threading.Barrier(workers)

            def advance(_: int, together: threading.Barrier = together) -> Dynasty:
                mine = dynasties_on(tables_on(log))
                mine.dynasty(DYNASTY)
                together.wait()
                return mine.advance(DYNASTY)

            [now] = set(pool.map(advance, range(workers)))
            if now.winners is None:
                tables.settle(play_running(tables, now, random))
    check_complete(log, now)


# dynasties and games


def test_a_dynasty_is_no_game_and_a_game_no_dynasty(
    log: FakeEventLog, tables: Tables, dynasties: Dynasties
) -> None:
    """Each is unknown under the other's id, and its replay is empty."""
    seated(dynasties)
    game = play_out(tables, 2, Rules(), seeded(1))
    with pytest.raises(UnknownGame):
        tables.match(DYNASTY)
    with pytest.raises(UnknownSeries):
        dynasties.dynasty(game)
    assert replay(log, DYNASTY) == Replay((), None)
    assert list(played(log, GameId(game))) == []
    assert log.list_streams(Question(DYNASTIES.listing), limit=9) == ([DYNASTY], None)
    assert log.list_games(limit=9) == ([game], None)


def test_options_that_nobody_took_are_absent() -> None:
    """The oldest games have `{}`; unknown members and null are refused."""
    form = OPTIONS
    assert form.read({}) == Options()
    assert form.write(Options()) == {}
    place = {"dynasty": {"id": DYNASTY, "number": 2}}
    assert form.read(place) == Options(Membership("dynasty", DYNASTY, 2))
    assert form.write(Options(Membership("dynasty", DYNASTY, 2))) == place
    wrongs: list[Any] = [{"dynasty": None}, {"more": 1}, {"dynasty": {"id": "x", "number": 1}}, []]
    for wrong in wrongs:
        with pytest.raises(ValueError, match=r"dynasty|keys"):
            form.read(wrong)


def test_the_oldest_games_still_read(log: FakeEventLog, tables: Tables) -> None:
    """A `GameCreated` with empty options belongs to no dynasty."""
    game = play_out(tables, 2, Rules(), seeded(1))
    [created, *_] = log.read(game)
    assert created.record["data"]["options"] == {}
    event = codec.decode(created)
    assert isinstance(event, GameCreated)
    assert event.options == Options()


# the replay


def test_the_replay_has_everything_in_its_place(
    log: FakeEventLog, tables: Tables, dynasties: Dynasties
) -> None:
    """Dynasty events and games are interleaved in order, and every state equals its rebuild."""
    decided = complete(tables, dynasties)
    row = list(played(log, DYNASTY))
    own = [frame for frame in row if isinstance(frame, DynastyFrame)]
    assert [frame.event for frame in own] == log.read(DYNASTY)
    assert own[-1].dynasty == decided
    rest = iter(row)
    for number, game in enumerate(decided.games, start=1):
        started = next(frame for frame in rest if _type(frame) == "DynastyGameStarted")
        assert isinstance(started, DynastyFrame)
        assert started.event.record["data"] == {"number": number, "game": game.id}
        for expected in replay(log, game.id).frames:
            assert next(rest) == expected
        assert _type(next(rest)) == "DynastyGameScored"
    assert [_type(frame) for frame in rest] == ["DynastyDecided"]


def _type(frame: Played) -> str:
    assert isinstance(frame, DynastyFrame | Frame)
    return str(frame.event.record["type"])


Forge = Callable[[dict[str, Any]], Any]


@pytest.mark.parametrize(
    "forgery",
    [
        ("DynastyGameScored", lambda r: r["data"].update(points=[1, 289]), "log/drift"),
        ("DynastyGameScored", lambda r: r["data"].update(ranking=[[0], [0]]), "log/drift"),
        ("DynastyDecided", lambda r: r["data"].update(totals=[1, 2]), "log/drift"),
        ("DynastyDecided", lambda r: r["data"].update(winners=[]), "log/drift"),
        ("DynastyGameStarted", lambda r: r["data"].update(game=GAME), "log/drift"),
        ("DynastyGameStarted", lambda r: r["data"].update(number=3), "log/impossible"),
        ("DynastyGameScored", lambda r: r["data"].update(number=3), "log/impossible"),
        ("DynastyGameScored", lambda r: r.update(type="GameStarted"), "log/data"),
        ("DynastyGameScored", lambda r: r.update(type="GameEnded", data={}), "log/impossible"),
        ("DynastyGameScored", lambda r: r.update(type="DynastyEaten"), "log/unknown-type"),
    ],
)
def test_a_rechained_forgery_is_named(
    log: FakeEventLog, tables: Tables, dynasties: Dynasties, forgery: tuple[str, Forge, str]
) -> None:
    """A dynasty's numbers must follow from its games; the replay ends before the first wrong event."""
    kind, forge, code = forgery
    complete(tables, dynasties)
    events = log.read(DYNASTY)
    index = types(events).index(kind)
    records = [copy.deepcopy(dict(event.record)) for event in events]
    forge(records[index])
    forged = chained(Head.genesis(DYNASTY), map(canonical, records))
    with log.damaging(DYNASTY) as entries:
        entries[:] = map(raw_entry, forged)
    *frames, last = played(log, DYNASTY)
    assert isinstance(last, DynastyFault)
    assert (last.game, last.fault.version, last.fault.code) == (None, index + 1, code)
    assert [f.event for f in frames if isinstance(f, DynastyFrame)] == list(forged[:index])


def test_a_fault_in_a_game_names_the_game(log: FakeEventLog, tables: Tables, dynasties: Dynasties) -> None:
    """The replay ends within the game, at its first fault."""
    decided = complete(tables, dynasties)
    second = decided.games[1].id
    with log.damaging(second) as entries:
        del entries[9]
    *frames, last = played(log, DYNASTY)
    assert isinstance(last, DynastyFault)
    assert (last.game, last.fault.version, last.fault.code) == (second, 10, "log/gap")
    assert isinstance(frames[-1], Frame)
    assert frames[-1].event.version == 9


def test_events_of_a_dynasty_survive_the_way_to_bytes_and_back(tables: Tables, dynasties: Dynasties) -> None:
    """Each type is encoded to what was stored; other data is refused."""
    complete(tables, dynasties)
    stored: list[StoredEvent] = dynasties.log.read(DYNASTY)
    for event in stored:
        kind, seat, data = codec.encode(codec.decode(event))
        assert (kind.name, seat, data) == tuple(event.record[name] for name in ("type", "seat", "data"))
    wrong = chained(Head.genesis(DYNASTY), [canonical(body(1, "DynastyDecided", totals=[], winners=[4]))])
    with pytest.raises(CodecError, match="log/data"):
        codec.decode(wrong[0])


def test_a_game_that_ends_with_a_resignation_is_followed_by_the_next(
    log: FakeEventLog, tables: Tables, dynasties: Dynasties
) -> None:
    """Each game has the dynasty's options, the next seats both again, and the audit passes (R32)."""
    table = NewTable(Rules(), 2, "ann", ANN, Options(absent=Absent.END))
    now = dynasties.join(dynasties.found(DYNASTY, table).after, BOB).after
    for leaves in ("ann", "bob", "ann"):
        now = dynasties.advance(DYNASTY)
        match = tables.match(now.games[-1].id)
        assert match.created.options.absent is Absent.END
        assert [sitter.player for sitter in match.sitters] == ["ann", "bob"]
        left = Attendance(tables).resign(match, leaves).after
        assert left.end_cause is EndCause.LEFT
        tables.settle(match.id)
    now = dynasties.advance(DYNASTY)
    assert now.totals == (0, 0)
    check_complete(log, now)


def test_the_seeds_are_those_that_were_committed_to(tables: Tables, dynasties: Dynasties) -> None:
    """Three different seeds are sealed with the dynasty; each is revealed by its own game only."""
    now = complete(tables, dynasties)
    revealed = [tables.match(played.id).seed for played in now.games]
    assert [commitment(bytes.fromhex(seed or "")) for seed in revealed] == list(now.created.commitments)
    assert len(set(revealed)) == 3
    sealed = tables.log.secret(DYNASTY)
    assert sealed is not None
    assert not [seed for seed in revealed if bytes.fromhex(seed or "") in sealed]
    with pytest.raises(SeedStoreError, match="not the one it committed to"):
        tables.secrets.seed_in(DYNASTY, 1, now.created.commitments[1])
    with pytest.raises(SeedStoreError, match="are missing"):
        tables.secrets.seed_in(game_id(DYNASTY, 9), 1, now.created.commitments[0])
