"""Fixtures for the browser tests: one Chromium and one service for each pytest process."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from harness.browser.at_table import LAPTOP, Player, be, player
from harness.browser.chromium import ARGUMENTS, executable
from harness.browser.contexts import Contexts
from harness.browser.quiet import noise
from harness.games import seeded
from harness.service import Service, service
from harness.waiting import PATIENCE
from kingdomino.rules import Rules
from tests.browser.support.guests import Guest
from tests.browser.support.recorded import Record, recorded
from tests.browser.support.restart import browser, pytest_runtest_protocol

__all__ = ["browser", "pytest_runtest_protocol", "service"]

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="session")
def browser_type_launch_args(playwright: Playwright) -> dict[str, Any]:
    """The options for starting Chromium; it has no sandbox under root, where it would refuse to start."""
    return {
        "executable_path": executable(Path(playwright.chromium.executable_path)),
        "args": ARGUMENTS,
        "chromium_sandbox": os.getuid() != 0,
    }


@pytest.fixture(scope="session")
def base_url(service: Service) -> str:
    """The URL of the pages."""
    return f"http://{service.host}:{service.port}"


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    """The provider of browser contexts."""
    return Contexts(browser)


@pytest.fixture
def context(contexts: Contexts, base_url: str) -> Iterator[BrowserContext]:
    """The context of the fixture `page`."""
    with contexts.lent(base_url=base_url) as context:
        yield context


@pytest.fixture
def still_page(contexts: Contexts, base_url: str) -> Iterator[Page]:
    """Give a page without scripts."""
    with contexts.lent(java_script_enabled=False, base_url=base_url) as context:
        yield context.new_page()


@pytest.fixture(scope="session")
def sound() -> Record:
    """Give the record of a scored game of three."""
    return recorded(Rules(), 3, seeded(3))


@pytest.fixture
def quiet_page(page: Page, base_url: str) -> Iterator[Page]:
    """Give a page that must log no error to its console and request nothing from other hosts."""
    loud = noise(page, base_url)
    yield page
    assert loud == []


@pytest.fixture
def timed_page(browser: Browser, base_url: str) -> Iterator[Page]:
    """Give a quiet page whose clock a test may move: in a context of its own, since a clock stays with it."""
    with browser.new_context(base_url=base_url) as context:
        page = context.new_page()
        loud = noise(page, base_url)
        yield page
        assert loud == []


@pytest.fixture(scope="module")
def people(contexts: Contexts, base_url: str) -> Iterator[tuple[Player, Player]]:
    """Give two players, each in their own browser."""
    with (
        player(contexts, base_url, "Ann", **LAPTOP) as ann,
        player(contexts, base_url, "Bob", **LAPTOP) as bob,
    ):
        yield ann, bob


@pytest.fixture(scope="module")
def guests(contexts: Contexts, base_url: str, service: Service) -> Iterator[list[Guest]]:
    """Give three guests, each in their own browser."""
    with ExitStack() as stack:
        found = [
            Guest(
                stack.enter_context(player(contexts, base_url, account.name, timezone_id="UTC", **LAPTOP)),
                account,
            )
            for account in service.accounts(3)
        ]
        for guest in found:
            be(guest.here.page, guest.account)
        yield found
