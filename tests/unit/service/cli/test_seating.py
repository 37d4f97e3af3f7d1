"""An operator who refuses the last seat until the deck suits: the client sends the same each time."""

from itertools import count
from typing import Any

import pytest

from harness.audit.audits import START
from kingdomino.rules import Rules
from replays.encoding.attempts import OtherOpening, Request, parse_attempt
from replays.encoding.canonical import canonical
from replays.encoding.chain import genesis, link
from replays.encoding.entries import Head
from replays.encoding.identity import new_game_id
from replays.match.aggregate import Match, Sitter, fold
from replays.match.deciding.decisions import open_table
from replays.match.randomness.chances import chance_of
from replays.match.recording import stored
from service.cli.seating import SeatAttempts, UnsafeTable

GAME = new_game_id(bytes(range(16)))
SEED = bytes(32)
EVENTS = stored(Head.genesis(GAME), open_table(Rules(), 2, SEED, "ann"), START)
TRIES = 50


def table() -> Match:
    """The table at which ann sits and bob asks for the last seat."""
    match = fold(GAME, EVENTS)
    assert match is not None
    return match.with_sitter(Sitter("ann", "a1" * 32, seen=match.opening))


def deck(attempts: SeatAttempts, player: str = "bob") -> tuple[int, ...]:
    """The deck that the operator computes from a request of the player, before answering with an error."""
    attempt = attempts.at(GAME, player, EVENTS[0].public())
    sitter = Sitter(player, attempt.entropy, seen=attempt.first)
    return tuple(chance_of(table().with_sitter(sitter), SEED).deck)


def test_refusals_give_no_choice_among_decks() -> None:
    """However often the operator refuses, the deck is the same; new entropy for each would give a choice."""
    keys = (f"key-{number}" for number in count())
    attempts = SeatAttempts(lambda: next(keys))
    assert len({deck(attempts) for _ in range(TRIES)}) == 1
    [attempt] = attempts.all()
    assert attempt.key == "key-0"
    fresh = {deck(SeatAttempts(lambda: "key")) for _ in range(TRIES)}
    assert len(fresh) == TRIES


def test_each_player_has_entropy_of_their_own() -> None:
    """Two players of one client, as in the demo, send different entropy."""
    attempts = SeatAttempts(lambda: "key")
    deck(attempts, "bob")
    deck(attempts, "cleo")
    assert len({attempt.entropy for attempt in attempts.all()}) == 2


def test_what_is_kept_can_be_read_again() -> None:
    """The form of an attempt has all its values."""
    attempts = SeatAttempts(lambda: "key")
    made = attempts.at(GAME, "bob", EVENTS[0].public())
    attempts.note(made, Request(START, "store/away", 503))
    attempts.note(made, Request(START + 1))
    [kept] = attempts.all()
    assert parse_attempt(kept.document()) == kept
    assert [request.status for request in kept.requests] == [503, None]
    other = {**kept.document(), "others": [{"at": START, "first": "ab" * 32}]}
    assert parse_attempt(other).others == (OtherOpening(START, "ab" * 32),)


@pytest.mark.parametrize("data", [None, [], "x", {}, {"draws": None}, {"draws": 1}])
def test_a_first_event_that_does_not_bind_the_draws_gets_nothing(data: Any) -> None:
    """Whatever stands in place of its data: the client says why it sends nothing."""
    body = {"data": data, "type": "GameCreated"}
    first = {**body, "hash": link(genesis(GAME), canonical(body)).hex()}
    attempts = SeatAttempts(lambda: "key")
    with pytest.raises(UnsafeTable, match="nothing was sent"):
        attempts.at(GAME, "bob", first)
    assert attempts.all() == []
