"""The page of a study, which runs the replay script on an imported game."""

import re

import pytest
from playwright.sync_api import Page, expect

from harness.audit.recordings import ndjson, scored_game
from harness.browser.at_table import Player, cells_of
from harness.browser.replaying import NEXT_EVENT
from harness.service import Service, ok
from service.cli.terminal.written import written


@pytest.mark.smoke
def test_a_study_is_stepped_through(quiet_page: Page, service: Service) -> None:
    """A study opens at the result, can be stepped through, and says that it was not played here."""
    game, events = scored_game()
    text = re.sub(r'\[Seat1 ".*"\]\n', "", written(ndjson(events), "-", game))
    study = ok(service.account().post("/studies", text.encode()), 201)
    quiet_page.goto(f"/studies/{study['id']}")
    shown = quiet_page.locator("#event")
    expect(shown).to_have_text(re.compile(rf"^{study['version']}\. .+ (placed|discarded) "))
    expect(quiet_page.get_by_text("This is not a played game.")).to_be_visible()
    expect(quiet_page.get_by_role("link", name="Audit")).to_have_count(0)
    assert Player(quiet_page).shown() == cells_of(study)
    assert quiet_page.locator(".kingdom-head .name").all_inner_texts() == ["?", "Somebody"]
    with quiet_page.expect_download() as download:
        quiet_page.get_by_role("button", name="Notation").click()
    assert download.value.path().read_text() == text
    quiet_page.get_by_role("button", name="First").click()
    expect(shown).to_have_text("1. The game began")
    quiet_page.keyboard.press(NEXT_EVENT)
    expect(shown).to_contain_text("2. The line ")
    expect(quiet_page.locator("#moves [aria-current]")).to_have_text("The game began")
