"""A game of Origins in a terminal: the pieces on squares and on the table."""

from typing import Any

import pytest

from kingdomino.board.dominoes import ORIGINS_DOMINOES
from kingdomino.board.notation import parse_kingdom
from service.cli.terminal.kingdoms import drawn, legend
from service.cli.terminal.page import board, score_table
from tests.unit.service.cli.terminal.test_page import text_of

RULES = {"game": "origins", "mode": "tribe", "middle_kingdom": True, "harmony": True}
TERRITORY = "48@1,0e 38@0,1n"
TOTEMS = {"mammoth": 0, "fish": None, "mushroom": 1, "flint": None}

Lying = dict[tuple[int, int], dict[str, Any]]
"""The pieces on squares."""

NOTHING = {"token": 0, "resource": None, "caveman": None}


def cells(lying: Lying | None = None) -> list[dict[str, Any]]:
    """Return the territory's cells with these pieces."""
    return [
        {
            "x": x,
            "y": y,
            "terrain": half.terrain.word,
            "fires": half.crowns,
            "craters": half.craters,
            "domino": domino,
        }
        | NOTHING
        | (lying or {}).get((x, y), {})
        for (x, y), half, domino in parse_kingdom(TERRITORY, 7, ORIGINS_DOMINOES).cells()
    ]


def state(total: int = 7, mode: str = "tribe", lying: Lying | None = None) -> dict[str, Any]:
    """Return a state of Ann, who has a territory, and Ben, who has none."""
    score = {
        "regions": [{"terrain": "quarry", "squares": 1, "fires": 3, "points": 3}],
        "middle_kingdom": 10,
        "harmony": 0,
        "resources": 2,
        "totems": 3,
        "cavemen": 4,
    }
    return {
        "rules": RULES | {"mode": mode},
        "players": [{"seat": 0, "name": "Ann"}, {"seat": 1, "name": "Ben"}],
        "to_act": {"seat": 0, "types": ["recruit", "pass"]},
        "line": [{"domino": 48, "seat": 0}],
        "next_line": [],
        "kingdoms": [
            {"seat": 0, "cells": cells(lying), "discarded": [], "score": score | {"total": total}},
            {"seat": 1, "cells": [], "discarded": [], "score": score | {"total": 0}},
        ],
        "ranking": None,
        "totems": TOTEMS,
        "board": ["hunter", "warrior2"],
        "stack_left": 18,
    }


def test_what_lies_on_a_square_is_a_third_character() -> None:
    """The digit includes a token's fires; joints and bars keep their places."""
    lying: Lying = {(1, 0): {"token": 3}, (0, 1): {"resource": "mammoth"}}
    assert rows(lying) == ["V1  .   .", "|", "G0+ .   .", "##  Q3*-V3"]
    assert rows({(0, 1): {"caveman": "warrior2"}})[2:] == ["G0² .   .", "##  Q0 -V3"]
    assert rows({(0, 1): {"caveman": "fire_keeper"}})[2:] == ["G0k .   .", "##  Q0 -V3"]


def rows(lying: Lying) -> list[str]:
    """Return the lines of a drawing, without the spaces at their ends."""
    return [line.rstrip() for line in drawn(cells(lying)).plain.split("\n")]


def test_colours_are_where_the_squares_are() -> None:
    """A mark has the colour of its square, even if it is a space."""
    text = drawn(cells({(1, 0): {"token": 3}}))
    coloured = {text.plain[span.start : span.end]: str(span.style) for span in text.spans}
    assert coloured == {
        "V1 ": "white on dark_red",
        "G0 ": "black on green",
        "## ": "bold black on white",
        "Q3*": "black on grey70",
        "V3 ": "white on dark_red",
    }


def test_the_legend_explains_what_is_seen() -> None:
    """The legend has only the signs that occur."""
    lying: Lying = {(1, 0): {"token": 3}, (0, 1): {"caveman": "warrior2"}}
    assert legend([{"cells": cells(lying)}]).replace("\u00a0", " ") == "* fire token  ² warrior of strength 2"
    assert legend([{"cells": cells()}]) == ""


@pytest.mark.parametrize(
    ("mode", "line"),
    [
        ("totem", "totems  mammoth Ann   fish (table)   mushroom Ben   flint (table)"),
        ("tribe", "cave board  hunter, warrior of strength 2; face down 18"),
    ],
)
def test_the_table_is_shown(mode: str, line: str) -> None:
    """Totems with holders or the cave board come first, then the player to act."""
    shown = [text.rstrip() for part in board(state(mode=mode)) for text in text_of(part).splitlines()]
    assert line in shown
    assert "line  48:Q0V3 Ann" in shown
    assert shown[-1] == "Ann is to recruit or pass"


@pytest.mark.parametrize(
    ("mode", "rows"),
    [
        ("discovery", []),
        ("totem", [["resources", "2", "2"], ["totems", "3", "3"]]),
        ("tribe", [["cavemen", "4", "4"]]),
    ],
)
def test_the_score_has_what_the_mode_pays(mode: str, rows: list[list[str]]) -> None:
    """Regions have fires, bonuses their names in Origins; volcanoes are absent."""
    shown = text_of(score_table(state(mode=mode)))
    table = [[word.strip() for word in line.split("│")[1:-1]] for line in shown.splitlines() if "│" in line]
    names = [row[0] for row in table]
    assert ["quarry", "1 x 3 = 3", "1 x 3 = 3"] in table
    assert names[:5] == ["lake", "grassland", "desert", "jungle", "quarry"]
    assert table[5:] == [
        ["Realm of Fire", "10", "10"],
        ["Homo Habilis", "0", "0"],
        *rows,
        ["total", "7", "0"],
    ]
