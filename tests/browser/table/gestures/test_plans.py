"""A plan is tried with the same keys and clicks as a move."""

from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from harness.browser.at_table import Player, click_square
from harness.waiting import eventually
from tests.browser.support.accessibility import LOOKS, barriers, overflow, small_controls
from tests.browser.table.test_moves import TURN_SECONDS, pair, state_of

__all__ = ["pair"]

COVERED = """() => {
    const board = document.querySelector(".own .board-view");
    board.scrollIntoView({ block: "nearest" });
    return board.getBoundingClientRect().bottom - document.querySelector(".bar").getBoundingClientRect().top;
}"""
"""The number of pixels of the viewer's board under the bar once scrolled to; zero or less for none."""


@pytest.fixture
def planner(pair: tuple[Player, Player, str]) -> Player:
    """Give the player who plans while the other is to move."""
    _, other, _ = pair
    other.see("[data-key=plan]").click()
    expect(other.see(".own-board .mark.lit")).not_to_have_count(0)
    return other


def test_a_planned_domino_turns(planner: Player) -> None:
    """Another click on it, R and the button turn it to the next place over the square."""
    click_square(planner, planner.see(".own-board .mark.lit").first)
    seen = [planner.laid()]
    click_square(planner, planner.see(".ghost.laid .cell").first)
    seen.append(planner.laid())
    planner.see("[data-key=turn]").click()
    seen.append(planner.laid())
    planner.page.keyboard.press("r")
    seen.append(planner.laid())
    assert all(len(squares) == 2 for squares in seen)
    assert all(one != next_one for one, next_one in pairwise(seen))


def test_a_plan_is_made_with_the_keys(planner: Player) -> None:
    """Arrows go from place to place, Enter lays and stores it, and a number chooses."""
    press = planner.page.keyboard.press
    planner.see(".own-board").focus()
    for key in ("ArrowRight", "ArrowUp", "Shift+ArrowLeft", "Escape", "ArrowRight", "Enter"):
        press(key)
    assert len(planner.laid()) == 2
    press("1")
    expect(planner.see(".pick[aria-pressed=true]")).to_have_count(1)
    press("Enter")
    planner.settled()
    expect(planner.see("[data-key=plan-drop]")).to_have_count(1)


def test_two_kings_are_planned_by_both_turns(pair: tuple[Player, Player, str], planner: Player) -> None:
    """Ghosts and wishes have the numbers of their turns; the service carries out each turn when it comes."""
    here, _, game = pair
    click_square(planner, planner.see(".own-board .mark.lit").first)
    planner.page.keyboard.press("4")
    placed = [planner.laid()]
    planner.see("[data-key=plan-turn-1]").click()
    expect(planner.see(".ghost.planned .order")).to_have_text("1")
    expect(planner.see(".pick")).to_have_count(3)
    click_square(planner, planner.see(".own-board .mark.lit").first)
    planner.page.keyboard.press("3")
    placed.append(planner.laid())
    planner.see("[data-key=plan-turn-2]").click()
    expect(planner.see(".bar .words")).to_contain_text("Turn 3: ")
    planner.see("[data-key=back]").click()  # removes it
    expect(planner.see(".bar .words")).to_contain_text("Turn 2: ")
    assert planner.laid() == placed[1]
    planner.see("[data-key=confirm]").click()
    planner.settled()
    expect(planner.see(".ghost.planned .order")).to_have_text(["1", "2"])
    expect(planner.see(".line-next .wish")).to_have_text(["2", "1"])
    assert "Turn 1: Place" in planner.see(".bar").inner_text()
    state = state_of(here, game)
    wished = [slot["domino"] for slot in state["next_line"]][:1:-1]
    stored = planner.api(f"/games/{game}/plan")["plan"]
    assert [turn["choose"] for turn in (stored, *stored["then"])] == [[wish] for wish in wished]
    for placed_by_now in (2, 4):
        plays(here, game)
        eventually(partial(is_covered, here, game, placed_by_now), TURN_SECONDS)
    state = state_of(here, game)
    squares = [sorted([cell["x"], cell["y"]] for cell in kingdom["cells"]) for kingdom in state["kingdoms"]]
    assert sorted([*placed[0], *placed[1]]) in squares
    assert planner.api(f"/games/{game}/plan")["plan"] is None


def test_a_plan_of_two_turns_is_made_and_shortened_with_the_keys(planner: Player) -> None:
    """Escape in the second turn removes it; the first one stays as it was, and can be stored."""
    press = planner.page.keyboard.press
    planner.see(".own-board").focus()
    for key in ("ArrowRight", "Enter", "1"):
        press(key)
    planner.see("[data-key=plan-turn-1]").focus()
    press("Enter")
    expect(planner.see("[data-key=plan-turn-1]:focus")).to_have_attribute("aria-pressed", "true")
    expect(planner.see("[data-key=confirm]")).to_be_disabled()
    planner.see(".own-board").focus()
    press("Escape")
    assert len(planner.laid()) == 2
    press("Enter")
    planner.settled()
    expect(planner.see(".ghost.planned .order")).to_have_count(0)
    expect(planner.see("[data-key=plan-drop]")).to_have_count(1)


def test_a_plan_of_two_turns_keeps_nobody_out(planner: Player) -> None:
    """On laptop and phone axe finds nothing; on a phone the turns share a row, and the board is whole."""
    for wish in "43":
        click_square(planner, planner.see(".own-board .mark.lit").first)
        planner.page.keyboard.press(wish)
        if wish == "4":
            planner.see("[data-key=plan-turn-1]").click()
    for is_edited in (True, False):
        for size, scheme in LOOKS:
            planner.page.set_viewport_size(size)
            planner.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert (scheme, barriers(planner.page)) == (scheme, [])
        assert overflow(planner.page) <= 0
        assert small_controls(planner.page, ":is(.bar button, .pick)") == []
        eventually(lambda: planner.page.evaluate(COVERED) <= 0)  # after the page has measured the bar
        if is_edited:
            turns = planner.see("[data-key^=plan-turn]")
            assert len({planner.box(turn)["y"] for turn in turns.all()}) == 1
            planner.see("[data-key=confirm]").click()
            planner.settled()


def plays(here: Player, game: str) -> None:
    """Take the turn through the API: the first legal place, and the first free domino."""
    for kind in ("place", "choose"):
        state = state_of(here, game)
        move: Any = here.api(f"/games/{game}/moves")["moves"][0]
        assert move["type"] == kind
        here.api(f"/games/{game}/moves", "POST", move, **{"If-Match": f'"{state["version"]}"'})


def is_covered(here: Player, game: str, dominoes: int) -> bool:
    """True if this many dominoes lie on all boards together."""
    return sum(len(kingdom["cells"]) for kingdom in state_of(here, game)["kingdoms"]) == 2 * dominoes
