"""Each policy still makes the moves of its vectors: a released version never changes."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from kingdomino.kernel import state
from kingdomino.machine import draw
from kingdomino.policies import BOTS, plain_name
from service.cli.simulating.parts import SeededSource
from tests.conformance.bots import BASE, played

VECTORS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("bots.json").read_text("utf-8"))


def test_there_is_a_vector_for_every_bot() -> None:
    """In the order of the registry, of its present version."""
    assert [vector["policy"] for vector in VECTORS] == [bot.stored_name for bot in BOTS.values()]


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["policy"] for vector in VECTORS])
def test_the_moves_are_those_of_the_vector(vector: dict[str, Any]) -> None:
    """Of a slow bot the first moves, where the kernel runs; of the others the whole game."""
    bot = BOTS[plain_name(vector["policy"])]
    chance = draw(BASE, 2, SeededSource(7))
    assert (list(chance.deck), list(chance.kings)) == (vector["deck"], vector["kings"])
    if bot.is_slow and not state().runs:
        assert not bot.is_offered
        return
    most = 12 if bot.is_slow else len(vector["moves"])
    moves = [move for _, move in islice(played(bot.name, BASE, 2, chance), most)]
    assert moves == vector["moves"][:most]
