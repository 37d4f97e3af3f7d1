"""The audit page saved as one file, and opened from disk without the service."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from harness.browser.at_table import player, table
from harness.browser.contexts import Contexts
from tests.browser.support.auditing import PASSED, bad_event, compare, finding, give, outcomes
from tests.browser.support.bundles import PUBLIC_KEY, bundle, chained, first, replaced
from tests.browser.support.recorded import Record

KEYS = "async () => (await (await fetch('/api/v1/keys')).json()).keys[0].public_key"


def saved(page: Page, folder: Path) -> Path:
    """The file that the page's button saves."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save this page for later").click()
    place = folder / download.value.suggested_filename
    download.value.save_as(place)
    return place


@pytest.mark.smoke
def test_a_saved_page_checks_without_the_service(
    contexts: Contexts, browser: Browser, base_url: str, sound: Record, tmp_path: Path
) -> None:
    """The file has the bundle, the key and the player's receipts, loads nothing, and judges other files."""
    with player(contexts, base_url, "Ann Lee") as ann:
        game = table(ann, 2)
        ann.page.goto(f"/games/{game}/audit")
        outcomes(ann.page)
        key = ann.page.evaluate(KEYS)
        ann.page.get_by_label("A public key").fill(key)
        file = saved(ann.page, tmp_path)
    assert file.name == f"kingdomino-audit-{game}.html"
    assert "Ann Lee" not in file.read_text("utf-8")
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    assert outcomes(page)[1] == "pass"
    assert finding(page, "The head you hold")[0] == "pass"
    assert finding(page, "Key") == ("pass", "It is the key that you hold.")
    expect(page.get_by_role("status")).to_have_text("Everything that can be checked is in order.")
    page.get_by_label("Receipts that you kept").fill("")
    give(page, bundle(*sound))
    expect(page.get_by_role("status")).to_have_text("This is not in order: Integrity.")
    compare(page, "A public key", PUBLIC_KEY)
    assert outcomes(page) == PASSED
    expect(page.get_by_role("status")).to_have_text("Everything that can be checked is in order.")
    identity, events = sound
    placed = first(events, "DominoPlaced")
    moved = replaced(events, placed["version"], x=placed["data"]["x"] + 30)
    give(page, bundle(identity, chained(identity, moved)))
    assert outcomes(page)[4] == "fail"
    assert bad_event(page)["version"] == placed["version"]
    assert asked == [file.as_uri()]
    context.close()
