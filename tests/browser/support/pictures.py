"""Takes the pictures of the documents: `python -m tests.browser.support.pictures` plays against bots.

It writes `docs/pictures/`: the table on a laptop, the result, and a game of Origins on a phone in dark mode.
"""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser

from harness.browser.at_table import LAPTOP, Player, be
from harness.browser.chromium import chromium
from harness.service import Account, Service, ok, running_service
from harness.waiting import eventually
from tests.browser.support.accessibility import PHONE

FOLDER = Path(__file__).parents[3] / "docs" / "pictures"
QUALITY = 72
"""The quality of lossy WebP: the flat colours of boards stay clean."""
BOT_SECONDS = 30.0
MIDDLE = """each => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
SHOWN_ROUND = 8

State = dict[str, Any]


def begun(ann: Account, players: int, **rules: Any) -> str:
    """The id of a game against careful bots."""
    game = str(ok(ann.post("/games", {"players": players, "rules": rules}), 201)["id"])
    for _ in range(players - 1):
        ok(ann.post(f"/games/{game}/bots", {"policy": "steady"}), 201)
    return game


def play(ann: Account, game: str, until: Callable[[State], bool]) -> None:
    """Play for immediate points until Ann is to move and `until` holds, or until the game is scored."""

    def due() -> State | None:
        state: State = ann.state(game)
        return state if state["status"] == "scored" or (state["to_act"] or {}).get("seat") == 0 else None

    while True:
        eventually(due, BOT_SECONDS)
        state = ann.state(game)
        if state["status"] == "scored" or until(state):
            return
        offered = ok(ann.mine("GET", f"/games/{game}/moves"))
        moves, gains = offered["moves"], offered["gains"] or [None] * len(offered["moves"])
        # If no move is a placement, take the last one: the domino with the highest number.
        _, _, move = max(
            (gain or 0, at, move) for at, (gain, move) in enumerate(zip(gains, moves, strict=True))
        )
        ok(ann.move(game, move, state["version"]), 201)


def tried(here: Player) -> None:
    """Lay the domino and choose the next one, without confirming."""
    for selector in (".own-board .mark.lit", ".pick"):
        if here.see(selector).count():
            here.page.mouse.click(*here.see(selector).last.evaluate(MIDDLE))


def picture(browser: Browser, name: str, ann: Account, game: str, *, base_url: str, **context: Any) -> None:
    """Save the page of a game as Ann sees it, as WebP in the folder."""
    with browser.new_context(base_url=base_url, reduced_motion="reduce", **context) as opened:
        here = Player(opened.new_page())
        be(here.page, ann)
        here.open(game)
        if here.has_turn:
            tried(here)
        here.page.mouse.move(0, 0)
        png = here.page.screenshot()
    Image.open(BytesIO(png)).save(FOLDER / f"{name}.webp", quality=QUALITY, method=6)


def main() -> None:
    """Play, and take the three pictures."""
    with running_service() as service, chromium() as browser:
        take(browser, service)


def take(browser: Browser, service: Service) -> None:
    """Picture a four-player game in its middle and at its end, and a game of Origins in its middle."""
    ann, base_url = service.account("Ann"), f"http://{service.host}:{service.port}"

    def middle(state: State) -> bool:
        return state["round"] >= SHOWN_ROUND and "place" in state["to_act"]["types"]

    game = begun(ann, 4)
    play(ann, game, middle)
    picture(browser, "table", ann, game, base_url=base_url, **LAPTOP)
    play(ann, game, lambda _: False)
    picture(browser, "result", ann, game, base_url=base_url, **LAPTOP)
    game = begun(ann, 4, game="origins", mode="totem")
    play(ann, game, middle)
    picture(browser, "phone", ann, game, base_url=base_url, viewport=PHONE, color_scheme="dark")


if __name__ == "__main__":
    main()
