"""The rules of Origins allow exactly the continuations that the plain reference counts (R20-R29)."""

import json
from typing import Any

import pytest

from kingdomino.board.numbers import DominoNumber
from kingdomino.game import Game
from kingdomino.game.chance import Chance
from kingdomino.machine import advance, begin, legal_commands
from kingdomino.rules import Mode
from tests import reference_origins
from tests.conformance.perft import origins as counts
from tests.games import Played, as_origins_move, origins, seats

STORED = json.loads(counts.FILE.read_text(encoding="utf-8"))["positions"]
AFFORDABLE = 400
"""Counts below this value are counted again by the reference in every run."""


def positions() -> list[Any]:
    """The stored positions as test parameters with names."""
    return [pytest.param(entry, id=entry["name"]) for entry in STORED]


def game_of(entry: dict[str, Any]) -> Played:
    """The stored position, reached by legal commands only."""
    deck = tuple(DominoNumber(number) for number in entry["deck"])
    chance = Chance(deck, seats(*entry["kings"]), counts.turned)
    played = Played(*begin(origins(Mode(entry["mode"])), entry["players"], chance), chance)
    for word in entry["before"]:
        moves = {counts.words(as_origins_move(c)): c for c in legal_commands(played.game)}
        played = played.does(moves[word])
    return played


def count(played: Played, game: Game, depth: int) -> int:
    """The number of different sequences of `depth` commands from the game."""
    commands = legal_commands(game)
    if depth == 1 or game.mover is None:
        return len(commands)
    mover = game.mover
    return sum(count(played, advance(game, mover, c, played.chance)[0], depth - 1) for c in commands)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("entry", positions())
def test_the_rules_count_what_is_stored(entry: dict[str, Any]) -> None:
    """The rules give the stored count at every depth: pairs, fires, totems, cavemen, and the end."""
    played = game_of(entry)
    counts = [count(played, played.game, depth) for depth in range(1, len(entry["counts"]) + 1)]
    assert counts == entry["counts"]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("entry", positions())
def test_the_reference_still_counts_what_is_stored(entry: dict[str, Any]) -> None:
    """The reference gives the stored counts; only those below `AFFORDABLE` are counted again."""
    opening = counts.Opening(**{name: entry[name] for name in counts.Opening._fields})
    table = counts.reached(opening, entry["before"])
    for depth, expected in enumerate(entry["counts"], start=1):
        if expected < AFFORDABLE:
            assert reference_origins.perft(table, depth) == expected


def test_every_mode_is_counted_with_two_three_and_four_players() -> None:
    """Each has four positions, from the start to before the end, after which nothing follows."""
    wanted = {f"{name}, {where}" for name in counts.openings() for where in PLACES}
    assert {entry["name"] for entry in STORED} == wanted
    assert all(entry["counts"][-1] == 0 for entry in STORED if entry["name"].endswith("to the end"))


PLACES = ("start", "middle", "later", "to the end")


def test_moves_of_every_kind_are_among_those_stored() -> None:
    """The stored moves include every kind of Origins except giving a totem, which is rare."""
    kinds = {json.loads(word)[0] for entry in STORED for word in entry["before"]}
    assert kinds >= {"pair", "choose", "place", "discard", "fire", "recruit", "take", "put", "pass"}
