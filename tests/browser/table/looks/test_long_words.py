"""The longest words in the smallest window."""

import pytest
from playwright.sync_api import ViewportSize, expect

from harness.browser.at_table import LAPTOP, be
from harness.browser.contexts import Contexts
from harness.browser.replaying import finished
from harness.games import seeded
from harness.play.playing import random_game
from harness.service import Service, ok
from tests.browser.replay.test_review import reviewed
from tests.browser.support.accessibility import barriers, overflow

LONG = ("Bartholomew the Unpronounceable", "Maximiliane von Hohenlohe")
SMALLEST: ViewportSize = {"width": 320, "height": 640}


@pytest.mark.parametrize("language", ["hu", "tr"])
def test_menu_and_figures_stay_in_the_window(
    contexts: Contexts, base_url: str, service: Service, language: str
) -> None:
    """The open menu is as wide as the window at most; the figures of a review scroll by themselves."""
    game = random_game(service, 2, seeded(5))
    player = game.seats[0]
    ok(player.post(f"/games/{game.id}/review"), 202)
    reviewed(player, f"/games/{game.id}")
    with contexts.lent(
        base_url=base_url, locale=language, viewport=SMALLEST, reduced_motion="reduce"
    ) as here:
        page = here.new_page()
        be(page, player)
        page.goto(f"/games/{game.id}")
        expect(page.locator(".figures")).to_be_visible()
        assert overflow(page) <= 0
        assert barriers(page) == []
        page.locator(".menu summary").click()
        box = page.locator(".menu-entries").bounding_box()
        assert box is not None
        assert (box["x"] >= 0, box["x"] + box["width"] <= SMALLEST["width"]) == (True, True)


CUT = """selector => [...document.querySelectorAll(selector)]
    .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.textContent)"""
"""The texts of the elements that are cut."""


@pytest.mark.parametrize("language", ["hu", "ja"])
def test_long_names_stay_in_the_window(
    contexts: Contexts, base_url: str, service: Service, language: str
) -> None:
    """Who won, and what happened at a step of the replay, are read whole, also with long names."""
    game = finished(service, [service.account(name) for name in LONG])
    with contexts.lent(
        base_url=base_url, locale=language, viewport=SMALLEST, reduced_motion="reduce"
    ) as here:
        page = here.new_page()
        page.goto(f"/games/{game}")
        expect(page.locator(".result-more")).to_be_visible()
        title, head = page.locator(".turn.over").bounding_box(), page.locator(".top").bounding_box()
        assert title is not None
        assert head is not None
        assert title["y"] >= head["y"] + head["height"]
        assert page.evaluate(CUT, ".turn.over") == []
        page.goto(f"/games/{game}/replay?version=20")
        expect(page.locator("#event")).not_to_be_empty()
        assert page.evaluate(CUT, "#event") == []


LINES = "name => Math.round(name.scrollHeight / parseFloat(getComputedStyle(name).lineHeight))"
WORD = "Donaudampfschifffahrtskapitaen"


@pytest.mark.parametrize("language", ["en", "fa"])
def test_a_long_word_in_a_slot_is_shortened(
    contexts: Contexts, base_url: str, service: Service, language: str
) -> None:
    """On a laptop a name beside a domino breaks between words only; its title says all of it."""
    names = (WORD, "Anna Maria")
    accounts = [service.account(name) for name in names]
    game = service.table(accounts)
    for _ in range(4):
        moves = accounts[0].moves(game)
        ok(accounts[moves["seat"]].move(game, moves["moves"][0], moves["version"]), 201)
    with contexts.lent(base_url=base_url, locale=language, **LAPTOP) as here:
        page = here.new_page()
        page.goto(f"/games/{game}")
        for name, lines in zip(names, (1, 2), strict=True):
            shown = page.locator(".lines .holder").get_by_title(name, exact=True).first
            expect(shown).to_have_text(name)
            assert shown.evaluate(LINES) == lines


IN_VIEW = """heading => {
    const { left, right } = heading.getBoundingClientRect();
    const range = document.createRange();
    const texts = [...heading.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    const words = texts.filter(({ length }) => length);
    return words.every((each) => {
        range.selectNodeContents(each);
        const box = range.getBoundingClientRect();
        return left - 1 <= box.left && box.right <= right + 1;
    });
}"""
"""True if the words around a name are in view."""


@pytest.mark.parametrize("language", ["en", "fa", "hu"])
def test_a_long_name_is_shortened_and_not_the_verb(
    contexts: Contexts, base_url: str, service: Service, language: str
) -> None:
    """Whose turn it is, at the table and in the replay: the name ends in dots where it has no room."""
    game = service.table([service.account(name) for name in LONG])
    with contexts.lent(base_url=base_url, locale=language, viewport=SMALLEST) as here:
        page = here.new_page()
        name = page.locator("h1.turn bdi")
        page.goto(f"/games/{game}")
        expect(page.locator(".own-board, .others .board").first).to_be_visible()
        assert page.locator("h1.turn").evaluate(IN_VIEW)
        page.goto(f"/games/{game}/replay")
        expect(name).to_have_count(1)
        assert page.locator("h1.turn").evaluate(IN_VIEW)
