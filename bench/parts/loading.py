"""The cost of opening a page, for `docs/operate/performance.md`: `python -m bench.parts loading`."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import click
from playwright.sync_api import Browser

from bench import options
from bench.processes import Build, silence
from harness.browser.at_table import be
from harness.browser.chromium import chromium
from harness.browser.loading import READY, Loading, late, load, slow_line
from harness.browser.replaying import finished
from harness.programs.commands import Forked, Start
from harness.service import WHOLE, Account, running_service

LATENCY_MS = 600
BYTES_PER_SECOND = 50_000


class Pages(NamedTuple):
    """The pages of a running service by name, and a player who opens them."""

    url: str
    viewer: Account
    paths: Mapping[str, str]


@click.command()
@click.option(
    "--repeat", default=3, show_default=True, help="Number of visits, of which the fastest is printed."
)
@options.beside("Open the pages of another build in turn with ours")
def loading(repeat: int, beside: Path | None) -> None:
    """Open pages in Chromium over a line of 600 ms latency and 50 KB/s, timed until they are usable."""
    with ExitStack() as stack:
        sites = {"": stack.enter_context(_served(Forked))}
        if beside is not None:
            sites["other "] = stack.enter_context(_served(Build.at(beside).start))
        browser = stack.enter_context(chromium())
        for name in sites[""].paths:
            rounds = [[_visits(browser, pages, name) for pages in sites.values()] for _ in range(repeat)]
            for whose, visits in zip(sites, zip(*rounds, strict=True), strict=True):
                click.echo(f"{whose}{name}: {_told(visits)}")


@contextmanager
def _served(start: Start) -> Iterator[Pages]:
    """A service with a game in its last rounds and a finished one."""
    with ExitStack() as stack:
        with silence():
            service = stack.enter_context(running_service(WHOLE, start))
        players = service.accounts(4)
        over = finished(service, players)
        paths = {"lobby": "/", "table": f"/games/{late(players)}", "replay": f"/games/{over}/replay"}
        yield Pages(f"http://{service.host}:{service.port}", players[0], paths)


def _told(visits: Sequence[tuple[Loading, Loading]]) -> str:
    """The fastest first visit, and the second one after it."""
    found, again = min(visits, key=lambda both: both[0].seconds)
    return (
        f"{len(found.asked)} requests, {found.size / 1000:.0f} KB, {found.seconds:.1f} s, "
        f"layout shift {found.shift:.3f}; a second visit {again.size / 1000:.0f} KB"
    )


def _visits(browser: Browser, pages: Pages, name: str) -> tuple[Loading, Loading]:
    """The first visit of a browser with an empty cache, and the second one."""
    path, ready = pages.paths[name], READY[name]
    with browser.new_context(base_url=pages.url, viewport={"width": 1366, "height": 768}) as context:
        page = context.new_page()
        be(page, pages.viewer)
        with slow_line(page, latency_ms=LATENCY_MS, bytes_per_second=BYTES_PER_SECOND):
            return load(page, path, ready), load(page, path, ready)
