"""A press counts although the page is drawn again between it and its release.

Browsers send no click then: they forget the pressed element with the part that is replaced.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from harness.browser.at_table import LAPTOP, Player, click_square, player
from harness.browser.contexts import Contexts
from harness.browser.held import HeldResponse
from harness.browser.touching import Finger
from tests.browser.table.test_news import in_turns, move

LIT = ".own-board .mark.lit"
CONFIRM = "[data-key=confirm]"

Press = Callable[[Player, str], Callable[[], None]]


def by_mouse(here: Player, selector: str) -> Callable[[], None]:
    """Press the mouse on the last of these elements; the result releases it."""
    mouse = here.page.mouse
    mouse.move(*here.centre(here.see(selector).last))
    mouse.down()
    return mouse.up


def by_finger(here: Player, selector: str) -> Callable[[], None]:
    """Put a finger on the last of these elements; the result lifts it."""
    finger = Finger(here.page)
    finger.down(*here.centre(here.see(selector).last))
    return finger.up


def by_space(here: Player, selector: str) -> Callable[[], None]:
    """Press Space on the last of these elements; the result releases it."""
    here.see(selector).last.focus()
    here.page.keyboard.down("Space")
    return lambda: here.page.keyboard.up("Space")


@pytest.fixture
def turn(
    contexts: Contexts, base_url: str, people: tuple[Player, Player]
) -> Iterator[tuple[Player, HeldResponse]]:
    """Give Ann at her turn, and the response with the gains of the dominoes, which has not arrived yet."""
    with player(contexts, base_url, "Ann", has_touch=True, **LAPTOP) as ann:
        game = in_turns((ann, people[1]))
        for _ in range(2):
            move((ann, people[1]), game)
        held = HeldResponse(ann.page, "/offers")
        ann.open(game)
        expect(ann.see(".hand")).to_be_visible()
        held.wait()
        yield ann, held


def gains_come(ann: Player, held: HeldResponse) -> None:
    """Deliver the response; the board, the lines and the bar are then drawn again."""
    drawn = ann.see(".board.seat-0").first.element_handle()
    held.deliver()
    ann.page.wait_for_function("board => !board.isConnected", arg=drawn)


@pytest.mark.parametrize("press", [by_mouse, by_finger])
def test_a_press_on_a_square_lays_the_domino(turn: tuple[Player, HeldResponse], press: Press) -> None:
    """The domino lies where the pointer was released."""
    ann, held = turn
    release = press(ann, LIT)
    gains_come(ann, held)
    release()
    expect(ann.see(".ghost.laid .cell")).to_have_count(2)


@pytest.mark.parametrize("press", [by_mouse, by_finger, by_space])
def test_a_press_on_a_domino_chooses_it(turn: tuple[Player, HeldResponse], press: Press) -> None:
    """It is chosen once: a second click would undo the choice."""
    ann, held = turn
    release = press(ann, ".pick")
    gains_come(ann, held)
    release()
    expect(ann.see(".pick").last).to_have_attribute("aria-pressed", "true")
    ann.page.evaluate("() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve)))")
    expect(ann.see(".pick").last).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("press", [by_mouse, by_finger, by_space])
def test_a_press_on_the_button_confirms(turn: tuple[Player, HeldResponse], press: Press) -> None:
    """The move is made."""
    ann, first = turn
    gains_come(ann, first)
    held = HeldResponse(ann.page, "/offers")  # the gains with the domino on trial
    click_square(ann, ann.see(LIT).first)
    held.wait()
    expect(ann.see(f"{CONFIRM}:not(:disabled)")).to_have_count(1)
    release = press(ann, CONFIRM)
    gains_come(ann, held)
    with ann.page.expect_request(lambda request: request.method == "POST"):
        release()
    ann.settled()
    assert ann.shown()[0] != []


def test_a_press_that_is_released_elsewhere_does_nothing(turn: tuple[Player, HeldResponse]) -> None:
    """Nothing is chosen or laid by it."""
    ann, held = turn
    release = by_mouse(ann, ".pick")
    gains_come(ann, held)
    ann.page.mouse.move(*ann.centre(ann.see(".meta")))
    release()
    ann.page.evaluate("() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve)))")
    expect(ann.see(".pick[aria-pressed=true]")).to_have_count(0)
    assert ann.laid() == []
