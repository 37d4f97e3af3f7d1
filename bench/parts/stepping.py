"""The time of a step of the replay, for `docs/operate/performance.md`: `python -m bench.parts stepping`."""

from collections.abc import Sequence
from statistics import median, quantiles

import click
from playwright.sync_api import Page

from harness.browser.chromium import chromium
from harness.browser.replaying import finished
from harness.games import seeded
from harness.service import running_service

STEPS = """presses => presses.map(key => {
    const begun = performance.now();
    document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    document.getElementById("position").getBoundingClientRect();
    return performance.now() - begun;
})"""

LEAPS = """versions => {
    const slider = document.querySelector("input[type=range]");
    return versions.map(version => {
        const begun = performance.now();
        slider.value = version;
        slider.dispatchEvent(new Event("input"));
        document.getElementById("position").getBoundingClientRect();
        return performance.now() - begun;
    });
}"""


@click.command()
@click.option("--repeat", default=15, show_default=True, help="Number of runs, of which the best counts.")
def stepping(repeat: int) -> None:
    """Time steps and leaps through a finished game of four in Chromium: scripts, styles and layout."""
    with running_service() as service, chromium() as browser:
        game = finished(service, service.accounts(4))
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"http://{service.host}:{service.port}/games/{game}/replay")
        page.wait_for_selector("#event:not(:empty)")
        _measure(page, repeat)


def _measure(page: Page, repeat: int) -> None:
    versions = int(page.get_attribute("input[type=range]", "max") or 0)
    through = ["ArrowRight"] * (versions - 1) + ["ArrowLeft"] * (versions - 1)
    anywhere = seeded(1).choices(range(1, versions + 1), k=200)
    page.keyboard.press("Home")
    _say("steps", [page.evaluate(STEPS, through) for _ in range(repeat)])
    _say("leaps to anywhere", [page.evaluate(LEAPS, anywhere) for _ in range(repeat)])


def _say(what: str, runs: Sequence[Sequence[float]]) -> None:
    times = [min(each) for each in zip(*runs, strict=True)]
    figures = {"median": median(times), "p99": quantiles(times, n=100)[98], "most": max(times)}
    click.echo(f"{len(times)} {what}: " + ", ".join(f"{name} {ms:.1f} ms" for name, ms in figures.items()))
