"""Opening a table with the deal of a scored game."""

from typing import Any

import pytest

from harness.games import play_out, seeded
from harness.play.signing_in import Browser, World
from kingdomino.rules import Rules
from replays.encoding.identity import GameId


@pytest.fixture(scope="module")
def world() -> World:
    """A service with signed-in players."""
    return World()


@pytest.fixture(scope="module")
def ann(world: World) -> Browser:
    """A signed-in player."""
    browser = world.browser()
    browser.guest("Ann")
    return browser


@pytest.fixture(scope="module")
def scored(world: World) -> GameId:
    """A scored duel of two others."""
    tables = world.services.tables
    game = play_out(tables, 2, Rules(), seeded(1))
    tables.settle(game)
    return game


def opened(who: Browser, path: str = "/games", **body: Any) -> Any:
    """The response to opening a table for two."""
    return who.ask("POST", path, {"players": 2, **body})


def test_the_table_is_marked(ann: Browser, scored: GameId) -> None:
    """State, list and event 1 name the source; its draws are of version 3."""
    state: Any = opened(ann, deal=scored).json
    assert state["deal"] == scored
    events: Any = ann.ask("GET", f"/games/{state['id']}/events?limit=1").json
    first = events["events"][0]["data"]
    assert (first["draws"], first["options"]["deal"]["game"]) == (3, scored)
    lobby: Any = ann.ask("GET", "/games?status=open").json
    assert lobby["games"][0]["deal"] == scored


@pytest.mark.parametrize(
    ("more", "member"),
    [
        ({"rated": True}, "rated"),
        ({"players": 3}, "deal"),
        ({"rules": {"harmony": True}}, "deal"),
        ({"path": "/dynasties"}, "deal"),
        ({"deal": "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"}, "deal"),
        ({"deal": "the same"}, "deal"),
    ],
)
def test_what_cannot_be_dealt_again(ann: Browser, scored: GameId, more: dict[str, Any], member: str) -> None:
    """Rated games, other tables, series, and deals of no game are refused by the name of the member."""
    answer = opened(ann, **{"deal": scored, **more})
    assert (answer.status_code, list(answer.json["errors"]["json"])) == (422, [member])


def test_a_game_that_runs_has_no_deal_to_tell(ann: Browser, world: World) -> None:
    """The seed of a game that is not scored is not revealed, and a private game is as none."""
    game = opened(ann).json["id"]
    assert opened(ann, deal=game).status_code == 422
    tables = world.services.tables
    finished = play_out(tables, 2, Rules(), seeded(2))
    assert opened(ann, deal=finished).status_code == 422
