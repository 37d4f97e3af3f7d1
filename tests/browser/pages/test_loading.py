"""Pages load fast: few requests and bytes, a second visit from the cache, and no layout shift."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from harness.browser.at_table import be
from harness.browser.contexts import Contexts
from harness.browser.loading import READY, key_of, late, load
from harness.browser.replaying import finished
from harness.service import Account, Service
from harness.waiting import eventually

VIEWPORTS: list[ViewportSize] = [{"width": 1366, "height": 768}, {"width": 390, "height": 844}]
MOST_REQUESTS = 12
MOST_BYTES = {"lobby": 46_000, "table": 100_000, "private table": 100_000, "over": 106_000, "replay": 102_000}
MOST_SHIFT = 0.05
SLACK = 200
"""The number of bytes by which two pages may differ, for example in their nonces."""
PLACE = """node => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height];
}"""
MOST_MOVED = 8.0
RECORD = """(() => {
    const fetch = window.fetch, fetched = window.fetched = [];
    window.fetch = (input, ...more) => {
        fetched.push(new URL(input.url ?? input, location).href);
        return fetch(input, ...more);
    };
})()"""
"""Records in `fetched` the URLs that the scripts of a page fetch, preloaded or not."""
PRELOADS = "link[rel=preload][as=fetch]"
UNUSED = """preloads => [...document.querySelectorAll(preloads)]
    .map(({ href }) => href).filter(href => !fetched.includes(href))"""


@dataclass(frozen=True, slots=True)
class Pages:
    """The paths of pages by name, and their viewer."""

    viewer: Account
    paths: dict[str, str]


@pytest.fixture(scope="module")
def pages(service: Service) -> Pages:
    """Give four-player games, two of them in their last rounds with the viewer to move."""
    players = service.accounts(4)
    over, private = finished(service, players), late(players, visibility="private")
    paths = {
        "lobby": "/",
        "table": f"/games/{late(players)}",
        "private table": f"/games/{private}?{key_of(players[0], private)}",
        "over": f"/games/{over}",
        "replay": f"/games/{over}/replay",
    }
    return Pages(players[0], paths)


@pytest.fixture
def fresh_page(browser: Browser, base_url: str, pages: Pages) -> Iterator[Page]:
    """Give the viewer a page in a browser with an empty cache."""
    with browser.new_context(base_url=base_url, viewport=VIEWPORTS[0]) as context:
        page = context.new_page()
        page.add_init_script(RECORD)
        be(page, pages.viewer)
        yield page


@pytest.mark.parametrize("name", MOST_BYTES)
def test_a_visit_costs_little(fresh_page: Page, pages: Pages, name: str) -> None:
    """The first visit stays below limits; the second one takes scripts and styles from the cache.

    The second visit has the other size: a size changes the layout, and nothing of what is sent.
    """
    first = load(fresh_page, pages.paths[name], READY[name])
    assert len(first.asked) <= MOST_REQUESTS, first.asked
    streams = [parse_qs(urlsplit(url).query) for url in first.asked if "/api/v1/events?" in url]
    # One stream for all topics of the page, with each key once; the page is ready before it begins.
    assert len(streams) <= 1, first.asked
    assert all(len(each.get("invitation", [])) <= 1 for each in streams), first.asked
    # What is preloaded is used: it is fetched, and sent only once.
    assert bool(fresh_page.locator(PRELOADS).count()) == (name != "lobby")
    eventually(lambda: fresh_page.evaluate(UNUSED, PRELOADS) == [])
    # The lobby requests itself again when its stream has begun.
    asked = [url for url in first.asked if url != fresh_page.url]
    assert len(set(asked)) == len(asked)
    assert first.size <= MOST_BYTES[name], first.sizes
    assert first.shift < MOST_SHIFT
    fresh_page.set_viewport_size(VIEWPORTS[1])
    again = load(fresh_page, pages.paths[name], READY[name])
    assert len(again.asked) <= MOST_REQUESTS, again.asked
    scripts = {url for url in first.asked if "/assets/" in url}
    # One script and the style sheet; parts come when they are needed, such as a ceremony once.
    assert len([url for url in scripts if ".js/" not in url]) == 2
    assert not scripts & first.cached
    assert scripts & set(again.asked) <= again.cached
    assert sum(again.sizes.get(url, 0) for url in scripts) == 0
    # Compare other responses of both visits only: requests in the background may come sooner or later.
    both = again.sizes.keys() & first.sizes.keys() - scripts
    assert sum(again.sizes[url] for url in both) <= sum(first.sizes[url] for url in both) + SLACK
    assert again.shift < MOST_SHIFT


def test_the_script_draws_where_the_server_drew(
    contexts: Contexts, base_url: str, fresh_page: Page, pages: Pages
) -> None:
    """The viewer's board keeps its place when the script takes over."""
    with contexts.lent(base_url=base_url, java_script_enabled=False) as context:
        still = context.new_page()
        be(still, pages.viewer)
        still.goto(pages.paths["table"])
        for size in VIEWPORTS:
            still.set_viewport_size(size)
            fresh_page.set_viewport_size(size)
            fresh_page.goto(pages.paths["table"])
            fresh_page.wait_for_selector(READY["table"])
            assert _place(still) == pytest.approx(_place(fresh_page), abs=MOST_MOVED), size


def _place(page: Page) -> list[float]:
    """Left, top, width and height of the viewer's board, relative to the whole page."""
    place: list[float] = page.locator(".own .board").evaluate(PLACE)
    return place
