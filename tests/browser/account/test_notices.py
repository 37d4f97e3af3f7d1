"""The bell counts unread notices on every page and in the title, and leads to the games."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from harness.browser.at_table import LAPTOP, Player, be
from harness.browser.contexts import Contexts
from harness.browser.held import HeldRequests
from harness.service import Account, Service, ok
from harness.waiting import eventually
from tests.browser.support.accessibility import barriers, overflow

HIDDEN = """() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
}"""
SIDES = """all => all.map((each) => {
    const { width, height } = each.getBoundingClientRect();
    return Math.min(width, height);
})"""
"""The shorter sides of elements, at one moment: the list may be rendered again."""
PAGES = ("/", "/new", "/rules", "/account", "/notices")


def wait_for_turn(ann: Account, ben: Account) -> str:
    """A new game of both players in which Ann is to move."""
    game = str(ok(ann.post("/games", {"players": 2}), 201)["id"])
    ok(ben.post(f"/games/{game}/seats", {}), 201)
    while (offered := ben.moves(game))["seat"] == 1:
        ok(ben.move(game, offered["moves"][0], offered["version"]), 201)
    return game


def move(owner: Account, game: str) -> None:
    """Move as long as it is this player's turn."""
    mine = [each["player"] for each in owner.state(game)["players"]].index(owner.id)
    while (offered := owner.moves(game))["seat"] == mine:
        ok(owner.move(game, offered["moves"][0], offered["version"]), 201)


def invite(guest: Account, host: Account) -> str:
    """A new game of the host to which the guest is invited."""
    return str(ok(host.post("/games", {"players": 2, "invited": [guest.id]}), 201)["id"])


def expect_unread(page: Page, count: int) -> None:
    """Check the number in the bell and in the title."""
    words = {0: "No new notices", 1: "1 notice"}.get(count, f"{count} notices")
    expect(page.locator("#bell")).to_have_attribute("aria-label", words)
    expect(page.locator(".bell-count")).to_have_text(str(count) if count else "")
    expect(page).to_have_title(re.compile(rf"^\({count}\) " if count else r"^[^(]"))


def test_the_bell_counts_on_every_page(contexts: Contexts, base_url: str, service: Service) -> None:
    """An open page updates its count; a turn is no longer unread after the move. All use one stream."""
    ann, ben = service.accounts(2)
    with contexts.lent(base_url=base_url, **LAPTOP) as here:
        page = here.new_page()
        be(page, ann)
        for path in PAGES:
            page.goto(path)
            expect_unread(page, 0)
            game = wait_for_turn(ann, ben)
            expect_unread(page, 2)
            page.reload()
            expect_unread(page, 2)
            move(ann, game)
            expect_unread(page, 0)


def test_a_guest_who_takes_a_seat_has_the_bell_at_once(
    contexts: Contexts, base_url: str, service: Service
) -> None:
    """Without loading the page again; it rings for what happens meanwhile."""
    ann = service.account()
    game = str(ok(ann.post("/games", {"players": 2}), 201)["id"])
    with contexts.lent(base_url=base_url, **LAPTOP) as here:
        page = here.new_page()
        page.goto(f"/games/{game}")
        page.wait_for_selector("#position[aria-busy=false]")
        expect(page.locator("#bell")).to_have_count(0)
        page.locator("#position").get_by_role("button", name="Take a seat").click()
        expect(page.locator("#bell")).to_be_visible()
        expect(page.locator(".own-board")).to_be_visible()  # the seat is taken
        guest = Player(page)
        while (offered := ann.moves(game))["seat"] == 1:
            headers = {"If-Match": f'"{offered["version"]}"'}
            guest.api(f"/games/{game}/moves", "POST", offered["moves"][0], **headers)
        expect(page.locator(".turn")).not_to_have_class("turn yours")
        expect(page.locator(".bell-count")).to_have_text("")
        page.evaluate(HIDDEN)
        move(ann, game)
        expect(page.locator(".bell-count")).to_have_text(re.compile(r"\d"))
        assert barriers(page) == []


def test_a_notice_leads_to_its_game(contexts: Contexts, base_url: str, service: Service) -> None:
    """The list describes each notice; opening the game marks its notices as read in all tabs."""
    ann, ben = service.accounts(2)
    game, other = wait_for_turn(ann, ben), wait_for_turn(ann, ben)
    with contexts.lent(base_url=base_url, **LAPTOP) as here:
        page, tab = here.new_page(), here.new_page()
        be(page, ann)
        tab.goto("/rules")
        expect_unread(tab, 4)
        page.goto("/")
        page.locator("#bell").click()
        expect(page).to_have_url(re.compile(r"/notices$"))
        turns = page.get_by_role("link", name=f"It is your turn in the game with {ben.name}.")
        expect(turns).to_have_count(2)
        expect(turns.first).to_have_attribute("href", f"/games/{other}")
        turns.last.click()
        expect(page).to_have_url(re.compile(f"/games/{game}$"))
        expect_unread(tab, 2)
        expect(page.locator(".bell-count")).to_have_text("2")


def test_the_header_of_a_phone_has_two_rows(contexts: Contexts, base_url: str, service: Service) -> None:
    """On a phone the bell and a long name are beside the brand, with the links below."""
    with contexts.lent(base_url=base_url, viewport={"width": 390, "height": 844}) as here:
        page = here.new_page()
        be(page, service.account("Wilhelmina Featherstonehaugh"))
        page.goto("/")
        parts = (".brand", ".bell", ".account", "nav")
        rows = [page.locator(f".top {part}").bounding_box() for part in parts]
        brand, bell, name, ways = (row["y"] + row["height"] / 2 for row in rows if row)
        assert max(abs(brand - bell), abs(brand - name)) < 5
        assert ways > brand + 30


def test_a_turn_in_sight_is_not_counted(contexts: Contexts, base_url: str, service: Service) -> None:
    """An open game neither counts nor fetches notices of its turns; leaving it marks them as read."""
    ann, ben = service.accounts(2)
    game, other = wait_for_turn(ann, ben), wait_for_turn(ann, ben)
    with contexts.lent(base_url=base_url, **LAPTOP) as here:
        page, tab = here.new_page(), here.new_page()
        be(page, ann)
        # The first page has the connection: what a tab hears, this page has heard.
        page.goto(f"/games/{game}")
        expect_unread(page, 2)
        tab.goto("/rules")
        expect_unread(tab, 2)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "/notices" in request.url else None)
        move(ann, game)
        move(ben, game)
        expect_unread(tab, 3)
        expect_unread(page, 2)
        assert asked == []
        page.goto(f"/games/{other}/replay")
        for each in (page, tab):
            expect_unread(each, 0)


def test_notices_are_read_without_scripts(still_page: Page, service: Service) -> None:
    """Without scripts the page lists notices and a form marks them as read, which changes their look."""
    ann, ben = service.accounts(2)
    wait_for_turn(ann, ben)
    be(still_page, ann)
    still_page.goto("/notices")
    while still_page.locator(".notices li").count() < 2:
        still_page.reload()
    assert still_page.locator("#bell").get_attribute("aria-label") == "2 notices"
    assert still_page.locator(".notices .unread").count() == 2
    still_page.get_by_role("button", name="Mark all as read").click()
    expect(still_page.locator(".notices .unread")).to_have_count(0)
    expect(still_page.locator("#bell")).to_have_attribute("aria-label", "No new notices")
    expect(still_page.locator(".notices li")).to_have_count(2)


def test_the_list_changes_while_it_is_read(contexts: Contexts, base_url: str, service: Service) -> None:
    """New notices appear at the top of an open list; a focused link keeps the focus."""
    ann, ben = service.accounts(2)
    wait_for_turn(ann, ben)
    with contexts.lent(base_url=base_url, **LAPTOP) as here:
        page = here.new_page()
        be(page, ann)
        page.goto("/")
        expect_unread(page, 2)
        page.goto("/notices")
        page.locator("#notice-1").focus()
        game = invite(ann, ben)
        newest = page.locator(".notices li").first
        expect(newest).to_contain_text(f"{ben.name} invites you to a game.")
        expect(newest.locator("a")).to_have_attribute("href", f"/games/{game}")
        expect(page.locator("#notice-1")).to_be_focused()


def test_a_notice_that_comes_before_the_stream(contexts: Contexts, base_url: str, service: Service) -> None:
    """What happens after the list was rendered and before its stream opens is shown all the same."""
    ann, ben = service.accounts(2)
    with contexts.lent(base_url=base_url, service_workers="block", **LAPTOP) as here:
        page = here.new_page()
        be(page, ann)
        stream = HeldRequests(page, "/api/v1/events")
        page.goto("/notices")
        stream.wait()
        invite(ann, ben)
        eventually(lambda: ok(ann.mine("GET", "/me/notices"))["unread"] == 1)
        stream.send()
        expect(page.locator(".notices li").first).to_contain_text(f"{ben.name} invites you to a game.")
        expect_unread(page, 1)


def test_a_notice_that_comes_before_a_tab_joins(contexts: Contexts, base_url: str, service: Service) -> None:
    """A second tab, which shares the first one's stream, learns what was told while it was loading."""
    ann, ben = service.accounts(2)
    with contexts.lent(base_url=base_url, service_workers="block", **LAPTOP) as here:
        page, tab = here.new_page(), here.new_page()
        be(page, ann)
        page.goto("/rules")
        expect_unread(page, 0)
        scripts = HeldRequests(tab, "[.]js$")
        tab.goto("/", wait_until="commit")
        scripts.wait()
        wait_for_turn(ann, ben)
        expect_unread(page, 2)
        scripts.send()
        expect_unread(tab, 2)
        expect(tab.locator("#mine .card")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_list_can_be_used_by_everybody(
    contexts: Contexts, base_url: str, service: Service, scheme: Literal["light", "dark"]
) -> None:
    """On a phone axe finds nothing, targets have 44 pixels, and nothing is wider than the page."""
    ann, ben = service.accounts(2)
    wait_for_turn(ann, ben)
    move(ann, wait_for_turn(ann, ben))
    with contexts.lent(
        base_url=base_url, color_scheme=scheme, viewport={"width": 390, "height": 844}
    ) as here:
        page = here.new_page()
        be(page, ann)
        page.goto("/")
        expect_unread(page, 2)
        page.goto("/notices")
        assert (barriers(page), overflow(page)) == ([], 0)
        assert min(page.locator("#bell, .notices a, .between button").evaluate_all(SIDES)) >= 44


def test_who_is_nobody_is_led_to_sign_in(page: Page) -> None:
    """Without an account there is no bell, and the list redirects to the sign-in page."""
    page.goto("/notices")
    expect(page).to_have_url(re.compile(r"/sign-in\?back=/notices$"))
    expect(page.locator("#bell")).to_have_count(0)


TWO = """([player, game, unread]) => new BroadcastChannel(`kingdomino.live.${player}`)
    .postMessage({ type: "notices", unread, game })"""
"""What a tab tells the others of several notices that came at once: the game of the last one."""


def test_of_several_at_once_some_are_read(contexts: Contexts, base_url: str, service: Service) -> None:
    """If the last of several notices is about another game, one may still be about the game in view."""
    ann, ben = service.accounts(2)
    game, other = wait_for_turn(ann, ben), wait_for_turn(ann, ben)
    with contexts.lent(base_url=base_url, **LAPTOP) as here:
        page, tab = here.new_page(), here.new_page()
        be(page, ann)
        page.goto(f"/games/{game}")
        expect_unread(page, 2)
        tab.goto("/rules")
        page.bring_to_front()
        with page.expect_request("**/me/notices/seen") as asked:
            tab.evaluate(TWO, [ann.id, other, 4])
        assert asked.value.post_data_json == {"game": game}
