"""The review of a game on its replay page: requested, awaited and read."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from harness.browser.at_table import Player, be
from harness.games import seeded
from harness.play.playing import Game, move
from harness.service import Account, Service, ok
from harness.waiting import eventually
from kingdomino.transcript.tokens import format_command
from service.api.games.schemas.moves import MoveSchema
from tests.browser.support.accessibility import LOOKS, barriers, overflow

NOTATION = Path(__file__).parents[3] / "docs" / "play" / "notation.md"
READY_SECONDS = 300.0
MOVES = 14


@pytest.fixture(scope="module")
def ended(service: Service) -> tuple[list[Account], str]:
    """Give the players and the id of a game that one of them left after some turns."""
    players = service.accounts(2)
    game = service.table(players)
    move(Game(game, players), seeded(5), MOVES)
    ok(players[0].post(f"/games/{game}/resign"), 201)
    eventually(lambda: players[0].state(game)["status"] == "scored", 60)
    return players, game


def reviewed(account: Account, record: str) -> Any:
    """The review from the API, once it is ready."""
    path = f"{record}/review"
    eventually(lambda: ok(account.get(path))["status"] == "ready", READY_SECONDS)
    return ok(account.get(path))


def worst_placement(decisions: list[Any]) -> Any:
    """The placement with the largest loss among those that lost more than the next decision."""
    pairs = pairwise(decisions)
    placed = [one for one, other in pairs if one["made"]["type"] == "place" and one["loss"] > other["loss"]]
    return max(placed, key=lambda each: each["loss"])


def go_to(page: Page, version: int) -> None:
    """Show this version."""
    page.evaluate("version => { location.hash = `m${version}`; }", version)
    expect(page.locator("#event")).to_have_text(re.compile(rf"^{version}\. "))


def test_a_player_gets_a_review_without_leaving_the_replay(
    quiet_page: Page, ended: tuple[list[Account], str]
) -> None:
    """One click starts the review, a bar shows its progress, and then every decision has its loss."""
    players, game = ended
    be(quiet_page, players[0])
    quiet_page.goto(f"/games/{game}/replay")
    quiet_page.get_by_role("button", name="Review this game").press("Enter")
    better = quiet_page.get_by_role("button", name="Better move")
    expect(better).to_be_visible(timeout=READY_SECONDS * 1000)
    expect(quiet_page.locator(".verdict-words")).to_be_focused()
    found = reviewed(players[0], f"/games/{game}")
    assert len(found["decisions"]) == MOVES
    rows = quiet_page.locator("#review tbody").first.locator("tr")
    for seat, row in enumerate(rows.all()):
        graded = [each["grade"] for each in found["decisions"] if each["seat"] == seat]
        expect(row.locator("td").nth(3)).to_have_text(str(graded.count("slip")))
        expect(row.locator("td").nth(4)).to_have_text(str(graded.count("blunder")))
    assert quiet_page.locator("#review .moments li").count() == len(found["moments"])
    marks = quiet_page.locator("#moves .grade")
    signs = {"best": "✓", "slip": "?", "blunder": "??"}
    assert marks.count() <= sum(each["grade"] in signs for each in found["decisions"])
    assert marks.count() > 0
    for link, moment in zip(quiet_page.locator("#review .moments a").all(), found["moments"], strict=True):
        link.click()
        expect(quiet_page.locator("#event")).to_have_text(re.compile(rf"^{moment['version']}\. "))
    decision = max(found["decisions"], key=lambda each: each["loss"])
    go_to(quiet_page, decision["version"])
    expect(quiet_page.locator(".verdict-words")).to_contain_text(decision["grade"])
    play_on_from_the_better_move(quiet_page, decision)


def play_on_from_the_better_move(page: Page, decision: Any) -> None:
    """Play on after the better move, which replaces the actual one; closing leads back to it."""
    page.get_by_role("button", name="Better move").press("Enter")
    with page.expect_response(re.compile("/continuation")) as answered:
        page.get_by_role("button", name="Play on from it").press("Enter")
    found = answered.value.json()
    assert (found["seat"], found["play"].split(" ")[0]) == (decision["seat"], token(decision["best"]))
    expect(page.locator(".playing-on .turn")).to_be_focused()
    page.get_by_role("button", name="Close").press("Enter")
    expect(page.get_by_role("button", name="Play on from it")).to_be_focused()


def token(listed: Any) -> str:
    """A move in notation."""
    return format_command(MoveSchema().load(listed))


def test_a_review_is_requested_once(quiet_page: Page, ended: tuple[list[Account], str]) -> None:
    """On a slow line a click makes one request, and an old response does not repeat it."""
    players, game = ended
    be(quiet_page, players[0])
    quiet_page.clock.install()
    requests: list[Route] = []

    def hold(route: Route) -> None:
        requests.append(route)

    quiet_page.route("**/review", hold)
    quiet_page.goto(f"/games/{game}/replay")
    quiet_page.get_by_role("button", name="Review this game").click()
    expect(quiet_page.get_by_role("progressbar")).to_be_visible()
    quiet_page.clock.run_for(10_000)
    assert [route.request.method for route in requests] == ["GET", "POST"]
    look, ask = requests
    ask.fulfill(json={"status": "running", "progress": 0.5})
    look.fulfill(json={"status": "none"})
    expect(quiet_page.get_by_role("progressbar")).to_have_attribute("value", "0.5")
    quiet_page.clock.run_for(2_000)
    eventually(lambda: quiet_page.evaluate("true") and len(requests) == 3)
    assert requests[-1].request.method == "GET"


def test_the_better_move_lies_on_the_board(quiet_page: Page, service: Service) -> None:
    """The better move is shown in place of the actual one, and hidden again; stepping still works.

    The game is the one in docs/play/notation.md, which has some blunders among its placements.
    """
    account = service.account()
    text = re.findall(r"^```text\n(.*?)^```$", NOTATION.read_text(), re.DOTALL | re.MULTILINE)[0]
    record = f"/studies/{ok(account.post('/studies', text.encode()), 201)['id']}"
    ok(account.post(f"{record}/review"), 202)
    worst = worst_placement(reviewed(account, record)["decisions"])
    quiet_page.goto(f"{record}#m{worst['version']}")
    better = quiet_page.get_by_role("button", name="Better move")
    expect(better).to_be_enabled()
    played = Player(quiet_page).shown()[worst["seat"]]
    better.click()
    expect(better).to_have_attribute("aria-pressed", "true")
    best = worst["best"]
    shown = Player(quiet_page).shown()[worst["seat"]]
    assert [best["x"], best["y"], best["domino"]] in [list(cell) for cell in shown]
    expect(quiet_page.locator(".verdict-words")).to_contain_text("points more")
    better.click()
    assert Player(quiet_page).shown()[worst["seat"]] == played
    for size, scheme in LOOKS:
        quiet_page.set_viewport_size(size)
        quiet_page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert (overflow(quiet_page), barriers(quiet_page)) == (0, [])


def test_a_game_that_goes_on_offers_none(quiet_page: Page, service: Service) -> None:
    """A running game offers no review, and the page requests none."""
    game = service.table(service.accounts(2))
    asked: list[str] = []
    quiet_page.on("request", lambda request: asked.append(request.url))
    quiet_page.goto(f"/games/{game}/replay")
    expect(quiet_page.locator("#event")).not_to_be_empty()
    expect(quiet_page.get_by_role("button", name="Review this game")).to_have_count(0)
    assert not [url for url in asked if url.endswith("/review")]
