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
from tests.conformance import perft_origins
from tests.games import Played, as_origins_move, origins, seats

STORED = json.loads(perft_origins.FILE.read_text(encoding="utf-8"))["positions"]
AFFORDABLE = 400
"""How many continuations the reference counts again in every run."""


def positions() -> list[Any]:
    """The stored positions, named."""
    return [pytest.param(entry, id=entry["name"]) for entry in STORED]


def game_of(entry: dict[str, Any]) -> Played:
    """The stored position, reached by legal commands alone."""
    deck = tuple(DominoNumber(number) for number in entry["deck"])
    chance = Chance(deck, seats(*entry["kings"]), perft_origins.turned)
    played = Played(*begin(origins(Mode(entry["mode"])), entry["players"], chance), chance)
    for word in entry["before"]:
        moves = {perft_origins.words(as_origins_move(c)): c for c in legal_commands(played.game)}
        played = played.does(moves[word])
    return played


def count(played: Played, game: Game, depth: int) -> int:
    """How many different sequences of that many commands there are from the game."""
    commands = legal_commands(game)
    if depth == 1 or game.mover is None:
        return len(commands)
    mover = game.mover
    return sum(count(played, advance(game, mover, c, played.chance)[0], depth - 1) for c in commands)


@pytest.mark.parametrize("entry", positions())
def test_the_rules_count_what_is_stored(entry: dict[str, Any]) -> None:
    """Every depth: choices in pairs, fires, totems given, cavemen paid for, taken and put, and the end."""
    played = game_of(entry)
    counts = [count(played, played.game, depth) for depth in range(1, len(entry["counts"]) + 1)]
    assert counts == entry["counts"]


@pytest.mark.parametrize("entry", positions())
def test_the_reference_still_counts_what_is_stored(entry: dict[str, Any]) -> None:
    """The stored numbers are the reference's; small ones are counted again."""
    opening = perft_origins.Opening(**{name: entry[name] for name in perft_origins.Opening._fields})
    table = perft_origins.reached(opening, entry["before"])
    for depth, expected in enumerate(entry["counts"], start=1):
        if expected < AFFORDABLE:
            assert reference_origins.perft(table, depth) == expected


def test_every_mode_is_counted_with_two_three_and_four_players() -> None:
    """Four positions of each: at the start, on the way and before the end, where nothing follows."""
    wanted = {f"{name}, {where}" for name in perft_origins.openings() for where in PLACES}
    assert {entry["name"] for entry in STORED} == wanted
    assert all(entry["counts"][-1] == 0 for entry in STORED if entry["name"].endswith("to the end"))


PLACES = ("start", "middle", "later", "to the end")


def test_moves_of_every_kind_are_among_those_stored() -> None:
    """The positions were reached through all that Origins has but a totem given, which is rare."""
    kinds = {json.loads(word)[0] for entry in STORED for word in entry["before"]}
    assert kinds >= {"pair", "choose", "place", "discard", "fire", "recruit", "take", "put", "pass"}
