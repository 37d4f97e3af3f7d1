"""The cost of loading a page: requests, bytes on the wire, time, and layout shift."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import CDPSession, Page

from harness.games import seeded
from harness.service import Account, ok

Event = dict[str, Any]

SHIFTS = """() => new Promise(resolve => {
    let sum = 0;
    new PerformanceObserver(list => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 200);
})"""
"""The cumulative layout shift since the page was opened."""
TABLE = "#position[aria-busy=false] .panels"
READY = {
    "lobby": "#quick",
    "table": TABLE,
    "private table": TABLE,
    "over": TABLE,
    "replay": "#event:not(:empty)",
}
"""The selector, by page, of an element that appears once a player can act on the page."""
LATE = 11
"""The round, of twelve, from which a game counts as late."""


@dataclass(slots=True)
class Loading:
    """One visit to a page: the URLs that it requested, and those that came from the browser's cache."""

    asked: list[str] = field(default_factory=list)
    cached: set[str] = field(default_factory=set)
    sizes: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    shift: float = 0.0

    @property
    def size(self) -> int:
        """The bytes of all responses as they were sent, with their headers."""
        return sum(self.sizes.values())

    def watch(self, cdp: CDPSession) -> None:
        """Record the network traffic from now on."""
        addresses: defaultdict[str, str] = defaultdict(str)

        def on_request(event: Event) -> None:
            url = addresses[event["requestId"]] = event["request"]["url"]
            if url.startswith("http"):
                self.asked.append(url)

        def on_response(event: Event) -> None:
            if event["response"].get("fromDiskCache"):
                on_cached(event)

        def on_cached(event: Event) -> None:
            self.cached.add(addresses[event["requestId"]])

        def on_end(event: Event) -> None:
            self.sizes[addresses[event["requestId"]]] = int(event["encodedDataLength"])

        cdp.on("Network.requestWillBeSent", on_request)
        cdp.on("Network.responseReceived", on_response)
        cdp.on("Network.requestServedFromCache", on_cached)
        cdp.on("Network.loadingFinished", on_end)
        cdp.send("Network.enable")


@contextmanager
def slow_line(page: Page, *, latency_ms: int, bytes_per_second: int) -> Iterator[None]:
    """Slow down all requests of the page to this latency and bandwidth."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("Network.enable")
    rate = {"downloadThroughput": bytes_per_second, "uploadThroughput": bytes_per_second}
    cdp.send("Network.emulateNetworkConditions", {"offline": False, "latency": latency_ms, **rate})
    yield
    cdp.detach()


def load(page: Page, path: str, ready: str) -> Loading:
    """Open the page and wait until an element matches the selector `ready`."""
    found, cdp = Loading(), page.context.new_cdp_session(page)
    found.watch(cdp)
    begun = monotonic()
    page.goto(path, wait_until="commit")
    page.wait_for_selector(ready)
    found.seconds = monotonic() - begun
    page.wait_for_load_state("load")
    found.shift = page.evaluate(SHIFTS)
    cdp.detach()
    return found


def late(players: list[Account], **agreed: str) -> str:
    """The id of a game in its last rounds with the first player to move: its pages are at their largest."""
    first, *others = players
    game = str(ok(first.post("/games", {"players": len(players), "rules": {}, **agreed}), 201)["id"])
    for other in others:
        ok(other.post(f"/games/{game}/seats?{key_of(first, game)}", {}), 201)
    random = seeded(5)
    while (state := ok(first.mine("GET", f"/games/{game}")))["round"] < LATE or state["to_act"]["seat"]:
        moves = ok(first.mine("GET", f"/games/{game}/moves"))["moves"]
        mover = players[state["to_act"]["seat"]]
        ok(mover.move(game, random.choice(moves), state["version"]), 201)
    return game


def key_of(player: Account, game: str) -> str:
    """The query with a game's invitation key, which is empty if the game is not private."""
    return urlencode({"invitation": ok(player.mine("GET", f"/games/{game}/invitation"))["key"] or ""})
