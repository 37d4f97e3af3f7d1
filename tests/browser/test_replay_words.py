"""The page that shows a game move by move says who attended it, and who made each move."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from service.terminal.recording import of_file
from tests.support.recordings import eventful_game, ndjson
from tests.support.service import SCORED_SECONDS, Service, ok
from tests.support.waiting import eventually

Frames = list[dict[str, Any]]


@pytest.fixture(scope="module")
def frames() -> Frames:
    """Give the replay of a game with a bot, a plan, a player who resigned, and an agreed end."""
    game, events = eventful_game()
    steps = of_file(ndjson(events), game).steps
    return [{"version": step.version, "event": step.event, "state": step.state} for step in steps]


@pytest.fixture
def recorded(quiet_page: Page, service: Service, frames: Frames) -> Page:
    """Give the replay page, which is sent these frames in place of those of a game of its own."""

    def answer(route: Route) -> None:
        route.fulfill(content_type="application/json", body=json.dumps({"frames": frames}))

    (player,) = service.accounts(1)
    game = ok(player.post("/games", {"players": 2, "rules": {}}), 201)["id"]
    quiet_page.route(f"**/api/v1/games/{game}/replay", answer)
    quiet_page.goto(f"/games/{game}/replay")
    return quiet_page


def goes_to(page: Page, version: int) -> None:
    """Show this version."""
    page.evaluate("version => { location.hash = `m${version}`; }", version)
    expect(page.locator("#event")).to_contain_text(f"{version}. ")


def first(frames: Frames, kind: str, cause: str | None = None) -> int:
    """Return the version of the first event of this type and cause."""
    found = (frame for frame in frames if frame["event"]["type"] == kind)
    return next(int(frame["version"]) for frame in found if cause in {None, frame["event"]["cause"]})


@pytest.mark.parametrize(
    ("kind", "cause", "said"),
    [
        ("BotSeated", None, "A greedy bot takes seat 1"),
        ("DominoChosen", "bot", "Seat 1 (greedy bot) chooses domino"),
        ("PlanFired", None, "The plan that Seat 0 laid on 2026-12-29 00:00 UTC is carried out"),
        ("DominoChosen", "plan", "(planned on 2026-12-29 00:00 UTC)"),
        ("SeatLeft", None, "Seat 2 resigns: a steady bot plays on"),
        ("EndAgreed", None, "Seat 0 would end the game here"),
        ("GameEnded", None, "The players agree: the game ends here"),
    ],
)
def test_a_recorded_game_is_told(
    recorded: Page, frames: Frames, kind: str, cause: str | None, said: str
) -> None:
    """The words of each event, and of a move that nobody made in person."""
    goes_to(recorded, first(frames, kind, cause))
    expect(recorded.locator("#event")).to_contain_text(said)


def test_seats_are_marked(recorded: Page, frames: Frames) -> None:
    """Over the kingdoms it says who is a bot and, from then on, who has left."""
    titles = recorded.locator("#kingdoms h2")
    goes_to(recorded, first(frames, "SeatLeft") - 1)
    expect(titles.nth(2)).not_to_contain_text("left")
    goes_to(recorded, first(frames, "SeatLeft"))
    expect(titles.nth(1)).to_contain_text("Seat 1 (greedy bot): ")
    expect(titles.nth(2)).to_contain_text("Seat 2 (left): ")


def test_a_live_game_with_a_bot(quiet_page: Page, service: Service) -> None:
    """A game at the service whose bot moved, and whose player then resigned."""
    (player,) = service.accounts(1)
    game = ok(player.post("/games", {"players": 2, "rules": {}}), 201)["id"]
    ok(player.post(f"/games/{game}/bots", {"policy": "steady"}), 201)
    ok(player.post(f"/games/{game}/resign", {}), 201)
    eventually(lambda: player.state(game)["status"] == "scored", SCORED_SECONDS)
    quiet_page.goto(f"/games/{game}/replay")
    expect(quiet_page.locator("#event")).to_contain_text("The game is scored")
    expect(quiet_page.locator("#kingdoms h2").first).to_contain_text(f"{player.name} (left): ")
    expect(quiet_page.locator("#kingdoms h2").last).to_contain_text("Seat 1 (steady bot): ")
    quiet_page.get_by_role("button", name="First").click()
    quiet_page.get_by_role("button", name="Forward").click()
    quiet_page.get_by_role("button", name="Forward").click()
    expect(quiet_page.locator("#event")).to_have_text("3. A steady bot takes seat 1")
