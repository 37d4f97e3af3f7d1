"""The page of running games: live, with one game large, and any board of it."""

from playwright.sync_api import Page, expect

from harness.games import seeded
from harness.play.playing import Game, move
from harness.service import Service, ok


def test_watching_running_games(quiet_page: Page, service: Service) -> None:
    """A visitor sees moves as they are made, and chooses the game and the board that are large."""
    ann, bob, cid = (service.account(name) for name in ("Annika", "Bobby", "Cidney"))
    games = []
    for other in (bob, cid):
        game = str(ok(ann.post("/games", {"players": 2, "rules": {}}), 201)["id"])
        ok(other.post(f"/games/{game}/seats", {}), 201)
        games.append(game)
    quiet_page.goto(f"/watch?game={games[0]}")
    stage = quiet_page.locator("#stage")
    expect(stage.get_by_role("heading")).to_have_text("You are watching Annika, Bobby")
    expect(stage.locator(".domino")).to_have_count(0)
    with quiet_page.expect_response("**/watch*"):
        move(Game(games[0], [ann, bob]), seeded(2), 12)
    expect(stage.locator(".domino").first).to_be_visible()
    quiet_page.get_by_role("link", name="Show the kingdom of Bobby large").click()
    expect(stage.locator(".stage-large")).to_contain_text("Bobby")
    quiet_page.locator("#running .card", has_text="Cidney").get_by_role("link", name="Kingdomino").click()
    expect(stage.get_by_role("heading")).to_have_text("You are watching Annika, Cidney")
    stage.get_by_role("link", name="Watch Cidney").click()
    expect(stage).to_contain_text("You follow Cidney from game to game.")
    stage.get_by_role("link", name="To the table").click()
    expect(quiet_page.get_by_text("You are watching")).to_be_visible()


def test_a_game_that_begins_later_is_followed_too(quiet_page: Page, service: Service) -> None:
    """A game that came to the page after it was loaded shows its moves as they are made, until it ends."""
    ann, bob, cid = (service.account(name) for name in ("Annalie", "Bobbie", "Cidonia"))
    games = [str(ok(ann.post("/games", {"players": 2, "rules": {}}), 201)["id"]) for _ in range(2)]
    ok(bob.post(f"/games/{games[0]}/seats", {}), 201)
    with quiet_page.expect_response("**/api/v1/events*"):
        quiet_page.goto(f"/watch?game={games[0]}")
    ok(cid.post(f"/games/{games[1]}/seats", {}), 201)
    move(Game(games[0], [ann, bob]), seeded(2), 1)
    later = quiet_page.locator("#running .card", has_text="Cidonia")
    expect(later).to_contain_text("First choice")
    move(Game(games[1], [ann, cid]), seeded(3), 6)
    expect(later).to_contain_text("Round 1")
    with quiet_page.expect_request(lambda request: "/events?" in request.url and games[1] not in request.url):
        ok(cid.post(f"/games/{games[1]}/resign", {}), 201)
    expect(later).to_have_count(0)
