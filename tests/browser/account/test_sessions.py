"""The list of browsers and programs on the account page, and signing out elsewhere, also without scripts."""

from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from harness.browser.contexts import Contexts
from harness.service import Account, Service, ok

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without"])
def test_signing_out_elsewhere(contexts: Contexts, service: Service, *, javascript: bool) -> None:
    """Both browsers are listed by name, with a program and its scopes; the other browser is signed out."""
    base = f"http://{service.host}:{service.port}"
    options: Any = {"java_script_enabled": javascript, "base_url": base, "user_agent": FIREFOX}
    with contexts.lent(**options) as context:
        page = context.new_page()
        page.goto("/sign-in")
        page.get_by_label("Your name").first.fill("Ann")
        with page.expect_navigation():
            page.get_by_role("button", name="Play as a guest").click()
        cookie = next(each for each in context.cookies() if each["name"].endswith("kingdomino_session"))
        owner = Account(service.http(), cookie["value"].partition(".")[0], "Ann", cookie["value"])
        ok(owner.post("/me/tokens", {"name": "bot", "scopes": ["read", "play"]}), 201)
        page.goto("/account")
        table = page.get_by_role("region", name="Browsers and programs")
        expect(table.get_by_role("row", name="Firefox on Linux")).to_contain_text("this one")
        expect(table.get_by_role("row", name="bot")).to_contain_text("Program: read, play")
        expect(page.get_by_role("button", name="Sign out everywhere else")).to_have_count(0)
        page.get_by_role("button", name="Sign out everywhere", exact=True).click()
        expect(page.get_by_role("status")).to_have_text("You are signed out everywhere.")
        assert owner.mine("GET", "/me").status == 401


def test_the_page_can_be_used_by_everybody(contexts: Contexts, service: Service) -> None:
    """On a phone, with the audit open, axe finds nothing and nothing is wider than the page."""
    base = f"http://{service.host}:{service.port}"
    with contexts.lent(base_url=base, viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto("/sign-in")
        page.get_by_label("Your name").first.fill("Ann")
        with page.expect_navigation():
            page.get_by_role("button", name="Play as a guest").click()
        page.goto("/account")
        page.get_by_text("Show the newest").click()
        expect(page.get_by_text("Signed in on a new device")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        page.evaluate(AXE_SCRIPT)
        found = page.evaluate("axe.run({ resultTypes: ['violations'] }).then((told) => told.violations)")
        assert [each["id"] for each in found] == []
