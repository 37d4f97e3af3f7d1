"""How smoothly the pages move, for `docs/operate/performance.md`: `python -m bench.parts frames`."""

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import Any

import click
from playwright.sync_api import Page

from bench.processes import silence
from harness.browser.at_table import Player, be
from harness.browser.chromium import chromium
from harness.browser.replaying import finished
from harness.games import seeded
from harness.play.playing import Game, move
from harness.service import WHOLE, Account, Service, running_service

FRAME = 1000 / 60
STEPS = 120
"""The steps of a drag, one for each frame."""

VIEWS: Mapping[str, Mapping[str, Any]] = {
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
    "laptop": {"viewport": {"width": 1366, "height": 768}},
}

RECORD = """() => {
    globalThis.frames = [];
    let last = null;
    const next = (now) => {
        if (last !== null) frames.push(now - last);
        last = now;
        if (frames) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
}"""
RECORDED = "() => { const found = frames; frames = null; return found; }"


@click.command()
@click.option(
    "--slowdown", default=4, show_default=True, help="How many times slower the page's processor is."
)
def frames(slowdown: int) -> None:
    """Count the frames in Chromium, without a graphics card, while a domino is dragged and others move."""
    with ExitStack() as stack:
        with silence():
            service = stack.enter_context(running_service(WHOLE))
        browser = stack.enter_context(chromium())
        for name, view in VIEWS.items():
            context = browser.new_context(base_url=f"http://{service.host}:{service.port}", **view)
            _measure(name, context.new_page(), service, slowdown)
            context.close()


def _measure(name: str, page: Page, service: Service, slowdown: int) -> None:
    people = service.accounts(2)
    game, over = _to_place(service, people), finished(service, people)
    here = Player(page)
    be(page, people[0])
    here.open(game.id)
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    with _told(page, f"{name}: nothing moves"):
        time.sleep(2)  # what is measured: 120 frames
    with _told(page, f"{name}: a domino is dragged"):
        _drag(here)
    page.keyboard.press("Escape")
    with _told(page, f"{name}: six moves come in"):
        for _ in range(6):
            move(game, seeded(4), 1)
            time.sleep(0.9)  # until the move has come in and its flight is over
    page.goto(f"/games/{over}/replay?version=9")
    page.wait_for_selector("#event:not(:empty)")
    with _told(page, f"{name}: a replay plays"):
        page.get_by_role("button", name="Play", exact=True).click()
        time.sleep(6)  # what is measured: 360 frames


def _to_place(service: Service, people: list[Account]) -> Game:
    """A game in its fourth round in which the first of two players is to place."""
    game, random = Game(service.table(people), people), seeded(5)
    while True:
        now = people[0].state(game.id)
        if now["round"] >= 4 and now["to_act"] == {"seat": 0, "types": ["place"]}:
            return game
        move(game, random, 1)


def _drag(here: Player) -> None:
    """Drag the domino from the hand over the board, with the mouse."""
    (x, y), board = here.centre(here.see(".bar .hand").first), here.box(here.see(".own-board").first)
    here.page.mouse.move(x, y)
    here.page.mouse.down()
    for step in range(STEPS):
        part = step / (STEPS - 1)
        to_x, to_y = board["x"] + board["width"] * 0.3, board["y"] + board["height"] * 0.4
        here.page.mouse.move(x + (to_x - x) * part + 2 * (step % 20), y + (to_y - y) * part)
        time.sleep(1 / 60)  # a hand moves once in a frame
    here.page.mouse.up()


@contextmanager
def _told(page: Page, what: str) -> Iterator[None]:
    """Print how long the frames took in the block, and how many were dropped."""
    page.evaluate(RECORD)
    yield
    found = sorted(page.evaluate(RECORDED))
    dropped = sum([max(0, round(each / FRAME) - 1) for each in found])
    click.echo(
        f"{what}: median {median(found):.1f} ms, p95 {found[int(len(found) * 0.95)]:.1f} ms, "
        f"longest {found[-1]:.0f} ms, {dropped} of {len(found) + dropped} frames dropped"
    )
