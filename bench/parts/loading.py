"""The cost of opening a page, for `docs/operate/performance.md`: `python -m bench.parts loading`."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from playwright.sync_api import Browser, sync_playwright

from harness.browser.at_table import be
from harness.browser.chromium import ARGUMENTS, executable
from harness.browser.loading import READY, Loading, late, load, slow_line
from harness.browser.replaying import finished
from harness.service import Account, running_service

LATENCY_MS = 600
BYTES_PER_SECOND = 50_000


@click.command()
@click.option(
    "--repeat", default=3, show_default=True, help="Number of visits, of which the fastest is printed."
)
def loading(repeat: int) -> None:
    """Open pages in Chromium over a line of 600 ms latency and 50 KB/s, timed until they are usable."""
    with running_service() as service, _chromium() as browser:
        players = service.accounts(4)
        over = finished(service, players)
        paths = {"lobby": "/", "table": f"/games/{late(players)}", "replay": f"/games/{over}/replay"}
        url = f"http://{service.host}:{service.port}"
        for name, path in paths.items():
            visits = [_visits(browser, players[0], url, path, READY[name]) for _ in range(repeat)]
            found, again = min(visits, key=lambda both: both[0].seconds)
            click.echo(
                f"{name}: {len(found.asked)} requests, {found.size / 1000:.0f} KB, {found.seconds:.1f} s, "
                f"layout shift {found.shift:.3f}; a second visit {again.size / 1000:.0f} KB"
            )


@contextmanager
def _chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = executable(Path(playwright.chromium.executable_path))
        browser = playwright.chromium.launch(
            executable_path=path, args=ARGUMENTS, chromium_sandbox=os.getuid() != 0
        )
        yield browser
        browser.close()


def _visits(browser: Browser, viewer: Account, url: str, path: str, ready: str) -> tuple[Loading, Loading]:
    """The first visit of a browser with an empty cache, and the second one."""
    with browser.new_context(base_url=url, viewport={"width": 1366, "height": 768}) as context:
        page = context.new_page()
        be(page, viewer)
        with slow_line(page, latency_ms=LATENCY_MS, bytes_per_second=BYTES_PER_SECOND):
            return load(page, path, ready), load(page, path, ready)
