"""The vectors of pairings: the same field and lots give the same tables (`docs/organize/pairing.md`)."""

import json
from pathlib import Path
from typing import Any

import pytest

from replays.tournament.schedules.swiss import paired
from tests.conformance.vectors.pairing import DIGEST, TOURNAMENT, contenders, draw

VECTORS = json.loads(Path(__file__).with_name("pairing.json").read_text("utf-8"))


def test_the_lots_are_bound_to_the_tournament_of_the_vectors() -> None:
    """Its id and digest."""
    assert (VECTORS["tournament"], VECTORS["digest"]) == (TOURNAMENT, DIGEST.hex())


@pytest.mark.parametrize("vector", VECTORS["pairings"], ids=lambda vector: vector["name"])
def test_pairing(vector: dict[str, Any]) -> None:
    """The tables, by seat."""
    lots = draw(bytes.fromhex(vector["seed"]), vector["round"])
    tables = paired(contenders(vector), vector["seats"], lots)
    assert [list(table) for table in tables] == vector["tables"]
