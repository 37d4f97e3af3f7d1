"""Commands on games: refusals, idempotency, concurrency and scoring."""

from dataclasses import replace

import pytest

from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game.commands import Choose
from kingdomino.machine import legal_commands
from kingdomino.rules import Rules
from kingdomino.rules.violations import RuleViolation
from replays.commands.tables import (
    CommandReused,
    Move,
    NewTable,
    Stale,
    Tables,
    UnknownGame,
    VersionRequired,
)
from replays.encoding.identity import GameId, Version, derived_game_id
from replays.events.game_events import Reason, SeatLeft, SeatTakenOver
from replays.log.event_log import CommandId
from replays.match.aggregate import Match, Sitter, Status
from replays.match.deciding.decisions import Refusal
from replays.match.randomness.chances import chance_of
from replays.match.randomness.draws import commitment
from replays.match.randomness.seed_store import SeedStoreError
from replays.match.recording import EventDraft

GAME = derived_game_id("tables", "game")
ANN = Sitter("ann", None)
BOB = Sitter("bob", "ab" * 32)


def opened(tables: Tables, players: int = 2) -> Match:
    """A table with Ann on seat 0."""
    return tables.create(GAME, NewTable(Rules(), players, "ann", ANN)).after


def started(tables: Tables) -> Match:
    """A game of Ann and Bob that has just started."""
    return tables.join(opened(tables), BOB).after


def asked(name: str, digest: str = "00") -> CommandId:
    """A command id with this name."""
    return CommandId(name, digest * 32)


def next_move(match: Match, expected: int | None = None) -> Move:
    """The first legal move of the seat to act."""
    assert match.game is not None
    assert match.game.mover is not None
    player = match.sitters[match.game.mover].player
    version = match.head.version if expected is None else expected
    return Move(player, legal_commands(match.game)[0], version)


def test_a_seat_is_taken_in_order_and_once() -> None:
    """The lowest free seat is assigned; nobody sits twice or at a full table."""
    tables = tables_on(FakeEventLog())
    match = opened(tables, players=3)
    with pytest.raises(Refusal) as again:
        tables.join(match, ANN)
    assert again.value.code == "seat/taken-by-you"
    match = tables.join(match, BOB).after
    assert match.seat_of("bob") == 1
    assert match.game is None
    match = tables.join(match, Sitter("cleo", None)).after
    assert match.status is Status.ACTIVE
    with pytest.raises(Refusal) as full:
        tables.join(match, Sitter("dan", None))
    assert full.value.code == "seat/none-free"


def test_unplayable_rules_are_refused_before_anything_is_written() -> None:
    """A table for five players is refused, and no game is created."""
    tables = tables_on(FakeEventLog())
    with pytest.raises(RuleViolation) as refused:
        opened(tables, players=5)
    assert refused.value.code == "rules/players"
    with pytest.raises(UnknownGame):
        tables.match(GAME)


def test_a_move_needs_seat_version_and_start_in_this_order() -> None:
    """A player without a seat is refused first, then a missing or stale version, then an unstarted game."""
    tables = tables_on(FakeEventLog())
    match = opened(tables)
    choice = Choose(DominoNumber(1))
    with pytest.raises(Refusal) as stranger:
        tables.move(match, Move("zoe", choice, None))
    assert stranger.value.code == "seat/not-seated"
    with pytest.raises(VersionRequired):
        tables.move(match, Move("ann", choice, None))
    with pytest.raises(Stale):
        tables.move(match, Move("ann", choice, 3))
    with pytest.raises(Refusal) as early:
        tables.move(match, Move("ann", choice, 2))
    assert early.value.code == "game/not-started"


def test_the_version_may_be_any_since_the_position_changed() -> None:
    """If-Match may name any version from the position's last change to the head; others are stale."""
    tables = tables_on(FakeEventLog())
    match = started(tables)
    with pytest.raises(Stale) as old:
        tables.move(match, next_move(match, expected=match.turn_version - 1))
    assert old.value.current == match.head.version
    with pytest.raises(Stale):
        tables.move(match, next_move(match, expected=match.head.version + 1))
    assert tables.move(match, next_move(match, expected=match.turn_version)).after.head.version > 0


def test_who_decided_on_an_old_state_is_judged_on_the_new_one() -> None:
    """Of two moves for one version, the second is stale and writes nothing."""
    tables = tables_on(FakeEventLog())
    match = started(tables)
    done = tables.move(match, next_move(match)).after
    with pytest.raises(Stale) as late:
        tables.move(match, next_move(match))
    assert late.value.current == done.head.version
    assert tables.match(GAME) == done


def test_nothing_is_refused_for_the_age_of_what_the_caller_saw() -> None:
    """A caller with an old cached game can make the move that is due now, and gets the current state."""
    tables, elsewhere = tables_on(log := FakeEventLog()), tables_on(log)
    old = match = started(tables)
    for _ in range(4):
        match = elsewhere.move(match, next_move(match)).after
    assert tables.matches.remembered(GAME) == old
    done = tables.move(old, next_move(match)).after
    assert done.head.version > match.head.version
    assert elsewhere.match(GAME) == done == tables.matches.remembered(GAME)


def test_a_seat_that_was_lost_meanwhile() -> None:
    """A player who held the seat in an older version cannot move, even if the move would be legal."""
    tables = tables_on(FakeEventLog())
    old = started(tables)
    move = next_move(old)
    left = tables.attempt(old, lambda *_: [EventDraft(SeatLeft(Seat(0), Reason.RESIGNED, None))])
    left = tables.attempt(left, lambda *_: [EventDraft(SeatTakenOver(Seat(0), "cleo"))])
    left = tables.attempt(left, lambda *_: [EventDraft(SeatLeft(Seat(1), Reason.RESIGNED, None))])
    taken = tables.attempt(left, lambda *_: [EventDraft(SeatTakenOver(Seat(1), "dan"))])
    with pytest.raises(Refusal) as lost:
        tables.move(old, move)
    assert lost.value.code == "seat/not-seated"
    assert tables.match(GAME) == taken


def test_a_repeated_command_gets_its_first_answer() -> None:
    """The first response is repeated, even if the game has moved on and the named version is stale."""
    tables = tables_on(FakeEventLog())
    match = started(tables)
    move = next_move(match)
    first = tables.move(match, move, asked("ann 1"))
    after = tables.move(first.after, next_move(first.after)).after
    again = tables.move(after, move, asked("ann 1"))
    assert again.repeated
    assert again.after == first.after
    assert tables.match(GAME) == after


def test_a_command_id_with_another_request_is_refused() -> None:
    """The same key with another request is an error, not a repetition."""
    tables = tables_on(FakeEventLog())
    match = started(tables)
    first = tables.move(match, next_move(match), asked("ann 1")).after
    with pytest.raises(CommandReused):
        tables.move(first, next_move(first), asked("ann 1", "11"))
    assert tables.match(GAME) == first


def test_a_refusal_is_not_remembered() -> None:
    """The key of a refused request can be used again."""
    tables = tables_on(FakeEventLog())
    match = started(tables)
    assert match.game is not None
    elsewhere = Choose(DominoNumber(next(n for n in range(1, 49) if n not in match.game.free_dominoes)))
    with pytest.raises(RuleViolation):
        tables.move(match, replace(next_move(match), command=elsewhere), asked("ann 1"))
    assert not tables.move(match, next_move(match), asked("ann 1", "11")).repeated


def test_creating_twice_under_a_derived_id_opens_one_table() -> None:
    """A repeated creation returns the existing table with its seed."""
    tables = tables_on(FakeEventLog())
    table = NewTable(Rules(), 2, "ann", ANN)
    first = tables.create(GAME, table, asked("ann 1"))
    again = tables.create(GAME, table, asked("ann 1"))
    assert again.repeated
    assert again.after == first.after
    assert len(tables.log.read(GAME)) == 2
    with pytest.raises(CommandReused):
        tables.create(GAME, replace(table, players=3), asked("ann 1", "11"))


def test_settling_reveals_what_was_committed_to_and_scores_once() -> None:
    """The revealed seed has the committed hash and gives the same draws; settling twice adds nothing."""
    tables = tables_on(FakeEventLog())
    game = play_out(tables, 3, Rules(), seeded(3))
    match = tables.settle(game)
    assert match.status is Status.SCORED
    assert match.seed is not None
    assert commitment(bytes.fromhex(match.seed)) == match.created.commitment
    chance = chance_of(match, bytes.fromhex(match.seed))
    dealt = [
        number
        for event in tables.log.read(game)
        if event.record["type"] == "LineDealt"
        for number in event.record["data"]["dominoes"]
    ]
    lines = [chance.deck[start : start + 3] for start in range(0, 36, 3)]
    assert dealt == [number for line in lines for number in sorted(line)]
    assert tables.settle(game) == match
    assert [event.record["type"] for event in tables.log.read(game)][-3:] == [
        "GameEnded",
        "SeedRevealed",
        "GameScored",
    ]


def test_settling_a_game_that_goes_on_changes_nothing() -> None:
    """Only a finished game is scored."""
    tables = tables_on(FakeEventLog())
    match = started(tables)
    assert tables.settle(GAME) == match


def test_another_servers_key_opens_no_seed() -> None:
    """A worker with the wrong key raises an error and writes nothing."""
    log = FakeEventLog()
    game = play_out(tables_on(log), 2, Rules(), seeded(4))
    with pytest.raises(SeedStoreError):
        tables_on(log, bytes(31) + b"1").settle(game)
    assert tables_on(log).match(game).status is Status.FINISHED


def test_an_unknown_game_is_unknown() -> None:
    """Reading an unknown game raises `UnknownGame`."""
    with pytest.raises(UnknownGame):
        tables_on(FakeEventLog()).match(GameId("00000000-0000-4000-8000-000000000000"))


def test_a_cached_match_counts_only_while_its_head_is_in_the_log() -> None:
    """After a fail-over that lost events, the cache is replaced by what the log has."""
    tables = tables_on(FakeEventLog())
    match = started(tables)
    other = tables_on(FakeEventLog())
    other.create(GAME, NewTable(Rules(), 2, "zoe", Sitter("zoe", None)))
    other.matches.remember(match)
    assert other.match(GAME).sitters == (Sitter("zoe", None),)
    assert other.matches.at(GAME, Version(3)) is None
