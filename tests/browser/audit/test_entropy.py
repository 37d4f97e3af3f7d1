"""Pages send entropy once they have the first event of a table, and name it; the audit page compares it."""

import json
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request, Route, expect

from harness.browser.at_table import be
from harness.service import Service, ok


def changes(page: Page) -> list[tuple[str, Any]]:
    """Record the path and body of each changing request from now on."""
    noted: list[tuple[str, Any]] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            noted.append((urlsplit(request.url).path, json.loads(request.post_data or "null")))

    page.on("request", note)
    return noted


def test_opening_a_table_commits_first(quiet_page: Page, service: Service) -> None:
    """The opener takes a seat after the first event only; joining players name it too; the audit says so."""
    ann, bob = service.accounts(2)
    be(quiet_page, ann)
    quiet_page.goto("/new")
    quiet_page.locator("input[name=preset][value=open]").check()
    sent = changes(quiet_page)
    quiet_page.get_by_role("button", name="Open the table").click()
    quiet_page.wait_for_url("**/games/*")
    game = urlsplit(quiet_page.url).path.rsplit("/", 1)[1]
    (opening, asked), (seats, seat) = sent[:2]
    assert (opening, asked["join"], "entropy" in asked) == ("/api/v1/games", False, False)
    first = ok(ann.get(f"/games/{game}/events"))["events"][0]
    assert (seats, seat["seen"]) == (f"/api/v1/games/{game}/seats", first["hash"])
    be(quiet_page, bob)
    quiet_page.goto(f"/games/{game}")
    quiet_page.get_by_role("button", name="Take a seat").click()
    expect(quiet_page.get_by_role("heading", name="Current line")).to_be_visible()
    events = ok(ann.get(f"/games/{game}/events"))["events"]
    seated = [event["data"] for event in events if event["type"] == "PlayerSeated"]
    assert [each["seen"] for each in seated] == [first["hash"]] * 2
    assert len({each["entropy"] for each in seated} - {None}) == 2
    quiet_page.goto(f"/games/{game}/audit")
    row = quiet_page.get_by_role("row", name="The first event that you had")
    expect(row).to_contain_text("this browser had before it sent your entropy")


def test_another_first_event_gets_no_entropy(quiet_page: Page, service: Service) -> None:
    """If the receipt and the record name different first events, the page says so and sends no entropy."""

    def replaced(route: Route) -> None:
        answer = route.fetch()
        page = answer.json()
        page["events"][0]["hash"] = "ab" * 32
        route.fulfill(response=answer, json=page)

    be(quiet_page, service.account())
    quiet_page.route("**/events?limit=*", replaced)
    quiet_page.goto("/new")
    sent = changes(quiet_page)
    quiet_page.get_by_role("button", name="Open the table").click()
    expect(quiet_page.locator("#told")).to_contain_text("The record of this table changed")
    assert [path for path, _ in sent] == ["/api/v1/games"]
