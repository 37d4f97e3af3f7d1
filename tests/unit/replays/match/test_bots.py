"""Bots: taking seats, moves that can be verified, and finishing games that people left."""

from dataclasses import replace
from functools import partial

import pytest

from harness.audit.digests import public, reference_digest
from harness.play.correspondence import Correspondence
from kingdomino.board.numbers import Seat
from kingdomino.policies import GREEDY, command, quick
from kingdomino.rules import GameKind, Mode, Rules
from replays.events.codec import decode
from replays.events.game_events import Absent, Options
from replays.match.aggregate import Match, Status
from replays.match.deciding import bots
from replays.match.deciding.bots import UnknownPolicy, choice
from replays.match.deciding.decisions import Refusal, move
from replays.match.randomness.draws import below, words
from replays.match.randomness.draws import bot as purpose

pytestmark = pytest.mark.slow

TRIBE = Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE)


def against(policy: str, players: int = 2, rules: Rules | None = None) -> Correspondence:
    """A table with a person on seat 0 and bots on the others."""
    table = Correspondence(3, rules, players)
    table.fill(*[policy] * (players - 1))
    return table


def kinds(table: Correspondence) -> list[str]:
    """The types of all events so far."""
    return [event.record["type"] for event in table.played.events]


def test_the_last_bot_starts_the_game() -> None:
    """A bot has no entropy and no player; the event's actor is the player who seated it."""
    table = against("greedy")
    seated = table.played.events[2].record
    assert (seated["type"], seated["seat"], seated["data"]) == ("BotSeated", 1, {"policy": "greedy-1"})
    assert (seated["actor"], seated["cause"]) == ("player-0", "player")
    assert table.match.status is Status.ACTIVE
    assert table.match.policy_of(Seat(1)) == "greedy-1"


@pytest.mark.parametrize(
    ("policy", "player", "code"),
    [
        ("best", "player-0", "bot/unknown-policy"),
        ("greedy-1", "player-0", "bot/unknown-policy"),
        ("greedy", "stranger", "seat/not-seated"),
        ("greedy", "player-0", "seat/none-free"),
    ],
)
def test_who_may_not_seat_a_bot(policy: str, player: str, code: str) -> None:
    """The player must be seated, the policy known, and a seat free."""
    table = against("random")
    with pytest.raises(Refusal) as refused:
        table.tables.seat_bot(table.match, player, policy)
    assert refused.value.code == code


def test_nobody_sits_down_where_the_game_was_called_off() -> None:
    """Neither bots nor people can join, because a full table would begin."""
    table = Correspondence(1)
    table.attendance.abort(table.match, "player-0")
    for who in ("greedy", None):
        with pytest.raises(Refusal) as refused:
            table.fill(who)
        assert refused.value.code == "game/over"


def test_a_move_can_be_repeated_from_seed_and_record() -> None:
    """Draws are the words of `bot/<seat>` from block version x 2^16 on, with the version of the position."""
    table = against("greedy")
    table.work()
    table.finish()
    seed = bytes.fromhex(table.match.seed or "")
    digest = bytes.fromhex(reference_digest(public(table.played.events)))
    moves = 0
    for event in table.played.events:
        if event.record["cause"] != "bot":
            continue
        before = table.tables.matches.at(table.game, event.version - 1)  # type: ignore[arg-type]
        assert before is not None
        assert before.game is not None
        assert (event.record["actor"], event.record["seat"]) == ("system", 1)
        stream = words(seed, purpose(1), table.game, digest, before.turn_version * 2**16)
        wanted = command(GREEDY, before.game, Seat(1), partial(below, stream))
        made = move(before, Seat(1), wanted, partial(table.tables.secrets.chance, before))
        assert made[0].event == decode(event)
        moves += 1
    assert moves == 24  # each of two kings chooses six times and places six times


def test_what_changes_no_position_changes_no_choice() -> None:
    """A vote for the end adds events, but the bot's draws stay the same."""
    table = Correspondence(5, players=3)
    table.fill(None, "random")
    while not bots.is_due(table.match):
        table.now += 1000
        table.move()
    seed = table.tables.secrets.seed(table.match)
    before = choice(table.match, seed)
    table.attendance.agree_to_end(table.match, "player-0")
    assert choice(table.match, seed) == before


@pytest.mark.sampled(5)
@pytest.mark.parametrize("policy", quick())
@pytest.mark.parametrize(("players", "rules"), [(3, Rules()), (2, TRIBE)])
def test_bots_end_a_game_that_everybody_has_left(policy: str, players: int, rules: Rules) -> None:
    """One job finishes the game; the player who left is last, whatever the score."""
    table = against(policy, players, rules)
    table.attendance.resign(table.match, "player-0")
    table.work()
    assert table.match.status is Status.SCORED
    assert table.match.result is not None
    assert table.match.result.ranking[-1] == (0,)


def test_a_bot_acts_in_its_turn_only() -> None:
    """Acting out of turn is refused, and nothing is stored."""
    table = Correspondence(1)
    table.fill(None)
    with pytest.raises(Refusal) as refused:
        bots.act(table.match, lambda: bytes(32), lambda: table.tables.secrets.chance(table.match))
    assert refused.value.code == "bot/not-due"
    head = table.match.head
    assert table.tables.play_bot(table.match).head == head


def test_a_policy_of_a_newer_version_is_named() -> None:
    """`UnknownPolicy` is raised: the record is not at fault, since another process may know the policy."""
    table = against("greedy")
    match: Match = table.match
    while not bots.is_due(match):
        table.now += 1000
        table.move()
        match = table.match
    newer = replace(match.sitters[1], bot="greedy-2")
    with pytest.raises(UnknownPolicy, match="greedy-2"):
        choice(match._replace(sitters=(match.sitters[0], newer)), bytes(32))


def test_nobody_plays_on_where_the_table_wanted_nobody() -> None:
    """All have left and every seat is idle: the game finishes in the append of the last to leave."""
    table = Correspondence(2, players=3, options=Options(absent=Absent.DISCARD))
    table.fill(None, None)
    for seat in (1, 0, 2):
        table.attendance.resign(table.match, f"player-{seat}")
    assert table.match.status is Status.FINISHED
    assert {"DominoPlaced"}.isdisjoint(kinds(table))
    table.work()
    assert table.match.result is not None
    assert table.match.result.ranking == ((0, 1, 2),)
