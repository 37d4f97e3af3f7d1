"""Boards: frame, dominoes, and squares in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdomino.board.dominoes import DOMINOES, ORIGINS_DOMINOES
from service.application.pictures.boards import board_of, bounds_of, domino_sets, words_for
from service.pages.shared import examples

LIMITS = st.sampled_from([5, 7, None])


Laid = tuple[int | None, list[dict[str, int]]]


@st.composite
def kingdoms(draw: st.DrawFn) -> Laid:
    """A limit, and squares that fit into it with the castle."""
    limit = draw(LIMITS)
    side = limit or 9
    low_x, low_y = draw(st.integers(1 - side, 0)), draw(st.integers(1 - side, 0))
    places = st.tuples(st.integers(low_x, low_x + side - 1), st.integers(low_y, low_y + side - 1))
    return limit, [{"x": x, "y": y} for x, y in draw(st.lists(places))]


@given(kingdoms())
def test_a_frame_holds_the_kingdom_in_the_limits_size(kingdom: Laid) -> None:
    """The frame contains castle and squares; with a limit it has exactly the limit's size."""
    limit, cells = kingdom
    west, south, east, north = bounds_of(cells, limit)
    for cell in [*cells, {"x": 0, "y": 0}]:
        assert west <= cell["x"] <= east
        assert south <= cell["y"] <= north
    sides = (east - west + 1, north - south + 1)
    assert sides == (limit, limit) if limit else min(sides) >= 5


def test_an_empty_kingdom_has_its_castle_in_the_middle() -> None:
    """The castle is in the centre of the frame."""
    assert bounds_of([], 5) == (-2, -2, 2, 2)
    assert bounds_of([], 7) == (-3, -3, 3, 3)


def test_a_board_goes_domino_by_domino() -> None:
    """Its squares are those of the state, grouped by domino, and can be looked up by position."""
    cells = [{"x": x, "y": 0, "domino": domino} for x, domino in ((1, 9), (2, 9), (-1, 4), (-2, 4))]
    board = board_of({"seat": 2, "cells": cells, "score": {}}, limit=5, origins=False)
    assert [domino[0]["domino"] for domino in board.dominoes] == [9, 4]
    assert board.at(-2, 0) == cells[3]
    assert board.at(0, 0) is None


def test_scripts_know_every_domino() -> None:
    """Both sets are in order of numbers, with all that is printed."""
    sets = domino_sets()
    for name, dominoes, sign in (("kingdomino", DOMINOES, "crowns"), ("origins", ORIGINS_DOMINOES, "fires")):
        assert len(sets[name]) == len(dominoes)
        for halves, domino in zip(sets[name], dominoes.values(), strict=True):
            printed = [(half["terrain"], half[sign], half.get("craters", 0)) for half in halves]
            expected = [(half.terrain.word, half.crowns, half.craters) for half in (domino.a, domino.b)]
            assert printed == expected


@pytest.mark.parametrize(
    ("square", "words"),
    [
        ({"terrain": "wheat", "crowns": 0}, "wheat field"),
        ({"terrain": "mine", "crowns": 3}, "mine, 3 crowns"),
        ({"terrain": "volcano", "fires": 0, "craters": 1}, "volcano, 1 crater"),
        ({"terrain": "lake", "fires": 0, "token": 2, "resource": None}, "lake, fire token of 2"),
        ({"terrain": "jungle", "fires": 0, "resource": "mushroom"}, "jungle, mushroom"),
        ({"terrain": "desert", "fires": 0, "caveman": "fire_keeper"}, "desert, fire keeper"),
    ],
)
def test_a_square_in_words(square: dict[str, object], words: str) -> None:
    """The words have the terrain and everything printed or lying on the square."""
    assert words_for(square) == words


def test_the_examples_can_be_played() -> None:
    """The rules accept and score the examples on the pages."""
    assert examples.classic().score["total"] > 0
    squares = [square for domino in examples.origins().dominoes for square in domino]
    assert sorted(square["token"] for square in squares if square["token"]) == [1, 2]
    assert any(square["resource"] for square in squares)
