"""The metrics of reading and changing games."""

import os

import pytest

from harness.games import KEY
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.bootstrap import now_ms
from replays.commands.tables import NewTable, Tables
from replays.encoding.identity import derived_game_id
from replays.match.aggregate import Sitter
from replays.match.deciding.decisions import Refusal
from replays.match.randomness.seed_store import SeedStore

GAME = derived_game_id("meter", "game")
TABLE = NewTable(Rules(), 2, "ann", Sitter("ann", None))


class Notes:
    """Metrics that record its calls."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def appended(self, seconds: float) -> None:
        """Record an append."""
        assert 0 <= seconds < 60
        self.told.append("append")

    def conflicted(self) -> None:
        """Record a conflict."""
        self.told.append("conflict")

    def folded(self, seconds: float) -> None:
        """Record a fold."""
        assert 0 <= seconds < 60
        self.told.append("fold")


def test_appends_conflicts_and_folds_are_told() -> None:
    """Appends, conflicts and folds count in the process that appends, comes second, or has to fold."""
    log = FakeEventLog()
    first, second = Notes(), Notes()
    here, there = (
        Tables(log, SeedStore(KEY), now_ms, os.urandom, metrics=notes) for notes in (first, second)
    )
    match = here.create(GAME, TABLE).after
    assert first.told == ["append"]
    here.match(GAME)
    assert first.told == ["append"]  # from the cache
    seen = there.match(GAME)
    assert second.told == ["fold"]
    here.join(match, Sitter("bob", None))
    with pytest.raises(Refusal):
        there.join(seen, Sitter("eve", None))
    assert second.told == ["fold", "conflict", "fold"]
    assert first.told == ["append", "append"]
