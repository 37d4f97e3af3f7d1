"""A network that goes silent without closing connections: the page reports it in time, and its return."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from harness.browser.at_table import LAPTOP, be
from harness.service import Account, Service
from harness.wire.proxy import Proxy, proxy_to

QUIET = 4_000
"""The milliseconds allowed between two heartbeats, which come every three seconds."""
TOLD = 5_000
"""The milliseconds after the last heartbeat within which the page reports the silence."""
AGAIN = 8_000
"""The milliseconds within which it then tries a new connection."""
DOWN = "No connection"
BACK = "Connected again"

SIGN = """player => new Promise((resolve) => {
    const channel = new BroadcastChannel(`kingdomino.live.${player}`);
    channel.onmessage = ({ data }) => { if (data.type === 'heard') { channel.close(); resolve(); } };
})"""
"""Waits until the page receives anything on its stream, such as a heartbeat."""


@pytest.fixture
def proxy(service: Service) -> Iterator[Proxy]:
    """Give the proxy between the pages and the service."""
    with proxy_to((service.host, service.port)) as proxy:
        yield proxy


@pytest.fixture
def quiet_table(browser: Browser, service: Service, proxy: Proxy) -> Iterator[tuple[Page, Account]]:
    """Give the table of a game in which nothing happens, and its player. The page's clock stands still."""
    first, second = service.accounts(2)
    game = service.table([first, second])
    with browser.new_context(
        base_url=f"http://{proxy.host}:{proxy.port}", viewport=LAPTOP["viewport"]
    ) as context:
        context.clock.install(time=0)
        page = context.new_page()
        be(page, first)
        page.goto(f"/games/{game}")
        page.wait_for_selector("#position[aria-busy=false]")
        page.evaluate(SIGN, first.id)
        page.clock.pause_at(page.evaluate("Date.now()") + 1000)
        page.evaluate(SIGN, first.id)
        yield page, first


def notice(page: Page) -> Locator:
    """The notice about the connection."""
    return page.locator(".connection")


def test_a_line_that_goes_silent_is_told(quiet_table: tuple[Page, Account], proxy: Proxy) -> None:
    """Silence is reported within five seconds of the last heartbeat and not too early; recovery too."""
    page, _ = quiet_table
    proxy.silence()
    page.clock.run_for(QUIET)
    expect(notice(page)).to_have_text("")
    page.clock.run_for(TOLD - QUIET)
    expect(notice(page)).to_contain_text(DOWN)
    proxy.speak()
    expect(notice(page)).to_contain_text(BACK)


def test_a_new_connection_is_tried(quiet_table: tuple[Page, Account], proxy: Proxy) -> None:
    """A new connection replaces the old one, which stays silent like one that a router has forgotten."""
    page, _ = quiet_table
    proxy.silence()
    page.clock.run_for(TOLD)
    expect(notice(page)).to_contain_text(DOWN)
    proxy.renew()
    page.clock.run_for(AGAIN)
    expect(notice(page)).to_contain_text(BACK)


def test_a_line_that_lives_is_not_told(quiet_table: tuple[Page, Account]) -> None:
    """A quiet game with heartbeats is never reported as silent."""
    page, player = quiet_table
    for _ in range(3):
        page.clock.run_for(QUIET)
        page.evaluate(SIGN, player.id)
        expect(notice(page)).to_have_text("")


def test_the_tab_in_sight_tells_though_another_has_the_connection(
    quiet_table: tuple[Page, Account], proxy: Proxy
) -> None:
    """All tabs of a browser share one stream, and each detects its silence by itself."""
    first, player = quiet_table
    second = first.context.new_page()
    second.clock.resume()
    second.goto(first.url)
    second.wait_for_selector("#position[aria-busy=false]")
    second.evaluate(SIGN, player.id)
    proxy.silence()
    second.clock.run_for(TOLD)
    expect(notice(second)).to_contain_text(DOWN)
    proxy.speak()
    expect(notice(second)).to_contain_text(BACK)
