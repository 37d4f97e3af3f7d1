"""What is made ahead is what is answered, and is not made again."""

import os
import time
from unittest.mock import patch

import orjson
import pytest
from fakeredis import FakeRedis, FakeServer

from kingdomino.rules import Rules
from replays.match import Match
from replays.memory import MemoryEventLog
from replays.signing import Signer, parse_receipt, verify
from replays.view import View, state
from service.foresight import Receipts, foreseeing
from service.players import Players
from service.states import States
from tests.support.games import KEY, play_out, seeded, tables_on


@pytest.fixture
def store() -> FakeRedis:
    """Give an empty store."""
    return FakeRedis(server=FakeServer())


@pytest.fixture
def match() -> Match:
    """Give a game of two that is over."""
    tables = tables_on(MemoryEventLog())
    return tables.match(play_out(tables, 2, Rules(), seeded(1)))


def nobodys(players: Players, match: Match) -> dict[str, str | None]:
    """The names of the players, whom no store knows."""
    return players.names(sitter.player for sitter in match.sitters)


def test_an_answer_that_was_foreseen_is_not_made_again(store: FakeRedis, match: Match) -> None:
    """State and receipt are those that would have been made, and are there."""
    players, signer, states = Players(store, KEY, os.urandom, time.monotonic), Signer(KEY), States()
    receipts = Receipts(signer)
    names = nobodys(players, match)
    foreseeing(states, receipts, players)(match)
    with (
        patch.object(View, "state", side_effect=AssertionError),
        patch.object(signer, "sign", side_effect=AssertionError),
    ):
        shown, receipt = states.text(match, names), receipts.text(match.id, match.head)
    assert orjson.loads(shown) == orjson.loads(orjson.dumps(state(match, names)))
    signed = parse_receipt(orjson.loads(receipt))
    assert (signed.game, signed.head) == (match.id, match.head)
    assert verify(signed)


def test_nobody_is_asked_for_names(store: FakeRedis, match: Match) -> None:
    """Where they are not known yet, the state is made with the answer: the store is busy with the append."""
    players = Players(store, KEY, os.urandom, time.monotonic)
    nothing_asked = patch.object(store, "execute_command", side_effect=AssertionError)
    with nothing_asked, patch.object(store, "pipeline", side_effect=AssertionError):
        foreseeing(States(), Receipts(Signer(KEY)), players)(match)


def test_a_fault_harms_no_change(store: FakeRedis, match: Match, caplog: pytest.LogCaptureFixture) -> None:
    """It is told, and raised only where the part is needed."""
    signer = Signer(KEY)
    with patch.object(signer, "sign", side_effect=ZeroDivisionError):
        foreseeing(States(), Receipts(signer), Players(store, KEY, os.urandom, time.monotonic))(match)
    assert [record.message for record in caplog.records] == ["an answer could not be made ahead"]
