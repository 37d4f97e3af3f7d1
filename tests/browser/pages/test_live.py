"""Live events reach every tab: all tabs of a browser share one stream, even if its leader closes."""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from harness.browser.at_table import player, table
from harness.browser.contexts import Contexts
from harness.browser.held import HeldResponse
from harness.service import Account, Service, ok
from harness.waiting import eventually
from replays.encoding.identity import GameId
from replays.streams import keys

TABS = 7
"""One tab more than the connections that Chromium opens to a server."""

HEAR = """async ([game, mine]) => {
    const { follow, followMine } = await import("/static/live/follow.js");
    window.heard = [];
    window.changes = 0;
    follow(game, null, {
        events: (events) => heard.push(...events.map(({ event }) => event.version)),
        reset: () => heard.push("reset"), away: () => heard.push("away"), here: () => heard.push("here") });
    if (mine) followMine(() => { changes += 1; });
}"""

CATCH_UP = """async (game) => {
    const { Store } = await import("/static/table/store.js");
    window.store ??= new Store(game);
    await store.catchUp();
    return [store.last, store.events.length, store.stale];
}"""
"""The last place, the number of events, and whether any state may replace the one of a table's copy."""

OPEN = """() => import("/static/shared/session.js").then(({ api }) =>
    api("/games", { method: "POST", body: { players: 2 } }))"""

GO = "kind => dispatchEvent(new PageTransitionEvent(kind, { persisted: true }))"
"""Dispatches the event that a page gets when it enters or leaves the back/forward cache."""

SILENCE = 21000
"""The milliseconds without data after which a connection is closed."""

NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });"

CUT = """
    const ask = window.fetch;
    window.places = [];
    window.fetch = async (url, options) => {
        const answer = await ask(url, options);
        if (!url.includes("/events?")) return answer;
        places.push(options.headers["Last-Event-ID"]);
        if (places.length > 1) return answer;
        let text = "";
        const first = new TransformStream({ transform(chunk, controller) {
            text += chunk;
            const end = text.indexOf("}\\n\\n");
            if (end < 0) return;
            controller.enqueue(text.slice(0, end + 3));
            setTimeout(() => controller.error(new TypeError("cut")));
        } });
        const body = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(first);
        return new Response(body.pipeThrough(new TextEncoderStream()), answer);
    };
"""
"""Breaks the first stream off after its first message."""


class Tabs:
    """Tabs of one browser, each with a table or a replay of its own game, and the streams requested."""

    def __init__(self, context: BrowserContext, owners: Sequence[Account]) -> None:
        self.streams: list[Request] = []
        self.ended: list[Request] = []
        self.games = [ok(owner.post("/games", {"players": 4}), 201)["id"] for owner in owners]
        self.pages = [self._follow(context, game) for game in self.games]

    def _asked(self, request: Request) -> None:
        if urlsplit(request.url).path == "/api/v1/events":
            self.streams.append(request)

    def _ended(self, request: Request) -> None:
        self.ended.append(request)

    def _follow(self, context: BrowserContext, game: str) -> Page:
        page = context.new_page()
        page.on("request", self._asked)
        page.on("requestfailed", self._ended)
        page.on("requestfinished", self._ended)
        number = self.games.index(game)
        page.goto(f"/games/{game}{'/replay' if number % 2 else ''}")
        page.evaluate(HEAR, [game, number == TABS - 1])
        return page

    def close_first(self) -> None:
        """Close the leading tab."""
        self.pages.pop(0).close()
        self.games.pop(0)

    @property
    def open(self) -> list[Request]:
        """The streams that have not ended and whose tab is open."""
        rest = [request for request in self.streams if request not in self.ended]
        return [request for request in rest if not request.frame.page.is_closed()]

    def hear(self, version: int) -> None:
        """Wait until every tab has received this version of its game, and each version once."""
        for page in self.pages:
            page.wait_for_function("version => heard.findLast(Number.isFinite) === version", arg=version)
            assert page.evaluate("heard.filter(Number.isFinite)") == list(range(1, version + 1))

    def share(self) -> None:
        """Wait until all tabs have one stream."""
        eventually(lambda: self.pages[0].evaluate("true") and len(self.open) == 1)

    def show(self, players: int) -> None:
        """Wait until every table shows this number of seated players."""
        for page in self.pages:
            if "/replay" not in page.url:
                names = ", ".join([".+"] * (players - 1)) + ",? and .+"
                expect(page.locator(".invitation")).to_contain_text(re.compile(names))


def test_seven_tabs_share_a_stream(contexts: Contexts, base_url: str, service: Service) -> None:
    """Each tab receives and shows all events of its game, even if the leading tab closes or comes back."""
    owners, guests = service.accounts(TABS), service.accounts(2)
    with player(contexts, base_url, "Ann") as ann:
        ann.page.close()
        tabs = Tabs(ann.page.context, owners)
        tabs.hear(2)
        tabs.share()
        last = tabs.pages[-1]
        before = last.evaluate("changes")
        assert before > 0
        last.evaluate(OPEN)
        last.wait_for_function("before => changes > before", arg=before)
        tabs.close_first()
        sit(guests[0], tabs.games)
        tabs.hear(3)
        tabs.pages[0].evaluate(GO, "pagehide")
        sit(guests[1], tabs.games)
        for page in tabs.pages[1:]:
            page.wait_for_function("() => heard.findLast(Number.isFinite) === 4")
        assert tabs.pages[0].evaluate("heard.findLast(Number.isFinite)") == 3
        tabs.pages[0].evaluate(GO, "pageshow")
        tabs.hear(4)
        tabs.show(3)
        tabs.share()


@pytest.mark.smoke
def test_the_lobby_tells_what_waits(contexts: Contexts, base_url: str, service: Service) -> None:
    """The lobby shows a first game and the player's turn, on the page and in its title, while it lasts."""
    bob = service.account()
    with player(contexts, base_url, "Ann") as ann:
        ann.page.goto("/")
        expect(ann.see("#mine")).to_be_hidden()
        game = table(ann, 2)
        expect(ann.see("#mine .card")).to_have_count(1)
        sit(bob, [game])
        while (offered := bob.moves(game))["seat"] == 1:
            ok(bob.move(game, offered["moves"][0], offered["version"]), 201)
        expect(ann.see("#mine .waiting")).to_have_count(1)
        expect(ann.see("#mine .card-head")).to_contain_text("First choice")
        expect(ann.page).to_have_title(re.compile(r"^\(2\) "))  # the game has started, and it is her turn
        while (offered := ann.api(f"/games/{game}/moves"))["seat"] == 0:
            headers = {"If-Match": f'"{offered["version"]}"'}
            ann.api(f"/games/{game}/moves", "POST", offered["moves"][0], **headers)
        expect(ann.see("#mine .waiting")).to_have_count(0)
        expect(ann.page).to_have_title(re.compile(r"^[^(]"))


def test_an_old_list_that_comes_last(contexts: Contexts, base_url: str) -> None:
    """If two requests for the list of one's games overlap, the later one counts."""
    with player(contexts, base_url, "Ann") as ann:
        ann.page.goto("/")
        old = HeldResponse(ann.page, f"^{base_url}/$", lambda request: request.resource_type == "fetch")
        table(ann, 2)
        old.wait()
        table(ann, 2)
        expect(ann.see("#mine .card")).to_have_count(2)
        old.deliver()
        ann.page.evaluate("() => new Promise(requestAnimationFrame)")
        expect(ann.see("#mine .card")).to_have_count(2)


def sit(guest: Account, games: Sequence[str]) -> None:
    """Take a seat in each of the games."""
    for game in games:
        ok(guest.post(f"/games/{game}/seats", {}), 201)


@pytest.fixture
def own_page(browser: Browser, base_url: str) -> Iterator[Page]:
    """Give a page in its own context, because a simulated clock stays with the context."""
    with browser.new_context(base_url=base_url) as context:
        yield context.new_page()


def test_a_tab_that_is_alone_and_cut_off(own_page: Page, service: Service) -> None:
    """Without locks, over plain http, a tab has its own stream and resumes after a cut or silence."""
    page = own_page
    owner, guest = service.accounts(2)
    game = ok(owner.post("/games", {"players": 4}), 201)["id"]
    page.clock.install()
    page.add_init_script(NO_LOCKS + CUT)
    page.goto("/rules")
    page.evaluate(HEAR, [game, False])
    page.wait_for_function("() => heard.includes('here')")
    sit(guest, [game])
    page.wait_for_function("() => heard.at(-1) === 3")
    assert page.evaluate("heard") == [1, "away", "here", 2, 3]
    assert page.evaluate("places")[1].startswith("1.")
    page.clock.run_for(SILENCE)
    page.wait_for_function("() => places.length === 3")
    assert page.evaluate("places")[2].startswith("3.")


def test_a_copy_of_events_that_a_restored_log_does_not_have(own_page: Page, service: Service) -> None:
    """A table begins anew, instead of waiting for the versions to come."""
    game = GameId(service.table(service.accounts(2)))
    own_page.goto("/rules")
    whole = service.store.xlen(keys.stream(game))
    place, number, _ = own_page.evaluate(CATCH_UP, game)
    assert (place.partition(".")[0], number) == (str(whole), whole)
    assert own_page.evaluate(CATCH_UP, game) == [place, whole, False]
    service.store.xdel(keys.stream(game), f"{whole}-0")
    place, number, stale = own_page.evaluate(CATCH_UP, game)
    assert (place.partition(".")[0], number, stale) == (str(whole - 1), whole - 1, True)
