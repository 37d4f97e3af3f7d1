"""The rules allow exactly the continuations that the plain reference counts (R2-R10, R16, R17)."""

import json
from typing import Any

import pytest

from kingdomino.game import Game
from kingdomino.machine import advance, legal_commands
from kingdomino.rules import Edition, Rules
from tests import reference
from tests.conformance.perft import base
from tests.games import Played, as_move, begun

STORED = json.loads(base.FILE.read_text(encoding="utf-8"))["positions"]
AFFORDABLE = 6000
"""Counts below this value are counted again by the reference in every run."""


def positions() -> list[Any]:
    """The stored positions as test parameters with names."""
    return [pytest.param(entry, id=entry["name"]) for entry in STORED]


def game_of(entry: dict[str, Any]) -> Played:
    """The stored position, reached by legal commands only."""
    rules = Rules(Edition(entry["edition"]), mighty_duel=entry["limit"] == 7, no_limit=entry["limit"] is None)
    played = begun(entry["players"], rules, kings=entry["kings"], dominoes=entry["deck"])
    for text in entry["before"]:
        moves = {as_move(command): command for command in legal_commands(played.game)}
        played = played.does(moves[base.read(text)])
    return played


def table_of(entry: dict[str, Any]) -> reference.Table:
    """The stored position in the reference implementation."""
    opening = base.Opening(**{name: entry[name] for name in base.Opening._fields})
    table = opening.table()
    for text in entry["before"]:
        table = table.after(base.read(text))
    return table


def count(played: Played, game: Game, depth: int) -> int:
    """The number of different sequences of `depth` commands from the game."""
    commands = legal_commands(game)
    if depth == 1 or game.mover is None:
        return len(commands)
    mover = game.mover
    return sum(
        count(played, advance(game, mover, command, played.chance)[0], depth - 1) for command in commands
    )


@pytest.mark.sampled(3)
@pytest.mark.parametrize("entry", positions())
def test_the_rules_count_what_is_stored(entry: dict[str, Any]) -> None:
    """The rules give the stored count at every depth, from the first choice to beyond the end of the game."""
    played = game_of(entry)
    counts = [count(played, played.game, depth) for depth in range(1, len(entry["counts"]) + 1)]
    assert counts == entry["counts"]


@pytest.mark.parametrize("entry", positions())
def test_the_reference_still_counts_what_is_stored(entry: dict[str, Any]) -> None:
    """The reference gives the stored counts; only those below `AFFORDABLE` are counted again."""
    table = table_of(entry)
    for depth, expected in enumerate(entry["counts"], start=1):
        if expected < AFFORDABLE:
            assert reference.perft(table, depth) == expected


def test_both_ends_of_a_game_are_counted() -> None:
    """Every kind of table has a stored position at the start and one before the end."""
    assert {entry["name"] for entry in STORED} == {
        f"{name}, {where}" for name in base.openings() for where in ("start", "to the end")
    }
