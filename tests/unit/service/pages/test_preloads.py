"""Preloads of the page of a table: exactly what its script will fetch."""

from typing import Any

import pytest

from harness.play.signing_in import Browser, World


def asks_for_moves(browser: Browser, game: str) -> bool:
    """True if the page preloads the legal moves."""
    return f'href="/api/v1/games/{game}/moves"' in browser.client.get(f"/games/{game}").text


@pytest.mark.long
def test_only_who_acts_in_person_asks_for_moves() -> None:
    """Only the player to act preloads moves, and no longer after leaving, since a bot acts then (R32)."""
    world = World()
    browsers = [world.browser() for _ in range(3)]
    for number, browser in enumerate(browsers):
        browser.guest(f"Guest {number}")
    made: Any = browsers[0].ask("POST", "/games", {"players": 3}).json
    game = made["id"]
    for other in browsers[1:]:
        assert other.ask("POST", f"/games/{game}/seats", {}).status_code == 201
    state: Any = browsers[0].ask("GET", f"/games/{game}").json
    seat = state["to_act"]["seat"]
    assert [asks_for_moves(browser, game) for browser in browsers] == [other == seat for other in range(3)]
    left: Any = browsers[seat].ask("POST", f"/games/{game}/resign").json
    assert left["to_act"]["seat"] == seat
    assert [asks_for_moves(browser, game) for browser in browsers] == [False] * 3
    assert not asks_for_moves(world.browser(), game)
    world.hub.close()
