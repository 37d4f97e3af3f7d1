"""A rematch with a concurrent request between two steps."""

from typing import Any

import pytest

from harness.games import tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.commands.attendance import Attendance
from replays.commands.tables import NewTable, Tables
from replays.encoding.identity import derived_game_id
from replays.match.aggregate import Match, Sitter
from service.application.games.seats.rematch import as_game

ANN, BOB = Sitter("ann", None), Sitter("bob", None)


def called_off(tables: Tables) -> Match:
    """A game of Ann, Bob and a bot that was called off."""
    match = tables.create(derived_game_id("suite", "rematch"), NewTable(Rules(), 3, "ann", ANN)).after
    match = tables.seat_bot(tables.join(match, BOB).after, "ann", "random").after
    return Attendance(tables).abort(match, "ann").after


def test_a_bot_is_seated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A concurrent request does not seat the bot twice, so no player's seat is lost."""
    tables = tables_on(FakeEventLog())
    over, change = called_off(tables), tables.change

    def late(match: Match, *more: Any) -> Any:
        if match.seat_of("ann") is not None:  # about to seat the bot
            monkeypatch.setattr(tables, "change", change)
            as_game(tables).joined(over, ANN, None, None)
        return change(match, *more)

    monkeypatch.setattr(tables, "change", late)
    match = as_game(tables).joined(over, ANN, None, None)
    assert [sitter.player for sitter in match.sitters] == ["ann", "bot/random-1"]
    match = as_game(tables).joined(over, BOB, None, None)
    assert [sitter.player for sitter in match.sitters] == ["ann", "bot/random-1", "bob"]
