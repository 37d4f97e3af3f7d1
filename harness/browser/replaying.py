"""Replays, and games for them that are not played in a browser but written into a service's log."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, expect

from harness.browser.at_table import Player, cells_of
from harness.games import finish, seeded, tables_on
from harness.service import KEY, Account, Service, ok
from replays.encoding.canonical import canonical
from replays.encoding.identity import GameId, Version
from replays.log.event_log import Append, EventLog, Head, IndexChange, StoredEvent
from replays.store import clients
from replays.streams.event_log import StreamsEventLog

NEXT_EVENT, LAST_EVENT = "Shift+ArrowRight", "Shift+ArrowLeft"
"""The keys for one event forwards or backwards, whatever the size of a step is."""

POINTS = """() => [...document.querySelectorAll('.kingdom-head')].map(head => [
    Number(/seat-(\\d)/.exec(head.querySelector('.king').getAttribute('class'))[1]),
    Number.parseInt(head.querySelector('.points').textContent)])"""


@contextmanager
def log_of(service: Service) -> Iterator[EventLog]:
    """Give the service's log."""
    with clients.writer(service.store_url) as writer, clients.reader(service.store_url) as reader:
        yield StreamsEventLog(writer, reader)


def finished(service: Service, players: Sequence[Account], **rules: Any) -> str:
    """Return the id of a scored game that these players have played with random legal moves."""
    game = GameId(service.table(players, **rules))
    with log_of(service) as log:
        tables = tables_on(log, KEY)
        finish(tables, game, seeded(len(players)))
        tables.settle(game)
    return game


def put(service: Service, game: GameId, events: Sequence[dict[str, Any]]) -> None:
    """Store a game that was played elsewhere in the service's log, by its public events."""
    stored = tuple(
        StoredEvent(
            Version(event["version"]),
            canonical({name: value for name, value in event.items() if name != "hash"}),
            event["hash"],
        )
        for event in events
    )
    with log_of(service) as log:
        log.append(Append(game, Head.genesis(game), stored, IndexChange(events[0]["at"], None, "scored")))


def at(page: Page, version: int) -> None:
    """Assert that the page shows this version."""
    expect(page.locator("#event")).to_have_text(re.compile(rf"^{version}\. "))


def version_of(page: Page) -> int:
    """The version that the page shows."""
    return int(page.locator("#event").inner_text().partition(".")[0])


def points_of(state: Any) -> dict[int, int]:
    """The points of a state by seat."""
    return {kingdom["seat"]: kingdom["score"]["total"] for kingdom in state["kingdoms"]}


def replay_to_the_end(page: Page, service: Service, game: str, first: int) -> None:
    """Step through the events from a version on; asserts that boards and points are those of the API."""
    page.goto(f"/games/{game}/replay#m{first}")
    at(page, first)
    http = service.http()
    last = ok(http.get(f"/api/v1/games/{game}"))["version"]
    for number in range(first, last + 1):
        state = ok(http.get(f"/api/v1/games/{game}?version={number}"))
        assert version_of(page) == number
        if state["kingdoms"]:
            assert Player(page).shown() == cells_of(state)
            assert dict(page.evaluate(POINTS)) == points_of(state)
        page.keyboard.press(NEXT_EVENT)
    assert version_of(page) == last
