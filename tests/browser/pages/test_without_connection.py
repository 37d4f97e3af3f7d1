"""Own games are read without a connection; a move made there waits, is sent once, or is refused visibly."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from harness.browser.at_table import LAPTOP, Player, be
from harness.browser.contexts import Contexts
from harness.service import Account, Service, ok
from harness.waiting import eventually

KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys())
        if (name.startsWith("kingdomino.pages."))
            for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    return found.sort();
}"""
WAITS = "Your move waits to be sent."

SEND = """async turn => {
    const waiting = await import("/static/shared/kept/waiting.js");
    await waiting.keepWaiting(turn);
    globalThis.sending = waiting.sendWaiting();
}"""
"""Keep a turn and begin to send it."""
FORGET = """async () => (await import("/static/shared/kept/waiting.js")).forgetAllWaiting()"""
"""What the service worker does at a sign-out."""
LEFT = """async player => {
    await globalThis.sending;
    return (await import("/static/shared/kept/waiting.js")).waitingOf(player);
}"""
"""What waits when the sending is over."""
VISIT = """async () => {
    const pages = await import("/static/shared/kept/pages.js");
    await pages.keepPage(location.origin + "/", await fetch("/"));
}"""
"""What the service worker does when the lobby is visited."""
FOLLOWED = """link => {
    link.click();
    dispatchEvent(new Event("online"));
}"""
"""The connection comes back just as a link is being followed."""
MOVE = {"type": "choose", "domino": 1}
GOES_ON = {"version": 2, "to_act": {"seat": 0, "types": ["choose"]}}


@pytest.fixture
def here(browser: Browser, base_url: str) -> Iterator[BrowserContext]:
    """Give a browser of its own: it is offline at times."""
    context = browser.new_context(base_url=base_url, viewport=LAPTOP["viewport"])
    yield context
    context.close()


def turn_of(people: tuple[Account, Account], game: str) -> tuple[Account, Account]:
    """Who is to move, and the other."""
    at = people[0].moves(game)["seat"]
    return people[at], people[1 - at]


def kept(page: Page) -> list[str]:
    """The paths that this browser keeps."""
    found: list[str] = page.evaluate(KEPT)
    return found


def has(page: Page, path: str) -> bool:
    """True if this browser keeps the path."""
    return path in kept(page)


def keep(page: Page, game: str) -> None:
    """Visit the lobby and the game until both are kept."""
    for path in ("/", f"/games/{game}"):
        page.goto(path)
        eventually(partial(has, page, path))
    eventually(partial(has, page, f"/games/{game}/position"))


def choose(here: Player) -> None:
    """Choose the first domino and confirm."""
    here.see(".pick").first.click()
    here.see("[data-key=confirm]:not([disabled])").click()


def events_of(account: Account, game: str) -> list[str]:
    """The types of the game's events."""
    return [each["type"] for each in ok(account.get(f"/games/{game}/events"))["events"]]


def test_a_game_is_read_and_played_without_a_connection(here: BrowserContext, service: Service) -> None:
    """Lobby and game are there offline; a move waits, is taken back, waits again, and is sent once."""
    two = service.account("Ann"), service.account("Ben")
    game = service.table(two)
    ann, _ = turn_of(two, game)
    page = here.new_page()
    be(page, ann)
    keep(page, game)
    table, version = Player(page), ann.state(game)["version"]
    here.set_offline(True)
    page.goto("/")
    expect(page.locator("#offline")).to_contain_text("You are offline. This is how it stood:")
    page.locator(f"#mine h3 a[href='/games/{game}']").click()
    expect(table.see(".connection")).to_contain_text("You are offline. This is how it stood:")
    choose(table)
    expect(table.see(".bar")).to_contain_text(WAITS)
    expect(table.see("[data-key=confirm]")).to_be_disabled()
    expect(table.see(".bar").get_by_role("button", name="Take back")).to_have_count(1)
    expect(table.see(".bar .words")).to_have_count(0)
    page.reload()
    table.see("[data-key=take-back]").click()
    expect(table.see(".bar")).not_to_contain_text(WAITS)
    table.see("[data-key=confirm]:not([disabled])").click()
    expect(table.see(".bar")).to_contain_text(WAITS)
    page.goto("/")
    expect(page.locator("#offline")).to_contain_text(WAITS)
    assert ann.state(game)["version"] == version
    here.set_offline(False)
    eventually(lambda: ann.state(game)["version"] > version)
    expect(page.locator("#offline")).to_be_empty()
    table.open(game)
    expect(table.see(".bar")).not_to_contain_text(WAITS)
    assert events_of(ann, game).count("DominoChosen") == 1


def test_a_link_that_is_followed_as_the_connection_comes_back(here: BrowserContext, service: Service) -> None:
    """The kept lobby, which is loaded anew then, does not stop who is on the way to the game."""
    two = service.account("Ann"), service.account("Ben")
    game = service.table(two)
    page = here.new_page()
    be(page, two[0])
    keep(page, game)
    here.set_offline(True)
    page.goto("/")
    expect(page.locator("#offline")).to_contain_text("You are offline.")
    page.locator(f"#mine h3 a[href='/games/{game}']").evaluate(FOLLOWED)
    page.wait_for_url(f"**/games/{game}")
    expect(page.locator(".connection")).to_contain_text("You are offline.")


def test_a_move_is_refused_if_the_game_moved_on_and_nothing_stays_after_signing_out(
    here: BrowserContext, service: Service
) -> None:
    """The reason stands at the table; after the sign-out neither pages nor moves are left for anybody."""
    two = service.account("Ann"), service.account("Ben")
    for each in two:
        ok(each.mine("POST", "/me/tokens", {"name": "phone"}), 201)  # who has no other way in cannot sign out
    game, other = service.table(two), service.table(two)
    ann, ben = turn_of(two, game)
    page = here.new_page()
    be(page, ann)
    keep(page, game)
    table = Player(page)
    here.set_offline(True)
    page.reload()
    choose(table)
    expect(table.see(".bar")).to_contain_text(WAITS)
    ok(ann.move(game, ann.moves(game)["moves"][0], ann.state(game)["version"]), 201)  # on another device
    here.set_offline(False)
    expect(table.see(".fault")).to_have_text("Your move was not made: the game had moved on.")
    expect(table.see("[data-key=take-back]")).to_have_count(0)
    assert events_of(ann, game).count("DominoChosen") == 1
    here.set_offline(True)
    page.reload()
    expect(table.see(".connection")).to_contain_text("You are offline")
    here.set_offline(False)
    page.goto("/account")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url("**/sign-in*")
    eventually(lambda: kept(page) == [])
    be(page, ben)
    page.goto("/")
    eventually(lambda: kept(page) == ["/"])
    expect(page.locator("#offline")).to_be_empty()
    page.goto(f"/games/{other}")
    eventually(lambda: f"/games/{other}" in kept(page))
    assert f"/games/{game}" not in kept(page)


@pytest.mark.parametrize(
    ("status", "answer"), [(409, {"code": "version/stale"}), (201, GOES_ON)], ids=["refused", "made"]
)
def test_a_turn_that_is_being_sent_is_forgotten_too(
    here: BrowserContext, service: Service, status: int, answer: dict[str, Any]
) -> None:
    """After a sign-out neither its refusal nor the rest of it is kept, and the rest is not sent."""
    ann = service.account("Ann")
    page = here.new_page()
    be(page, ann)
    page.goto("/rules")
    asked: list[Route] = []

    def hold_first(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.fulfill(status=503)

    page.route("**/moves", hold_first)
    turn = {"player": ann.id, "game": "g", "seat": 0, "version": 1, "moves": [MOVE] * 2, "keys": ["a", "b"]}
    with page.expect_request("**/moves"):
        page.evaluate(SEND, turn)
    page.evaluate(FORGET)
    asked[0].fulfill(status=status, json=answer)
    assert page.evaluate(LEFT, ann.id) == []
    assert len(asked) == 1


def test_a_copy_stays_while_the_service_is_too_busy_to_say_whose_it_is(
    here: BrowserContext, service: Service
) -> None:
    """A response 429 says nothing of the page, unlike a 404."""
    page = here.new_page()
    be(page, service.account("Ann"))
    page.goto("/rules")
    page.evaluate(VISIT)
    assert kept(page) == ["/"]
    statuses = [429, 404]
    page.route("**/", lambda route: route.fulfill(status=statuses.pop(0)))
    page.evaluate(VISIT)
    assert kept(page) == ["/"]
    page.evaluate(VISIT)
    assert kept(page) == []


def test_a_lent_context_keeps_no_service_worker(browser: Browser, base_url: str, service: Service) -> None:
    """The next test that uses it is not followed by the service worker of the one before."""
    contexts = Contexts(browser)
    with contexts.lent(base_url=base_url) as context:
        page = context.new_page()
        be(page, service.account())
        page.goto("/")
        eventually(partial(has, page, "/"))
        assert context.service_workers
    with contexts.lent(base_url=base_url) as again:
        assert not again.service_workers
    again.close()
