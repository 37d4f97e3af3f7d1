"""What is made ahead is what is answered, and is not made again."""

import os
from unittest.mock import Mock, patch

import pytest
from fakeredis import FakeRedis, FakeServer
from flask import Response

from kingdomino.rules import Rules
from replays.match.aggregate import Match
from service.accounts.players import Players
from service.http.foresight import Foresight
from tests.support.games import KEY, play_out, seeded, tables_on
from tests.support.memory_log import MemoryEventLog


@pytest.fixture
def store() -> FakeRedis:
    """Give an empty store."""
    return FakeRedis(server=FakeServer())


@pytest.fixture
def players(store: FakeRedis) -> Players:
    """Give the players of a store that knows nobody."""
    return Players(store, KEY, os.urandom, lambda: 0.0)


@pytest.fixture
def match(players: Players) -> Match:
    """Give a game of two that is over, whose players were asked for just now."""
    tables = tables_on(MemoryEventLog())
    match = tables.match(play_out(tables, 2, Rules(), seeded(1)))
    players.names(sitter.player for sitter in match.sitters)
    return match


def answer(match: Match, _: object) -> Response:
    """An answer that says which match it is about."""
    return Response(match.head.hash)


def test_an_answer_that_was_foreseen_is_not_made_again(players: Players, match: Match) -> None:
    """It is made once, of the match that was about to be."""
    make, names = Mock(side_effect=answer), players.names(sitter.player for sitter in match.sitters)
    foresight = Foresight(make, players)
    foresight.foresee(match)
    make.assert_called_once_with(match, names)
    assert foresight.answer(match).get_data(as_text=True) == match.head.hash
    make.assert_called_once_with(match, names)


def test_what_did_not_come_to_be_was_foreseen_in_vain(players: Players, match: Match) -> None:
    """The answer tells of what did."""
    other = match._replace(head=match.head.genesis(match.id))
    foresight = Foresight(answer, players)
    foresight.foresee(other)
    assert foresight.answer(match).get_data(as_text=True) == match.head.hash


def test_nobody_is_asked_for_names(match: Match) -> None:
    """Where one is not known, the answer is made afterwards: the store is busy with the append."""
    store = FakeRedis(server=FakeServer())
    make = Mock(return_value=Response())
    foresight = Foresight(make, Players(store, KEY, os.urandom, lambda: 0.0))
    nothing_asked = patch.object(store, "execute_command", side_effect=AssertionError)
    with nothing_asked, patch.object(store, "pipeline", side_effect=AssertionError):
        foresight.foresee(match)
    make.assert_not_called()
    assert foresight.answer(match) is make.return_value


def test_a_fault_harms_no_change(players: Players, match: Match, caplog: pytest.LogCaptureFixture) -> None:
    """It is told, and raised only where the answer is needed."""
    foresight = Foresight(Mock(side_effect=ZeroDivisionError), players)
    foresight.foresee(match)
    assert [record.message for record in caplog.records] == ["an answer could not be made ahead"]
    with pytest.raises(ZeroDivisionError):
        foresight.answer(match)
