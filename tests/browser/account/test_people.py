"""Players' pages, search, following, inviting again, and blocking; by keyboard and without scripts."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from harness.browser.at_table import LAPTOP, be
from harness.browser.contexts import Contexts
from harness.games import seeded
from harness.play.playing import Game, move
from harness.service import Account, Service, ok
from harness.waiting import eventually
from tests.browser.support.accessibility import PHONE, SCHEMES, barriers, overflow, small_controls

CONTROLS = "main :is(button, .button, input, .people a, summary)"


@dataclass(frozen=True, slots=True)
class Site:
    """Two players with a finished game, and the game."""

    ann: Account
    ben: Account
    game: str


@pytest.fixture(scope="module")
def site(service: Service) -> Site:
    """Give two players whose game is counted in their records."""
    ann, ben = service.account("Annabel"), service.account("Benedict")
    game = service.table([ann, ben], harmony=True)
    move(Game(game, [ann, ben]), seeded(8))
    eventually(lambda: ok(ben.mine("GET", f"/players/{ann.id}"))["head_to_head"] is not None)
    return Site(ann, ben, game)


def test_names_lead_to_a_page(page: Page, site: Site) -> None:
    """Names in lists of games lead to a page with results, the best kingdom drawn, and common games."""
    be(page, site.ben)
    page.goto("/")
    page.get_by_role("link", name="Annabel").first.click()
    expect(page).to_have_url(re.compile(rf"/players/{site.ann.id}$"))
    expect(page.get_by_role("heading", name="Annabel", level=1)).to_be_visible()
    expect(page.get_by_text("1 game: ")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile(r"Kingdomino, 2 players 1 \d \d+%"))).to_be_visible()
    expect(page.get_by_role("img", name="Kingdom of Annabel")).to_be_visible()
    page.get_by_role("link", name="Finished", exact=True).click()
    expect(page.locator(f".games a[href$='{site.game}']")).to_be_visible()
    page.get_by_role("link", name="Open", exact=True).click()
    expect(page.get_by_text("No such games.")).to_be_visible()


def test_names_lead_there_from_a_table_and_its_replay(page: Page, site: Site) -> None:
    """Names above each board and in the result lead to the players' pages."""
    for path in (f"/games/{site.game}", f"/games/{site.game}/replay"):
        page.goto(path)
        expect(page.locator(".kingdom-head").get_by_role("link", name="Annabel").first).to_have_attribute(
            "href", f"/players/{site.ann.id}"
        )
    page.goto(f"/games/{site.game}")
    expect(page.locator(".result-name").get_by_role("link", name="Benedict")).to_have_attribute(
        "href", f"/players/{site.ben.id}"
    )


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_following_and_inviting_again(
    contexts: Contexts, base_url: str, service: Service, site: Site, *, scripts: bool
) -> None:
    """A player is found by name, followed, and invited to a game like the last one of both."""
    with contexts.lent(java_script_enabled=scripts, base_url=base_url) as here:
        page = here.new_page()
        be(page, site.ben)
        page.goto("/players")
        page.get_by_label("Name of a player").fill("annab")
        page.get_by_role("button", name="Find").click()
        page.locator(f'.page a[href="/players/{site.ann.id}"]').first.click()
        page.get_by_role("button", name="Follow", exact=True).click()
        expect(page.get_by_text("You follow this player now.")).to_be_visible()
        page.goto("/following")
        entry = page.get_by_role("listitem").filter(has_text="Annabel")
        expect(entry).to_contain_text("1 game: ")
        entry.get_by_role("button", name="Invite again").click()
        expect(page).to_have_url(re.compile(r"/games/[0-9a-f-]{36}"))
        game = page.url.split("/games/")[1][:36]
        state = ok(site.ben.get(f"/games/{game}"))
        assert (state["status"], state["rules"]["harmony"]) == ("open", True)
        stranger = service.account()
        assert stranger.post(f"/games/{game}/seats", {}).code == "seat/not-invited"
        eventually(
            lambda: (
                [game, "invited"]
                in [
                    [each["game"], each["kind"]]
                    for each in ok(site.ann.mine("GET", "/me/notices"))["notices"]
                ]
            )
        )
        page.goto("/following")
        entry.get_by_role("button", name="Stop following").click()
        expect(page.get_by_text("You follow nobody yet.")).to_be_visible()
        ok(site.ben.post(f"/games/{game}/abort", {}), 201)


def test_a_blocked_player(page: Page, service: Service) -> None:
    """The blocker's lobby hides a blocked player's tables; that player cannot join and sees no reason."""
    cleo, dan = service.account("Cleo"), service.account("Daniel")
    be(page, cleo)
    theirs = str(ok(dan.post("/games", {"players": 2}), 201)["id"])
    page.goto("/")
    expect(page.locator(f"#open a[href='/games/{theirs}']")).to_have_count(1)
    page.goto(f"/players/{dan.id}")
    page.get_by_text("Block this player").click()
    page.get_by_role("button", name="Block Daniel").click()
    expect(page.get_by_text("This player is blocked.")).to_be_visible()
    expect(page.get_by_role("link", name="Invite to a game")).to_have_count(0)
    expect(page.get_by_role("button", name="Follow", exact=True)).to_have_count(0)
    page.goto("/")
    expect(page.locator(f"#open a[href='/games/{theirs}']")).to_have_count(0)
    own = str(ok(cleo.post("/games", {"players": 2}), 201)["id"])
    be(page, dan)
    page.goto(f"/games/{own}")
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_text("this table cannot be joined")).to_be_visible()
    be(page, cleo)
    page.goto("/blocked")
    page.get_by_role("button", name="Unblock").click()
    expect(page.get_by_text("You have blocked nobody.")).to_be_visible()
    ok(dan.post(f"/games/{own}/seats", {}), 201)


def test_who_may_see_a_page(contexts: Contexts, base_url: str, service: Service, site: Site) -> None:
    """A player hides their page on the account page; others then see only the name, and find nothing."""
    eve = service.account("Evelyn the Quiet")
    game = service.table([eve, service.account()])
    with contexts.lent(base_url=base_url, **LAPTOP) as here:
        page = here.new_page()
        be(page, eve)
        page.goto("/account")
        page.get_by_label("Nobody but me").check()
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Your page is shown to whom you chose.")).to_be_visible()
        page.get_by_role("link", name="Look at your page").click()
        expect(page.get_by_text("Only you see this page.")).to_be_visible()
        expect(page.locator(f".games a[href$='{game}']")).to_be_visible()
        be(page, site.ben)
        page.goto(f"/players/{eve.id}")
        expect(page.get_by_text("Evelyn the Quiet does not show this page to everybody.")).to_be_visible()
        assert game not in page.content()
        page.goto("/players?name=evelyn")
        expect(page.get_by_text("Nobody here has a name that begins so.")).to_be_visible()


def test_reserved_names_are_refused_in_words(still_page: Page) -> None:
    """Where a guest begins, a reserved name is refused with a sentence, without scripts."""
    still_page.goto("/sign-in")
    still_page.get_by_label("Your name").fill("M0derator")
    still_page.get_by_role("button", name="Play as a guest").click()
    expect(still_page.get_by_text("This name is reserved")).to_be_visible()


def test_a_link_asks_for_a_name_without_scripts(still_page: Page, service: Service) -> None:
    """A new visitor with the link enters a name without scripts, takes a seat, and is at the table."""
    ann = service.account()
    game = str(ok(ann.post("/games", {"players": 2, "visibility": "private"}), 201)["id"])
    key = ok(ann.mine("GET", f"/games/{game}/invitation"))["key"]
    still_page.goto(f"/games/{game}?invitation={key}")
    still_page.get_by_label("Your name").fill("Felicity")
    still_page.get_by_role("button", name="Take a seat").click()
    expect(still_page).to_have_url(re.compile(rf"/games/{game}\?invitation={key}$"))
    expect(still_page.get_by_role("link", name="Felicity").first).to_be_visible()
    players = ann.mine("GET", f"/games/{game}").json["players"]
    assert [each["name"] for each in players][1] == "Felicity"


@pytest.mark.parametrize(
    "path", ["/players?name=annabel", "/players?name=a", "/following", "/blocked", "/muted"]
)
def test_the_pages_keep_nobody_out(page: Page, site: Site, path: str) -> None:
    """In all schemes and sizes axe finds nothing, nothing is too wide, and no touch target is too small."""
    be(page, site.ben)
    other = site.ann.id
    for of in ("following", "blocked"):
        assert site.ben.mine("PUT", f"/me/{of}/{other}").status == 204
    assert site.ben.mine("PUT", f"/me/following/{other}").status == 204
    page.goto(path)
    for scheme, rules in SCHEMES.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert barriers(page, *rules) == []
    page.set_viewport_size(PHONE)
    assert (overflow(page), small_controls(page, CONTROLS)) == (0, [])
    for of in ("following", "blocked"):
        assert site.ben.mine("DELETE", f"/me/{of}/{other}").status == 204
