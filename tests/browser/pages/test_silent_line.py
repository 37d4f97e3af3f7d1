"""A network that goes silent without ending a connection: the page says so in time, and when it is back."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from harness.browser.at_table import LAPTOP, be
from harness.service import Account, Service
from harness.wire.proxy import Proxy, proxy_to

QUIET = 4_000
"""Milliseconds that may pass between two signs of life, of which one comes every three seconds."""
TOLD = 5_000
"""Milliseconds after the last sign within which the page says that nothing comes any more."""
AGAIN = 8_000
"""Milliseconds within which it tries a new connection then."""
DOWN = "No connection"
BACK = "Connected again"

SIGN = """player => new Promise((resolve) => {
    const channel = new BroadcastChannel(`kingdomino.live.${player}`);
    channel.onmessage = ({ data }) => { if (data.type === 'heard') { channel.close(); resolve(); } };
})"""
"""Until the page hears something on its stream, be it a sign of life."""


@pytest.fixture
def proxy(service: Service) -> Iterator[Proxy]:
    """Give the network between the pages and the service."""
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
    """What is said of the connection."""
    return page.locator(".connection")


def test_a_line_that_goes_silent_is_told(quiet_table: tuple[Page, Account], proxy: Proxy) -> None:
    """Within five seconds of the last sign of life, not before one may be late; and when it speaks again."""
    page, _ = quiet_table
    proxy.silence()
    page.clock.run_for(QUIET)
    expect(notice(page)).to_have_text("")
    page.clock.run_for(TOLD - QUIET)
    expect(notice(page)).to_contain_text(DOWN)
    proxy.speak()
    expect(notice(page)).to_contain_text(BACK)


def test_a_new_connection_is_tried(quiet_table: tuple[Page, Account], proxy: Proxy) -> None:
    """The old one stays silent for ever, as one does whose way a router has forgotten."""
    page, _ = quiet_table
    proxy.silence()
    page.clock.run_for(TOLD)
    expect(notice(page)).to_contain_text(DOWN)
    proxy.renew()
    page.clock.run_for(AGAIN)
    expect(notice(page)).to_contain_text(BACK)


def test_a_line_that_lives_is_not_told(quiet_table: tuple[Page, Account]) -> None:
    """However long nothing happens in the game: each sign of life is heard."""
    page, player = quiet_table
    for _ in range(3):
        page.clock.run_for(QUIET)
        page.evaluate(SIGN, player.id)
        expect(notice(page)).to_have_text("")


def test_the_tab_in_sight_tells_though_another_has_the_connection(
    quiet_table: tuple[Page, Account], proxy: Proxy
) -> None:
    """All tabs of a browser share one stream; each finds out for itself that it has become silent."""
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
