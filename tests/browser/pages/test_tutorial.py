"""The tutorial for new players: by mouse, by keyboard, on a phone, and without scripts."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from harness.browser.at_table import any_of, be
from harness.browser.contexts import Contexts
from harness.games import seeded
from harness.service import Service, ok
from service.pages.help.lessons import LESSONS
from tests.browser.support.accessibility import PHONE, barriers, overflow

STEPS = len(LESSONS)
AT_LIMIT = "17@1,0e 32@-1,0w 28@0,1n >42"
KEPT = "localStorage.getItem('kingdomino.first-game')"


def at_step(page: Page, number: int) -> None:
    """Wait until the page shows this step and the script is ready."""
    expect(page.get_by_role("heading", name=f"Step {number} of {STEPS}")).to_be_visible()
    expect(page.locator(".bar [data-key=confirm]")).to_be_visible()


def act_by_mouse(page: Page, random: Random) -> None:
    """Do what the step asks for: click a lit square or a domino of the line, then confirm."""
    lit, picks = page.locator(".own-board .mark.lit"), page.locator(".pick")
    if lit.count():
        any_of(lit, random).click(force=True)
    elif picks.count():
        any_of(picks, random).click()
    page.locator("[data-key=confirm]:not([disabled])").click()


def act_by_keys(page: Page) -> None:
    """Do the same by keyboard, wherever the focus is: arrows and Enter, or the line's number, then Enter."""
    press = page.keyboard.press
    if page.locator(".own-board .mark.lit").count():
        press("ArrowRight")
        press("Enter")
    elif page.locator(".pick").count():
        press("1")
    expect(page.locator("[data-key=confirm]:not([disabled])")).to_be_visible()
    press("Enter")


def test_it_is_offered_until_it_is_done(quiet_page: Page) -> None:
    """A new browser is offered the tutorial, which can be left, resumed and finished by mouse."""
    page, random = quiet_page, seeded(5)
    page.goto("/")
    page.get_by_role("link", name="New here?").click()
    for number in range(1, 4):
        at_step(page, number)
        act_by_mouse(page, random)
    at_step(page, 4)
    page.reload()
    at_step(page, 4)
    expect(page.locator(".own-board")).to_have_attribute("aria-label", re.compile("^Your kingdom"))
    page.goto("/")
    page.get_by_role("link", name=f"Go on with your first game: step 4 of {STEPS}").click()
    for number in range(4, STEPS + 1):
        at_step(page, number)
        act_by_mouse(page, random)
    expect(page.get_by_role("heading", name="That is the whole game")).to_be_focused()
    points = page.locator(".lesson .points-list li").all_inner_texts()
    *lines, sum_line = points
    assert sum_line == f"Sum {sum(int(line.rpartition('= ')[2]) for line in lines)}"
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.locator("#first-game")).to_have_count(0)


def test_who_has_played_is_not_asked(page: Page, service: Service) -> None:
    """Players who have played or skipped it are not offered the tutorial."""
    account = service.account()
    be(page, account)
    page.goto("/")
    expect(page.locator("#first-game")).to_be_visible()
    page.goto("/tutorial")
    page.get_by_role("link", name="Skip it").click()
    page.wait_for_url("**/")
    expect(page.locator("#first-game")).to_have_count(0)
    page.evaluate("localStorage.clear()")
    ok(account.post("/games", {"players": 2}), 201)
    page.goto("/")
    expect(page.locator("#mine .card")).to_be_visible()
    expect(page.locator("#first-game")).to_have_count(0)


def test_by_the_keys_alone(quiet_page: Page) -> None:
    """Each step begins with the focus on its heading, and the tutorial needs no mouse."""
    page = quiet_page
    page.goto("/tutorial?play=")
    for number in range(1, STEPS + 1):
        at_step(page, number)
        if number > 1:
            expect(page.locator("#step-title")).to_be_focused()
        act_by_keys(page)
    expect(page.get_by_role("heading", name="That is the whole game")).to_be_focused()
    assert page.evaluate(KEPT) == "done"


def test_without_scripts(still_page: Page) -> None:
    """Without scripts all legal moves are in a list, and the server explains the result of each."""
    page = still_page
    page.goto("/tutorial")
    for number in range(1, STEPS + 1):
        expect(page.get_by_role("heading", name=f"Step {number} of {STEPS}")).to_be_visible()
        page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name="That is the whole game")).to_be_visible()
    expect(page.locator(".points-list .sum").first).to_contain_text("Sum")


def test_the_limit_says_why(quiet_page: Page) -> None:
    """A place outside of 5 by 5 is refused with the reason, and the step stays."""
    page = quiet_page
    page.goto(f"/tutorial?play={AT_LIMIT.replace(' ', '+')}")
    at_step(page, 5)
    page.keyboard.press("ArrowRight")
    for _ in range(4):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("5 squares")
    at_step(page, 5)


@pytest.mark.parametrize("play", ["", "17@1,0e 32@-1,0w 28@0,1n", AT_LIMIT, f"{AT_LIMIT} 42@0,-2e 46x"])
def test_it_keeps_nobody_out(contexts: Contexts, base_url: str, play: str) -> None:
    """Nothing for axe, nothing too wide, and the buttons are large enough, on a phone too."""
    with contexts.lent(base_url=base_url, viewport=PHONE, has_touch=True) as context:
        page = context.new_page()
        page.goto(f"/tutorial?play={play.replace(' ', '+')}")
        expect(page.locator("#step-title")).to_be_visible()
        assert (barriers(page), overflow(page)) == ([], 0)
        for button in page.locator("#main :is(button, a.button)").all():
            box = button.bounding_box()
            assert box is None or box["height"] >= 44


@pytest.mark.smoke
def test_moves_that_there_are_not(page: Page) -> None:
    """A URL with invalid moves gets a page that explains the error."""
    answer = page.goto("/tutorial?play=17@3,3e")
    assert answer is not None
    assert answer.status == 422
    expect(page.locator("main")).to_contain_text("move 1, 17@3,3e: no half of the domino")
