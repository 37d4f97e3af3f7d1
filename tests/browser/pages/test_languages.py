"""A game played in another language, from the lobby to the audit: no English word is heard or read."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from harness.browser.at_table import LAPTOP, by_mouse, play_on, player
from harness.browser.contexts import Contexts
from harness.games import seeded
from harness.service import running_service
from harness.waiting import eventually
from tests.browser.support.languages import check

TURN_SECONDS = 15.0
LAST_ROUNDS = 5
"""The round from which the game is played by mouse: in it Ann lays and chooses, in the last she lays only."""


@pytest.fixture(scope="module")
def quiet_url() -> Iterator[str]:
    """Give the URL of a service without the names and titles of other tests."""
    with running_service() as service:
        yield f"http://{service.host}:{service.port}"


@pytest.mark.parametrize("language", ["fa", "ja"])
def test_a_game_is_played_in_another_language(contexts: Contexts, quiet_url: str, language: str) -> None:
    """Lobby, table, result, replay and audit speak what the browser asks for, and axe finds nothing.

    One language is written from the right, one has no spaces.
    """
    random = seeded(3)
    with player(contexts, quiet_url, "Ann", locale=language, **LAPTOP) as ann:
        page = ann.page
        page.goto("/")
        check(page, language)
        page.locator("#play-now").click()
        page.wait_for_url("**/games/*")
        ann.settled()
        game = page.url.rsplit("/", 1)[1]
        check(page, language)
        play_on([ann], game, LAST_ROUNDS, random)
        check(page, language)
        while not ann.see(".result-total").count():
            eventually(lambda: ann.has_turn or ann.see(".result-total").count() > 0, TURN_SECONDS)
            if ann.has_turn:
                ann.settled()
                by_mouse(ann, random)
        page.keyboard.press("Escape")  # ends the ceremony
        expect(ann.see(".ceremony")).to_have_count(0)
        check(page, language)
        page.goto(f"/games/{game}/replay")
        expect(ann.see("#moves li").first).to_be_visible()
        check(page, language)
        page.goto(f"/games/{game}/audit")
        expect(ann.see("#audit")).to_have_attribute("aria-busy", "false")
        check(page, language)
