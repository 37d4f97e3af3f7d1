"""The page of a study: the script of a game's page on what was imported."""

import re

from playwright.sync_api import Page, expect

from service.terminal.written import written
from tests.support.recordings import ndjson, scored_game
from tests.support.service import Service, ok


def test_a_study_is_stepped_through(quiet_page: Page, service: Service) -> None:
    """From the last event, which is the result, to the first and on; the page says that nobody played it."""
    game, events = scored_game()
    text = re.sub(r'\[Seat1 ".*"\]\n', "", written(ndjson(events), "-", game))
    study = ok(service.account().post("/studies", text.encode()), 201)
    quiet_page.goto(f"/studies/{study['id']}")
    shown = quiet_page.locator("#event")
    expect(shown).to_have_text(f"{study['version']}. The game is scored")
    expect(quiet_page.get_by_text("This is not a played game.")).to_be_visible()
    expect(quiet_page.get_by_role("link", name="Audit this game")).to_have_count(0)
    points = [kingdom["score"]["total"] for kingdom in study["kingdoms"]]
    headings = quiet_page.locator("#kingdoms h2")
    expect(headings).to_contain_text(
        [f"{name}: {n} points" for name, n in zip(["?", "Seat 1"], points, strict=True)]
    )
    quiet_page.get_by_role("button", name="First").click()
    expect(shown).to_have_text("1. The game starts")
    quiet_page.keyboard.press("ArrowRight")
    expect(shown).to_contain_text("2. A line is dealt:")
