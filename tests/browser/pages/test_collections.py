"""Collections: adding a game from its result and its replay, ordering games, and sharing."""

import pytest
from playwright.sync_api import Page, expect

from harness.browser.at_table import be
from harness.browser.contexts import Contexts
from harness.browser.replaying import finished
from harness.service import Account, Service
from tests.browser.support.accessibility import LOOKS, barriers, overflow


@pytest.fixture(scope="module")
def players(service: Service) -> list[Account]:
    """Give two players."""
    return service.accounts(2)


def test_a_collection_from_result_to_link(
    page: Page, contexts: Contexts, base_url: str, service: Service, players: list[Account]
) -> None:
    """A collection is begun at a result, extended at a replay, ordered, and shared with a stranger."""
    first, second = (finished(service, players) for _ in range(2))
    be(page, players[0])
    page.goto(f"/games/{first}")
    page.get_by_role("link", name="Put into a collection").click()
    page.get_by_label("Title of a new collection").fill("Learn from these")
    page.get_by_label("Note").fill("the last round")
    page.get_by_role("button", name="Put it there").click()
    expect(page.get_by_role("heading", name="Learn from these", level=1)).to_be_visible()
    page.goto(f"/games/{second}/replay")
    page.get_by_role("link", name="Put into a collection").click()
    page.get_by_role("button", name="Put it there").click()
    games = page.locator(".collected .game-name a")
    expect(games).to_have_count(2)
    page.locator(".collected summary").nth(1).press("Enter")
    page.get_by_role("button", name="Move game 2 up").press("Enter")
    expect(games.first).to_have_attribute("href", f"/games/{second}")
    page.get_by_text("Title and sharing").click()
    page.get_by_label("By link").check()
    page.locator("form[action$=edit]").get_by_role("button", name="Save").click()
    link = page.get_by_label("Whoever has this link may see it").input_value()
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    for size, scheme in LOOKS:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert (size, scheme, barriers(page), overflow(page)) == (size, scheme, [], 0)
    with contexts.lent(base_url=base_url, java_script_enabled=False) as context:
        stranger = context.new_page()
        stranger.goto(link)
        expect(stranger.get_by_text("the last round")).to_be_visible()
        expect(stranger.locator(".collected li")).to_have_count(2)
        expect(stranger.get_by_role("main").get_by_role("button")).to_have_count(0)
