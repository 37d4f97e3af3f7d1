"""A game in a terminal: sentences, drawings, points; and no control characters from input."""

import io
from typing import Any

import pytest
from rich.console import Console, RenderableType

from kingdomino.board.notation import parse_kingdom
from service.cli.terminal.clean import clean
from service.cli.terminal.kingdoms import drawn
from service.cli.terminal.page import page, result, score_table
from service.cli.terminal.recording import Step
from service.cli.terminal.words import sentence
from tests.drawing import draw

KINGDOM = "24@1,0e 3@0,1n"


def text_of(renderable: RenderableType, **options: Any) -> str:
    """Return the output for a terminal of 80 columns, without colours by default."""
    console = Console(file=io.StringIO(), width=80, **({"color_system": None} | options))
    console.print(renderable)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def cells(text: str) -> list[dict[str, Any]]:
    """Return the cells of a kingdom, as a state has them."""
    return [
        {"x": x, "y": y, "terrain": half.terrain.word, "crowns": half.crowns, "domino": domino}
        for (x, y), half, domino in parse_kingdom(text).cells()
    ]


def kingdom(seat: int, total: int, text: str = "-", **more: Any) -> dict[str, Any]:
    """Return a kingdom of a state."""
    regions = [
        {"terrain": "forest", "squares": 3, "crowns": 1, "points": 3},
        {"terrain": "forest", "squares": 2, "crowns": 2, "points": 4},
        {"terrain": "wheat", "squares": 1, "crowns": 0, "points": 0},
    ]
    score = {"total": total, "regions": regions, "middle_kingdom": 10, "harmony": 0}
    return {"seat": seat, "cells": cells(text), "discarded": [], "score": score} | more


def state(**more: Any) -> dict[str, Any]:
    """Return a state of Ann and Ben in the middle of a game."""
    players = [{"seat": 0, "player": "a", "name": "Ann"}, {"seat": 1, "player": "b", "name": "Ben"}]
    return {
        "id": "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b",
        "status": "active",
        "rules": {"edition": "classic", "first_line": "drawn", "middle_kingdom": True, "harmony": False},
        "round": 2,
        "rounds": 6,
        "players": players,
        "to_act": {"seat": 1, "types": ["choose"]},
        "line": [{"domino": 30, "seat": 1}],
        "next_line": [{"domino": 1, "seat": None}],
        "kingdoms": [kingdom(0, 7, KINGDOM), kingdom(1, 0, discarded=[48, 47])],
        "ranking": None,
    } | more


def step(kind: str, data: dict[str, Any], seat: int | None = 0, **more: Any) -> Step:
    """Return a step with this event; `more` goes into the state after it."""
    event = {
        "type": kind,
        "data": data,
        "seat": seat,
        "version": 17,
        "at": 1_700_000_000_000,
        "cause": "player",
    }
    return Step(event, state(**more))


PLACED = {"domino": 24, "x": 1, "y": 0, "direction": "east"}


@pytest.mark.parametrize(
    ("before", "words"), [(4, " (+3 points)"), (6, " (+1 point)"), (17, " (-10 points)"), (7, "")]
)
def test_points_gained_are_the_difference(before: int, words: str) -> None:
    """A placement can cost the Middle Kingdom."""
    kingdoms = [kingdom(0, before), kingdom(1, 0)]
    assert sentence(step("DominoPlaced", PLACED), state(kingdoms=kingdoms)) == f"Ann placed 24{words}"


def test_what_this_version_does_not_know_is_named() -> None:
    """An unknown type is shown without its control characters."""
    assert sentence(step("Some\x1bthingNew", {}), state()) == "SomethingNew"


@pytest.mark.parametrize(
    ("kind", "data"),
    [("Some{name.__class__}", {}), ("X" * 500, {}), ("LineDealt", {"dominoes": list(range(5000))})],
)
def test_a_sentence_is_short_and_shows_nothing_of_the_program(kind: str, data: dict[str, Any]) -> None:
    """Records may contain any type and data."""
    text = sentence(step(kind, data), state())
    assert len(text) <= 200
    assert "<class" not in text


def test_a_kingdom_is_drawn_in_the_notation() -> None:
    """Without colours it equals the drawing of `kingdomino.board.notation`, in any order of cells."""
    assert drawn(cells(KINGDOM)).plain == draw(parse_kingdom(KINGDOM))
    assert drawn(reversed(cells(KINGDOM))).plain == draw(parse_kingdom(KINGDOM))
    assert drawn([]).plain == "##"


def test_terrains_have_colours_and_the_newest_domino_stands_out() -> None:
    """Each square has its terrain's colour; without colours bold and underline remain."""
    styles = {span.start: str(span.style) for span in drawn(cells(KINGDOM), newest=24).spans}
    lines = drawn(cells(KINGDOM)).plain.split("\n")
    row = sum(len(line) + 1 for line in lines[:3])
    assert lines[3] == "## F1-W0"
    assert styles[0] == "white on dark_green"
    assert styles[row] == "bold black on white"
    assert styles[row + 3] == "bold underline white on dark_green"
    assert styles[row + 6] == "bold underline black on yellow"
    plain = text_of(drawn(cells(KINGDOM), newest=24), color_system="256", force_terminal=True, no_color=True)
    assert "\x1b[1;4mF1\x1b[0m" in plain


def test_a_page_shows_it_all() -> None:
    """The page has the version, the event, kingdoms side by side, lines with kings, and the player to act."""
    shown = text_of(page(step("DominoPlaced", PLACED), state(kingdoms=[kingdom(0, 4)]), 96))
    assert [line.rstrip() for line in shown.splitlines()] == [
        "Game 0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b (2 players, first line drawn, Middle",
        "Kingdom)",
        "version 17 of 96, round 2 of 6, active, 2023-11-14 22:13:20 UTC",
        "Ann placed 24 (+3 points)",
        "",
        "Ann 7             Ben 0",
        "F0 .  .           ##",
        "|                 discarded 48 47",
        "F0 .  .",
        "## F1-W0",
        "",
        "line  30:L1W0 Ben",
        "next  1:W0W0 (free)",
        "Ben is to choose",
    ]


def test_before_the_start_it_shows_who_sits_there() -> None:
    """An open game has no kingdoms yet."""
    seated = step("PlayerSeated", {"player": "a"}, kingdoms=[], to_act=None, line=[], next_line=[], round=0)
    assert "At the table: Ann, Ben" in text_of(page(seated, None, 96))


def test_a_time_that_is_none_is_left_out() -> None:
    """A file can have any number or text as a time."""
    odd = step("DominoChosen", {"domino": 24})
    for at in (10**18, -(10**18), None, "now"):
        shown = text_of(page(Step({**odd.event, "at": at}, odd.state), None, 96))
        assert "active\n" in "\n".join(line.rstrip() for line in shown.splitlines())


def test_the_score_is_shown_by_region() -> None:
    """Scoring regions come best first, then the bonuses of the rules and the total."""
    shown = text_of(score_table(state()))
    rows = [[word.strip() for word in line.split("│")[1:-1]] for line in shown.splitlines() if "│" in line]
    assert rows[1:3] == [["forest", "2 x 2 = 4", "2 x 2 = 4"], ["", "3 x 1 = 3", "3 x 1 = 3"]]
    assert rows[0] == ["wheat", "", ""]
    assert rows[-2:] == [["Middle Kingdom", "10", "10"], ["total", "7", "0"]]


def test_places_after_a_shared_one_skip() -> None:
    """Two winners are both first, the next one is third."""
    kingdoms = [kingdom(0, 5), kingdom(1, 9), kingdom(2, 9)]
    assert result(state(kingdoms=kingdoms, ranking=[[1, 2], [0]])).plain == (
        "1. Ben: 9 points\n1. seat 2: 9 points\n3. Ann: 5 points"
    )


@pytest.mark.parametrize(
    ("how", "cause", "words"),
    [
        (["resigned"], "left", "Ann resigned"),
        (["timeout"], "left", "Ann ran out of time"),
        (["resigned", "timeout"], "left", "Ann and Ben left"),
        ([], "agreed", "the players agreed on it"),
    ],
)
def test_an_early_end_is_told_with_the_places(how: list[str], cause: str, words: str) -> None:
    """It names the players who left and how, or the agreement; a whole game has no such line."""
    names = zip(("Ann", "Ben"), [*how, None, None], strict=False)
    players = [
        {"seat": seat, "player": name, "name": name, **({"left": left} if left else {})}
        for seat, (name, left) in enumerate(names)
    ]
    over = state(players=players, ranking=[[1], [0]])
    assert result(over).plain.startswith("1. ")
    assert result(over | {"end_cause": cause}).plain.startswith(f"The game ended early: {words}\n1. ")


@pytest.mark.parametrize("name", ["\x1b[2JAnn", "A\nnn", "An\x9bn", "\u202eAnn", "An\x00n", "[red]Ann[/red]"])
def test_names_cannot_paint(name: str) -> None:
    """Control and direction characters and markup have no effect."""
    players = [{"seat": 0, "player": "a", "name": name}]
    shown = text_of(page(step("PlayerSeated", {"player": "a"}, players=players), None, 96))
    assert f"{clean(name)} sat down\n" in "\n".join(line.rstrip() for line in shown.splitlines()) + "\n"
    assert all(character.isprintable() or character == "\n" for character in shown)


def test_a_long_name_is_cut() -> None:
    """Four players fit side by side."""
    players = [{"seat": 0, "player": "a", "name": "A" * 40}]
    assert sentence(step("PlayerSeated", {}, players=players), None) == f"{'A' * 13}... sat down"
