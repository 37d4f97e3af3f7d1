"""A player's webhooks: added without scripts, tested, sent again, switched off, removed."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from harness.browser.at_table import LAPTOP, be
from harness.play.telling.webhooks import verified
from harness.service import Service, ok
from harness.waiting import eventually
from harness.wire.outside import OutsideServer, outside_server
from tests.browser.support.accessibility import PHONE, SCHEMES, barriers, overflow, small_controls

NOTICES = "/account/notices"
CONTROLS = "main :is(button, .button, .choice, input:not(.choice input), .notices a, summary)"
"""A checkbox counts as large as its label."""


@pytest.fixture
def program() -> Iterator[OutsideServer]:
    """Give a program that the webhook calls."""
    with outside_server() as server:
        yield server


def test_a_webhook_from_its_beginning_to_its_end(
    still_page: Page, service: Service, program: OutsideServer
) -> None:
    """Forms do everything: the secret verifies the calls, and the log shows their results."""
    ann, ben, page = service.account(), service.account(), still_page
    be(page, ann)
    page.goto(NOTICES)
    section = page.get_by_role("region", name="Webhooks")
    section.get_by_label("URL").fill(program.url)
    section.get_by_role("button", name="Add and show the secret").click()
    secret = page.get_by_label("Secret").input_value()
    assert secret.startswith("whsec_")
    page.get_by_role("link", name="I have kept it").click()
    expect(page.get_by_text(program.url)).to_be_visible()
    expect(page.get_by_text("Nothing yet.")).to_be_visible()

    with page.expect_navigation():
        page.get_by_role("button", name="Send a test").click()
    eventually(lambda: program.received, 20)
    assert verified(secret, program.received[-1])["type"] == "test"
    entries = page.get_by_role("listitem").filter(has_text="HTTP 201")
    eventually(lambda: page.reload() and entries.count() == 1, 20)

    program.answer = lambda _: (500, {}, b"")
    table = ok(ann.post("/games", {"players": 3}), 201)["id"]
    ok(ben.post(f"/games/{table}/seats", {}), 201)
    waiting = page.get_by_role("listitem").filter(has_text="Somebody joins").filter(has_text="waits")
    eventually(lambda: page.reload() and waiting.count() == 1, 20)
    expect(waiting).to_contain_text("HTTP 500")
    expect(waiting).to_contain_text("Next attempt:")
    failing = page.get_by_text("It fails since")  # is stored after the call
    eventually(lambda: page.reload() and failing.count() == 1, 20)
    program.answer = lambda _: (204, {}, b"")
    with page.expect_navigation():
        waiting.get_by_role("button", name="Send again").click()
    delivered = page.get_by_role("listitem").filter(has_text="Somebody joins").filter(has_text="delivered")
    eventually(lambda: page.reload() and delivered.count() == 1, 20)
    assert json.loads(program.received[-1].body)["data"]["game"] == table

    page.get_by_role("button", name="Replace the secret").click()
    expect(page.get_by_text("The old secret signs along for 24 hours.")).to_be_visible()
    fresh = page.get_by_label("Secret").input_value()
    assert fresh != secret
    page.get_by_role("link", name="I have kept it").click()
    page.get_by_role("button", name="Send a test").click()
    eventually(lambda: len(program.received[-1].headers["webhook-signature"].split()) == 2, 20)
    assert verified(fresh, program.received[-1]) == verified(secret, program.received[-1])

    page.get_by_role("button", name="Switch off").click()
    expect(page.get_by_text("You have switched it off.")).to_be_visible()
    page.get_by_role("button", name="Switch on").click()
    expect(page.get_by_role("button", name="Switch off")).to_be_visible()
    page.get_by_role("button", name="Remove the webhook").click()
    expect(page.get_by_text("The webhook is removed.")).to_be_visible()
    assert ok(ann.mine("GET", "/me/webhooks")) == {"webhooks": []}


def test_what_is_wrong_is_said(still_page: Page, service: Service) -> None:
    """An error is shown with the submitted values, and nothing is added."""
    ann, page = service.account(), still_page
    be(page, ann)
    page.goto("/account/webhooks")
    page.get_by_label("URL").fill("https://10.0.0.1/")
    page.get_by_text("Which notices").click()
    page.get_by_role("checkbox", name="Comments").uncheck()
    page.get_by_role("button", name="Add and show the secret").click()
    expect(page.get_by_role("alert")).to_contain_text(
        "10.0.0.1 has the address 10.0.0.1, which is not public"
    )
    expect(page.get_by_label("URL")).to_have_value("https://10.0.0.1/")
    page.get_by_text("Which notices").click()
    expect(page.get_by_role("checkbox", name="Comments")).not_to_be_checked()
    assert ok(ann.mine("GET", "/me/webhooks")) == {"webhooks": []}


def test_the_pages_keep_nobody_out(page: Page, service: Service, program: OutsideServer) -> None:
    """In all schemes and sizes axe finds nothing, nothing is too wide, and no touch target is too small."""
    ann = service.account()
    made = ok(ann.mine("POST", "/me/webhooks", {"url": f"{program.url}/{'long' * 40}"}), 201)
    ok(ann.mine("POST", f"/me/webhooks/{made['id']}/test"), 202)
    log = f"/me/webhooks/{made['id']}/deliveries"
    eventually(lambda: ok(ann.mine("GET", log))["deliveries"], 20)
    be(page, ann)
    for path in ("/account/webhooks", f"/account/webhooks/{made['id']}", NOTICES):
        page.set_viewport_size(LAPTOP["viewport"])
        page.goto(path)
        for scheme, rules in SCHEMES.items():
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert barriers(page, *rules) == []
        page.set_viewport_size(PHONE)
        assert (overflow(page), small_controls(page, CONTROLS)) == (0, [])
    page.goto("/account/webhooks")
    page.get_by_label("URL").fill(program.url)
    with page.expect_navigation():
        page.get_by_role("button", name="Add and show the secret").click()
    assert barriers(page) == []
    assert (overflow(page), small_controls(page, CONTROLS)) == (0, [])
