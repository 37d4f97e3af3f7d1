"""From a report to a decision and a suspension: forms without scripts, and comments by keyboard."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from harness.browser.at_table import LAPTOP, be
from harness.browser.contexts import Contexts
from harness.service import Account, Service, ok
from replays.bootstrap import now_ms
from service.application.people.moderation.docket import Docket
from tests.browser.support.accessibility import PHONE, SCHEMES, barriers, overflow, small_controls

LARGE: ViewportSize = {"width": 1366, "height": 768}
TEXT, REASON = "You fool, you play like a sheep", "Insults are not welcome here"
CONTROLS = "main :is(button, .button, select, textarea, summary, .choice-line, .notices a), .suspended a"
OPEN_A_TABLE = """fetch("/api/v1/games", {method: "POST", body: '{"players": 2}'})
    .then((answer) => answer.json()).then(({ code }) => code)"""


@dataclass(frozen=True, slots=True)
class Site:
    """A game with a comment by Ann, which Ben may report, and Mo, a moderator."""

    ann: Account
    ben: Account
    mo: Account
    game: str


@pytest.fixture(scope="module")
def site(service: Service) -> Site:
    """Give the game and the three accounts."""
    ann, ben, mo = (service.account(name) for name in ("Annabel", "Benedict", "Moira"))
    Docket(service.store, now_ms).name_moderator(mo.id, "")
    game = str(ok(ann.post("/games", {"players": 2}), 201)["id"])
    ok(ben.post(f"/games/{game}/seats", {}), 201)
    ok(ann.post(f"/games/{game}/abort", {}), 201)
    ok(ann.post(f"/games/{game}/comments", {"version": 1, "text": TEXT}), 201)
    return Site(ann, ben, mo, game)


def check(page: Page, size: ViewportSize) -> None:
    """Check that the page is accessible and fits the window; on phones, also the sizes of controls."""
    page.set_viewport_size(size)
    for scheme, rules in SCHEMES.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert barriers(page, *rules) == []
    assert overflow(page) <= 0
    if size is PHONE:
        assert small_controls(page, CONTROLS) == []


def report(page: Page, site: Site) -> None:
    """Ben reports the comment from the replay by keyboard; a report without a reason shows an error."""
    page.goto(f"/games/{site.game}/replay#m1")
    page.get_by_role("region", name="Comments").get_by_role("link", name="Report").press("Enter")
    expect(page.get_by_role("heading", name="Report to the moderators")).to_be_visible()
    expect(page.get_by_text(TEXT)).to_be_visible()
    check(page, LARGE)
    check(page, PHONE)
    page.get_by_label("Something else").check()
    page.get_by_role("button", name="Report").press("Enter")
    expect(page.get_by_text("Say what is wrong with it.")).to_be_visible()
    page.get_by_label("Insult").check()
    page.get_by_label("What the moderators should know").fill("In every game")
    page.get_by_role("button", name="Report").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Your report is with the moderators.")
    expect(page.get_by_text("waits for a moderator")).to_be_visible()
    back = page.get_by_role("link", name="Back to where it is")
    expect(back).to_have_attribute("href", re.compile(f"^/games/{site.game}"))
    check(page, PHONE)


def decide(page: Page) -> None:
    """Mo finds the case from the account page, hides the text and suspends its author."""
    page.goto("/account")
    page.get_by_role("link", name="Reports and decisions").click()
    page.get_by_role("link", name="Reports to decide on").click()
    case = page.get_by_role("region", name="A comment by Annabel")
    expect(case.get_by_text("In every game")).to_be_visible()
    decided = "Of their decided reports, right: 0, not right: 0."
    expect(case.get_by_text(f"Reported by Benedict. {decided}")).to_be_visible()
    case.get_by_role("link", name="Decide").click()
    for verdict in ("Hide the text", "Suspend the account"):
        page.get_by_label(verdict).check()
        page.get_by_label("How long a suspension lasts").select_option("3 days")
        page.get_by_label("Why", exact=True).fill(REASON)
        page.get_by_role("button", name="Decide").click()
        expect(page.get_by_role("status")).to_contain_text("It is decided")
    page.goto("/moderation")
    expect(page.get_by_text("Nothing waits for your decision.")).to_be_visible()
    page.get_by_role("link", name="Decided").click()
    expect(page.get_by_text("Account suspended")).to_be_visible()


def test_a_collection_is_reported_and_hidden(
    contexts: Contexts, base_url: str, service: Service, site: Site
) -> None:
    """Others see a hidden collection under a neutral title; they and its owner see the reason."""
    owner, reader = service.account("Cleopatra"), service.account("Dorothea")
    made = ok(owner.post("/me/collections", {"title": TEXT, "shared": "public"}), 201)
    path = f"/players/{owner.id}/collections/{made['id']}"
    with contexts.lent(base_url=base_url, **LAPTOP) as here:
        page = here.new_page()
        be(page, reader)
        page.goto(path)
        page.get_by_role("link", name="Report this collection to the moderators").click()
        page.get_by_label("Insult").check()
        page.get_by_role("button", name="Report").click()
        expect(page.get_by_role("status")).to_contain_text("Your report is with the moderators.")
        about = {"kind": "collection", "id": made["id"], "player": owner.id}
        ok(site.mo.post("/decisions", {"about": about, "verdict": "hide", "reason": REASON}), 201)
        for who, title in ((reader, f"Collection {made['id'][:8]}"), (owner, TEXT)):
            be(page, who)
            page.goto(path)
            expect(page.get_by_role("heading", level=1)).to_have_text(title)
            expect(page.get_by_text(f"Hidden by a moderator: {REASON}")).to_be_visible()
            check(page, PHONE)


def look(page: Page, site: Site) -> None:
    """Check that the moderator's pages are accessible and the replay shows the reason instead of the text."""
    for path in ("/moderation?state=decided", f"/moderation/name/{site.ann.id}"):
        page.goto(path)
        check(page, LARGE)
        check(page, PHONE)
    page.goto(f"/games/{site.game}/replay#m1")
    part = page.get_by_role("region", name="Comments")
    expect(part).to_contain_text(f"Hidden by a moderator: {REASON}")
    expect(part).not_to_contain_text(TEXT)


def be_suspended(page: Page, site: Site, table: str) -> None:
    """Ann sees the reason on every page, the decision, and that she may not open a table."""
    for path in ("/", "/rules", f"/games/{table}", f"/games/{site.game}/replay", "/notices"):
        page.goto(path)
        banner = page.get_by_role("complementary", name="Your account is suspended")
        expect(banner).to_contain_text(REASON)
        if path in {"/", "/notices"}:  # with the banner; tests/browser/pages checks each page
            check(page, PHONE if path == "/notices" else LARGE)
    page.get_by_role("link", name=re.compile("A moderator has hidden a comment of yours")).click()
    expect(page.get_by_text(TEXT).first).to_be_visible()
    check(page, PHONE)
    assert page.evaluate(OPEN_A_TABLE) == "account/suspended"


def test_from_a_report_to_a_suspension(
    contexts: Contexts, base_url: str, service: Service, site: Site
) -> None:
    """A comment is reported and hidden without scripts, its author is suspended, and all are notified."""
    table = service.table([site.ben, service.account()])
    for who, without_scripts, act in (
        (site.ben, False, lambda page: report(page, site)),
        (site.mo, True, decide),
        (site.mo, False, lambda page: look(page, site)),
        (site.ann, False, lambda page: be_suspended(page, site, table)),
    ):
        with contexts.lent(base_url=base_url, java_script_enabled=not without_scripts, **LAPTOP) as here:
            page = here.new_page()
            be(page, who)
            act(page)
