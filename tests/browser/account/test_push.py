"""Push messages: switched on by a click, shown by the service worker, and leading to the game.

Headless Chromium neither reaches the tests' push service nor shows notifications. So the `PushManager` of
pages returns a subscription of the tests' own push service, which decrypts what the service sends. The worker
receives the messages through the browser's developer tools, and its notifications are recorded.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Worker, expect

from harness.browser.at_table import LAPTOP, be
from harness.service import Account, Service, ok
from harness.waiting import eventually
from harness.wire.push_service import PushService, push_service
from tests.browser.account.test_notices import move, wait_for_turn
from tests.browser.support.accessibility import PHONE, barriers, overflow

SUBSCRIBING = """
const made = {
  endpoint: %(json)s.endpoint,
  options: { applicationServerKey: null },
  toJSON: () => (%(json)s),
  unsubscribe: async () => { localStorage.removeItem("subscribed"); return true; },
};
if (globalThis.PushManager) {
  PushManager.prototype.subscribe = async (options) => {
    const { userVisibleOnly, applicationServerKey } = options;
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("wrong options");
    localStorage.setItem("subscribed", "yes");
    return made;
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? made : null);
}
"""
PERMISSION = """
const get = () => localStorage.getItem("answer") ?? "default";
Object.defineProperty(Notification, "permission", { get, configurable: true });
Notification.requestPermission = async () => { localStorage.setItem("answer", "granted"); return get(); };
"""
WATCHING = """() => {
  globalThis.kept = [];
  registration.showNotification = async (title, options) => {
    const others = kept.filter(({ tag }) => tag !== options.tag);
    kept = [...others, { title, ...options, close: () => { kept = []; } }];
  };
  registration.getNotifications = async ({ tag }) => kept.filter((each) => each.tag === tag);
}"""
"""Records notifications as browsers keep them: one per tag."""
SHOWN = "kept.map(({ title, body, tag, silent, data }) => ({ title, body, tag, silent, data }))"
CLICK = """async () => {
  const done = [];
  clients.openWindow = async (url) => { done.push(url); };
  const event = new ExtendableEvent("notificationclick");
  const waits = [];
  event.waitUntil = (promise) => waits.push(promise);
  event.notification = kept[0];
  dispatchEvent(event);
  await Promise.all(waits);
  return done;
}"""
"""Clicks a notification and records the URL opened; only a user's own click may open a window."""
OPEN_TAB = """path => {
  const focus = async () => { globalThis.led = path; };
  clients.matchAll = async () => [{ url: location.origin + path, focused: false, focus }];
}"""
"""An open tab that is not visible."""


@pytest.fixture(scope="module")
def pushes() -> Iterator[PushService]:
    """Give a push service."""
    with push_service() as running:
        yield running


@pytest.fixture
def here(browser: Browser, base_url: str, pushes: PushService) -> Iterator[BrowserContext]:
    """Give a browser that may show messages, and has a subscription once a page requests it."""
    context = browser.new_context(base_url=base_url, viewport=LAPTOP["viewport"])
    context.add_init_script(PERMISSION)
    subscription = pushes.subscribe(f"browser-{len(pushes.browsers)}")
    context.add_init_script(SUBSCRIBING % {"json": json.dumps(subscription)})
    yield context
    context.close()


def turned_on(page: Page) -> None:
    """Switch push messages on with the button of the page."""
    page.goto("/account/notices")
    page.get_by_role("button", name="Notify me in this browser").click()
    expect(page.locator("#this-browser")).to_contain_text("This browser shows you messages")


def worker_of(context: BrowserContext) -> Worker:
    """The active service worker."""
    return eventually(lambda: context.service_workers)[0]


class Pushing:
    """Passes messages to the service worker, as the browser does when they come from a push service."""

    def __init__(self, page: Page, base_url: str) -> None:
        self._origin = base_url
        self._registrations: list[str] = []
        self._cdp = page.context.new_cdp_session(page)
        self._cdp.on("ServiceWorker.workerRegistrationUpdated", self._learn)
        self._cdp.send("ServiceWorker.enable")
        eventually(lambda: (page.evaluate("0"), self._registrations)[1])
        worker_of(page.context).evaluate(WATCHING)

    def _learn(self, event: Any) -> None:
        self._registrations += [each["registrationId"] for each in event["registrations"]]

    def deliver(self, text: Any) -> None:
        """Deliver a message to the worker of this browser."""
        self._cdp.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": self._origin, "registrationId": self._registrations[0], "data": json.dumps(text)},
        )


def message(game: str, **changed: Any) -> dict[str, Any]:
    """A message about this game."""
    text = {"title": "It is your turn", "text": "", "by": "Move by {time}.", "until": 1_900_000_000_000}
    return {**text, "id": "1", "url": f"/games/{game}", "tag": game, "at": 1_800_000_000_000, **changed}


def shown(context: BrowserContext) -> list[dict[str, Any]]:
    """The messages that the browser shows."""
    found: list[dict[str, Any]] = worker_of(context).evaluate(SHOWN)
    return found


def test_a_message_leads_from_a_move_to_the_game(
    here: BrowserContext, base_url: str, service: Service, pushes: PushService
) -> None:
    """After the other player's move, the browser shows a message, and a click on it opens the game."""
    ann, ben = service.accounts(2)
    page = here.new_page()
    be(page, ann)
    turned_on(page)
    pushing = Pushing(page, base_url)
    game = wait_for_turn(ann, ben)
    text = eventually(lambda: [each.text for each in pushes.messages if each.text["tag"] == game])[-1]
    page.goto("/rules")
    pushing.deliver(text)
    [told] = eventually(lambda: shown(here))
    assert told["title"] == text["title"]
    assert ben.name in told["title"]
    assert told["data"]["url"] == f"/games/{game}"
    assert worker_of(here).evaluate(CLICK) == [f"/games/{game}"]
    assert shown(here) == []
    pushes.messages.clear()
    move(ann, game)
    eventually(lambda: listed(ann)[0]["sent_at"])


def listed(account: Account) -> list[dict[str, Any]]:
    """The account's browsers."""
    return list(ok(account.mine("GET", "/me/push"))["browsers"])


@pytest.mark.smoke
def test_a_click_goes_to_the_tab_that_is_open(here: BrowserContext, base_url: str, service: Service) -> None:
    """A click on a message uses the open tab, and opens no second one."""
    ann, ben = service.accounts(2)
    page = here.new_page()
    be(page, ann)
    turned_on(page)
    pushing = Pushing(page, base_url)
    game = wait_for_turn(ann, ben)
    worker_of(here).evaluate(OPEN_TAB, f"/games/{game}")
    pushing.deliver(message(game))
    [told] = eventually(lambda: shown(here))
    assert told["body"].startswith("Move by ")
    assert "2030" in told["body"]
    assert worker_of(here).evaluate(CLICK) == []
    assert worker_of(here).evaluate("globalThis.led") == f"/games/{game}"


def test_who_looks_at_the_game_is_shown_nothing_more(
    here: BrowserContext, base_url: str, service: Service
) -> None:
    """The page of an open game suppresses its messages; a message about another game is shown."""
    ann, ben = service.accounts(2)
    page = here.new_page()
    be(page, ann)
    turned_on(page)
    pushing = Pushing(page, base_url)
    game, another = wait_for_turn(ann, ben), wait_for_turn(ann, ben)
    page.goto(f"/games/{game}")
    page.bring_to_front()
    page.wait_for_function("document.hasFocus()")
    pushing.deliver(message(game))
    pushing.deliver(message(another, title="Another game", lang="fa", dir="rtl"))
    [told] = eventually(lambda: shown(here))
    assert "۱۴۰۸" in told["body"]  # 2030, in the account's language
    assert told["title"] == "Another game"


def test_a_newer_message_takes_the_place_of_the_older(
    here: BrowserContext, base_url: str, service: Service
) -> None:
    """Each game has one message; repeating the same one makes no sound."""
    [ann] = service.accounts(1)
    page = here.new_page()
    be(page, ann)
    turned_on(page)
    pushing = Pushing(page, base_url)
    page.goto("/rules")
    pushing.deliver(message("a", id="1"))
    eventually(lambda: shown(here))
    pushing.deliver(message("a", id="2", title="Time is running out"))
    eventually(lambda: [each["title"] for each in shown(here)] == ["Time is running out"])
    pushing.deliver(message("a", id="2", title="Time is running out"))
    eventually(lambda: [each["silent"] for each in shown(here)] == [True])


def test_the_list_of_browsers(here: BrowserContext, service: Service) -> None:
    """The list marks this browser; a removed browser ends its subscription. Accessible, also on a phone."""
    [ann] = service.accounts(1)
    page = here.new_page()
    be(page, ann)
    turned_on(page)
    item = page.locator(".browsers li")
    expect(item).to_contain_text("Chrome on Linux")
    expect(item).to_contain_text("this browser")
    assert barriers(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert overflow(page) == 0
    size = page.get_by_role("button", name="Remove Chrome on Linux").bounding_box()
    assert size is not None
    assert size["height"] >= 44
    page.get_by_role("button", name="Remove Chrome on Linux").click()
    expect(page.locator("main")).to_contain_text("No browser of yours shows messages yet.")
    expect(page.get_by_role("button", name="Notify me in this browser")).to_be_visible()
    assert page.evaluate("localStorage.getItem('subscribed')") is None
    assert listed(ann) == []


def test_signing_out_ends_it_here(here: BrowserContext, service: Service, pushes: PushService) -> None:
    """After signing out, the next player in this browser does not get the first one's messages."""
    [ann] = service.accounts(1)
    page = here.new_page()
    be(page, ann)
    turned_on(page)
    other = ok(ann.mine("POST", "/me/tokens", {"name": "phone"}), 201)["token"]
    page.goto("/account")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url("**/sign-in*")
    ann.token = other
    assert listed(ann) == []


DENIED = "Object.defineProperty(Notification, 'permission', { get: () => 'denied', configurable: true });"
IPHONE = "Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' });"
WITHOUT = "delete globalThis.PushManager;"
ABLE = {
    "denied": (DENIED, "This browser blocks messages of this site."),
    "install": (IPHONE + WITHOUT, "Add to Home Screen"),
    "none": (WITHOUT, "This browser cannot show messages."),
}


@pytest.mark.parametrize("case", ABLE)
def test_what_to_do_where_it_cannot(here: BrowserContext, service: Service, case: str) -> None:
    """If push is not possible, the page says so and has no button."""
    script, words = ABLE[case]
    [ann] = service.accounts(1)
    page = here.new_page()
    page.add_init_script(script)
    be(page, ann)
    page.goto("/account/notices")
    expect(page.locator("#this-browser")).to_contain_text(words)
    expect(page.get_by_role("button", name="Notify me in this browser")).to_have_count(0)


COVERED = """() => {
    const offer = document.querySelector(".push-offer").getBoundingClientRect();
    return [".bar", ".own-board", ".lines", ".others"].filter((part) => {
        const found = document.querySelector(`#position ${part}`);
        const { top, bottom, left, right } = found.getBoundingClientRect();
        const isSticky = getComputedStyle(found).position === "sticky";
        const isBeside = left >= offer.right || right <= offer.left;
        return !isSticky && !isBeside && top < offer.bottom && bottom > offer.top;
    });
}"""
"""The parts of the table that lie under the offer; a bar that sticks to the window lies over it."""


def test_a_table_offers_it_once(here: BrowserContext, service: Service) -> None:
    """The offer appears after a move, when another person is to move; "No, thanks" is permanent."""
    ann, ben = service.accounts(2)
    page = here.new_page()
    be(page, ann)
    for answer in ("No, thanks", None):
        game = wait_for_turn(ann, ben)
        page.goto(f"/games/{game}")
        page.wait_for_selector("#position[aria-busy=false]")
        expect(page.locator(".push-offer")).to_have_count(0)
        play(page, ann, game)
        if answer:
            expect(page.locator(".push-offer")).to_be_visible()
            assert barriers(page) == []
            for size in (LAPTOP["viewport"], PHONE):
                page.set_viewport_size(size)
                assert page.evaluate(COVERED) == []
            page.get_by_role("button", name=answer).click()
        page.wait_for_function("document.querySelector('#position').ariaBusy === 'false'")
        expect(page.locator(".push-offer")).to_have_count(0)
    assert page.evaluate("Notification.permission") == "default"
    page.evaluate("localStorage.clear()")
    game = wait_for_turn(ann, ben)
    page.goto(f"/games/{game}")
    play(page, ann, game)
    page.locator(".push-offer").get_by_role("button", name="Notify me in this browser").click()
    expect(page.locator(".push-offer")).to_contain_text("This browser shows you messages")
    assert len(listed(ann)) == 1


def test_a_browser_that_could_not_be_added(here: BrowserContext, service: Service) -> None:
    """If the service does not learn of the subscription, it ends, so that it is offered again."""
    [ann] = service.accounts(1)
    page = here.new_page()
    be(page, ann)
    page.route("**/me/push", lambda route: route.abort(), times=1)
    page.goto("/account/notices")
    page.get_by_role("button", name="Notify me in this browser").click()
    expect(page.locator("#this-browser")).to_contain_text("The service cannot be reached.")
    assert page.evaluate("localStorage.getItem('subscribed')") is None
    turned_on(page)
    assert len(listed(ann)) == 1


def play(page: Page, account: Account, game: str) -> None:
    """Choose dominoes on the page until it is somebody else's turn."""
    mine = [each["player"] for each in account.state(game)["players"]].index(account.id)
    while account.moves(game)["seat"] == mine:
        page.locator(".pick").first.click()
        page.locator("[data-key=confirm]:not([disabled])").click()
        page.wait_for_selector("#position[aria-busy=false]")


def test_it_can_be_installed(page: Page, base_url: str) -> None:
    """The manifest has a name and icons of the declared sizes; the worker may only reach this service."""
    page.goto("/")
    link = page.locator("link[rel=manifest]").get_attribute("href")
    answer = page.request.get(f"{base_url}{link}")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["name"], manifest["display"], manifest["start_url"]) == ("Kingdomino", "standalone", "/")
    for icon in manifest["icons"]:
        size = page.evaluate(
            "src => { const image = new Image(); image.src = src;"
            " return image.decode().then(() => `${image.width}x${image.height}`); }",
            icon["src"],
        )
        assert size == icon["sizes"]
    worker = page.request.get(f"{base_url}/service-worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert (
        worker.headers["content-security-policy"] == "default-src 'none'; connect-src 'self'; img-src 'self'"
    )
