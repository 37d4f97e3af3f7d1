"""The pages of a tournament in another language: no English word, no barrier, and the language's digits."""

import pytest
from playwright.sync_api import Page

from harness.browser.at_table import LAPTOP, be
from harness.browser.contexts import Contexts
from harness.service import Service, ok
from tests.browser.support.languages import check, latin_digits
from tests.browser.tournaments.test_desk import play
from tests.browser.tournaments.test_playing import shown

TITLE = "Kingdomino"
"""A name without English words."""


def announce(page: Page) -> str:
    """Announce a tournament of one round in duels by the form; its id."""
    page.goto("/tournaments/new")
    page.locator("[name=players][value='2']").check()
    page.locator("[name=rounds]").fill("1")
    page.locator("[name=name]").fill(TITLE)
    page.locator("main form .button.primary").click()
    page.wait_for_url("**/tournaments/*-*")
    return page.url.rpartition("/")[2]


@pytest.mark.parametrize("language", [pytest.param("fa", marks=pytest.mark.smoke), "ja"])
def test_a_tournament_speaks_another_language(
    contexts: Contexts, base_url: str, service: Service, language: str
) -> None:
    """Announced, entered, started at the desk, played, corrected and read."""
    ann, ben, cleo = (service.account(name) for name in ("Ann", "Ben", "Cleo"))

    def see(path: str) -> None:
        page.goto(path)
        check(page, language)
        assert language != "fa" or latin_digits(page) == []

    with contexts.lent(base_url=base_url, locale=language, **LAPTOP) as context:
        page = context.new_page()
        be(page, ann)
        see("/tournaments/new")
        tournament = announce(page)
        path = f"/tournaments/{tournament}"
        see(f"{path}/desk")
        be(page, ben)
        see(path)
        page.locator("#enter button").click()
        page.wait_for_selector(".entrants li")
        ok(cleo.post(f"{path}/entries", {}), 201)
        be(page, ann)
        page.goto(f"{path}/desk")
        page.locator("form[action*='/start'] button").click()
        page.wait_for_selector("#told")
        play(tournament, [ben, cleo], 1)
        act = {"type": "correct", "game": 1, "places": [1, 1], "code": "clerical", "reason": TITLE}
        ok(ann.post(f"{path}/acts", act), 201)
        for part in ("", "/desk", "/standings", "/rounds/1", "/table", "/entrants/1", "/desk/collusion"):
            see(path + part)
        ok(ann.post(f"{path}/rounds/1/close"))
        see(path)
        page.goto(f"{path}/audit")
        page.wait_for_selector("#audit[aria-busy=false]")
        check(page, language)
    assert shown(ann, tournament)["status"] == "finished"
