"""The replay of a running game: new moves appear, and a viewer at the end follows them."""

from typing import Any

from playwright.sync_api import Page, expect

from harness.browser.held import HeldResponse
from harness.browser.replaying import LAST_EVENT, at, points_of
from harness.games import seeded
from harness.play.playing import Game, move
from harness.service import Account, Service, ok

ROWS = "#moves a"


def begun(service: Service) -> tuple[Game, list[Account]]:
    """A two-player game in its first rounds, and its players."""
    players = service.accounts(2)
    game = Game(service.table(players), players)
    move(game, seeded(3), 12)
    return game, players


def state_of(game: Game) -> Any:
    """The current state from the API."""
    return ok(game.seats[0].get(f"/games/{game.id}"))


def test_new_moves_come(quiet_page: Page, service: Service) -> None:
    """A viewer at the end follows new moves; one further back stays, while list, slider and graph grow."""
    game, _ = begun(service)
    quiet_page.goto(f"/games/{game.id}/replay")
    at(quiet_page, state_of(game)["version"])
    rows = quiet_page.locator(ROWS).count()
    move(game, seeded(4), 4)
    now = state_of(game)
    at(quiet_page, now["version"])
    expect(quiet_page.locator("#spoken")).to_contain_text(f"{now['version']}. ")
    assert quiet_page.locator(ROWS).count() > rows
    legend = quiet_page.locator(".legend b").all_inner_texts()
    assert dict(enumerate(map(int, legend))) == points_of(now)

    quiet_page.keyboard.press(LAST_EVENT)
    stays = now["version"] - 1
    at(quiet_page, stays)
    move(game, seeded(5), 4)
    now = state_of(game)
    expect(quiet_page.get_by_role("slider", name="Version")).to_have_attribute("max", str(now["version"]))
    at(quiet_page, stays)
    quiet_page.keyboard.press("End")
    at(quiet_page, now["version"])
    versions = [int(row.get_attribute("data-version") or 0) for row in quiet_page.locator(ROWS).all()]
    assert versions == sorted(set(versions))
    assert versions[-1] == now["version"]


def test_moves_that_were_missed_come_too(page: Page, service: Service) -> None:
    """Moves made while there was no connection appear when it is back."""
    game, _ = begun(service)
    with page.expect_response("**/api/v1/events*"):
        page.goto(f"/games/{game.id}/replay")
    at(page, state_of(game)["version"])
    page.context.set_offline(True)
    move(game, seeded(4), 4)
    page.context.set_offline(False)
    move(game, seeded(5), 2)
    at(page, state_of(game)["version"])


def test_an_old_response_that_comes_last(page: Page, service: Service) -> None:
    """The response of an older request does not take the viewer back; new moves are followed as before."""
    game, _ = begun(service)
    with page.expect_response("**/api/v1/events*"):
        page.goto(f"/games/{game.id}/replay")
    at(page, state_of(game)["version"])
    page.evaluate("() => { globalThis.same = true; }")
    old = HeldResponse(page, f"/api/v1/games/{game.id}/replay")
    page.context.set_offline(True)
    move(game, seeded(4), 4)
    page.context.set_offline(False)
    old.wait()
    move(game, seeded(5), 2)
    at(page, state_of(game)["version"])
    old.deliver()
    move(game, seeded(6), 2)
    at(page, state_of(game)["version"])
    assert page.evaluate("globalThis.same"), "loaded again"


def test_a_game_that_ends_meanwhile(quiet_page: Page, service: Service) -> None:
    """The result is shown when the game ends, and comments can be written from then on."""
    game, _ = begun(service)
    quiet_page.goto(f"/games/{game.id}/replay")
    at(quiet_page, state_of(game)["version"])
    expect(quiet_page.locator("#comments")).to_be_hidden()
    move(game, seeded(4))
    expect(quiet_page.locator(".result")).to_be_visible()
    at(quiet_page, state_of(game)["version"])
    expect(quiet_page.get_by_role("heading", name="Comments")).to_be_visible()


def test_a_game_that_begins_meanwhile(quiet_page: Page, service: Service) -> None:
    """If the game had not started, its boards appear with the first line."""
    players = service.accounts(2)
    game = str(ok(players[0].post("/games", {"players": 2, "rules": {}}), 201)["id"])
    quiet_page.goto(f"/games/{game}/replay")
    at(quiet_page, 2)
    expect(quiet_page.locator("#graph")).to_be_hidden()
    ok(players[1].post(f"/games/{game}/seats", {}), 201)
    expect(quiet_page.locator(".replay-board .board")).to_have_count(2)
    expect(quiet_page.locator("#graph .legend li")).to_have_count(2)
