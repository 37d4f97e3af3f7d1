"""The page of all games: a search form that works without scripts, at every size, and by keyboard."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from harness.browser.at_table import be
from harness.browser.loading import load
from harness.browser.replaying import finished
from harness.service import Account, Service, ok
from harness.waiting import PATIENCE, eventually
from tests.browser.support.accessibility import PHONE

MOST_BYTES = 44_500
MOST_REQUESTS = 12


@pytest.fixture(scope="module")
def players(service: Service) -> list[Account]:
    """Give two players with a finished game that is in the search index."""
    two = service.accounts(2)
    game = finished(service, two)

    def found() -> bool:
        answer = two[0].get(f"/games?player={two[0].id}&opponent={two[1].id}&seats=2")
        return answer.status == 200 and [each["id"] for each in ok(answer)["games"]] == [game]

    eventually(found, PATIENCE)
    return two


def test_games_are_found_without_scripts(still_page: Page, players: list[Account]) -> None:
    """The form finds games by a player's name and points, and its URL can be shared."""
    ann, ben = players
    still_page.goto("/")
    still_page.get_by_role("link", name="All games").click()
    still_page.get_by_label("Name of a player").fill(ann.name)
    still_page.locator("select[name=seats]").select_option("2")
    still_page.get_by_role("button", name="Find games").click()
    expect(still_page.get_by_role("heading", name="1 game")).to_be_visible()
    expect(still_page.locator(".games li")).to_contain_text(ben.name)
    expect(still_page.locator(".games .thumb")).to_have_count(2)
    assert parse_qs(urlsplit(still_page.url).query) == {
        "company": ["people"],
        "player": [ann.id],
        "seats": ["2"],
    }
    still_page.get_by_text("Date, points and length").click()
    still_page.get_by_label("Points of the winner · at least").fill("400")
    still_page.get_by_role("button", name="Find games").click()
    expect(still_page.get_by_text("No game between people fits.")).to_be_visible()
    still_page.get_by_role("link", name="Look at games against bots, too").click()
    expect(still_page.get_by_text("No game fits.")).to_be_visible()
    assert parse_qs(urlsplit(still_page.url).query)["company"] == ["any"]
    still_page.get_by_role("link", name="Without filters").click()
    expect(still_page).to_have_url(re.compile(r"^[^?]*$"))


@pytest.mark.smoke
def test_a_wrong_value_stands_at_its_field(page: Page, players: list[Account]) -> None:
    """An error is shown at its field, accessibly, and the field keeps the submitted value."""
    page.goto(f"/games?player={players[0].id}&min_turns=9&max_turns=3")
    field = page.get_by_label("Turns · at most")
    expect(field).to_have_value("3")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#wrong-max_turns")).to_be_visible()
    expect(field).to_have_attribute("aria-describedby", "wrong-max_turns")
    field.clear()
    for typed in (
        "\u06f1\u06f2",
        "\u0663",
        "\uff14",
        "5",
    ):  # digits of Persian, of Arabic, full-width and Latin
        page.keyboard.insert_text(typed)
    expect(field).to_have_value("12345")


def test_the_page_is_light_and_nothing_jumps(browser: Browser, base_url: str, players: list[Account]) -> None:
    """Kingdoms are drawn inline, without a request for each; on a phone nothing is wider than the page."""
    with browser.new_context(base_url=base_url, viewport=PHONE) as context:
        page = context.new_page()
        be(page, players[0])
        loaded = load(page, "/games?seats=2&company=people", ".games .thumb")
        assert len(loaded.asked) <= MOST_REQUESTS, loaded.asked
        assert loaded.size <= MOST_BYTES, loaded.sizes
        assert loaded.shift < 0.05
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
