"""A plan is tried with the same keys and clicks as a move."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from harness.browser.at_table import Player, click_square
from tests.browser.table.test_moves import pair

__all__ = ["pair"]


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
