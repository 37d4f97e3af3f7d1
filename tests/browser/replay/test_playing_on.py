"""Playing on against bots from a version of a finished game: by mouse, by keyboard, on a phone."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from harness.browser.at_table import Player
from harness.games import seeded
from harness.play.playing import Game, move
from harness.service import Account, Service, ok
from harness.waiting import eventually
from tests.browser.support.accessibility import SCHEMES, SIZES, barriers, overflow

ROOT = ".playing-on"
PATH = "/continuation"


@pytest.fixture(scope="module")
def ended(service: Service) -> tuple[list[Account], str]:
    """Give the players and the id of a game that ended because two of the three resigned."""
    players = service.accounts(3)
    game = service.table(players)
    move(Game(game, players), seeded(5), 20)
    for player in players[1:]:
        ok(player.post(f"/games/{game}/resign"), 201)
    eventually(lambda: players[0].state(game)["status"] == "scored", 60)
    return players, game


def placing(players: list[Account], game: str) -> tuple[int, int]:
    """A version in the second round at which a domino is to be placed, and the seat."""
    frames = ok(players[0].get(f"/games/{game}/replay"))["frames"]
    states = [frame["state"] for frame in frames]
    found = next(s for s in states if s["round"] == 2 and s["to_act"] and s["to_act"]["types"] == ["place"])
    return found["version"], found["to_act"]["seat"]


def listening(page: Page) -> list[Request]:
    """Record the requests of the page from now on."""
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request))  # noqa: PLW0108 - a built-in takes no marks
    return sent


def answer(account: Account, request: Request) -> Any:
    """The API's response to the same request."""
    parts = urlsplit(request.url)
    return ok(account.get(f"{parts.path.removeprefix('/api/v1')}?{parts.query}"))


def test_own_moves_are_made_by_mouse_as_at_the_table(
    quiet_page: Page, ended: tuple[list[Account], str]
) -> None:
    """Own moves are made as at the table, the bots respond, and nothing is stored."""
    players, game = ended
    version, seat = placing(players, game)
    before = players[0].state(game)["version"]
    quiet_page.goto(f"/games/{game}/replay#m{version}")
    sent = listening(quiet_page)
    quiet_page.get_by_role("button", name="Play on from here").click()
    turn = quiet_page.locator(f"{ROOT} .turn")
    expect(turn).to_have_text("Your turn")
    expect(turn).to_be_focused()
    expect(quiet_page.get_by_role("combobox", name="Kingdom")).to_have_value(str(seat))
    quiet_page.get_by_role("combobox", name="Bots").select_option("hard")
    expect(quiet_page.locator(f"{ROOT}[aria-busy=true]")).to_have_count(0)
    expect(quiet_page.locator(f"{ROOT} .others")).to_contain_text("(bot)")
    lit = quiet_page.locator(f"{ROOT} .mark.lit").first
    quiet_page.mouse.click(*Player(quiet_page).centre(lit))
    quiet_page.locator(f"{ROOT} .line-next .pick").first.click()
    quiet_page.locator(f"{ROOT} [data-key=confirm]").click()
    expect(quiet_page.get_by_role("button", name="Undo my last move")).to_be_enabled()
    asked = [request for request in sent if PATH in request.url]
    found = answer(players[0], asked[-1])
    query = parse_qs(urlsplit(asked[-1].url).query)
    assert query["bot"] == ["steady"]
    assert found["play"].startswith(query["play"][0] + " ")
    assert {event["seat"] for event in found["events"]} >= {0, 1, 2}
    own = quiet_page.locator(f"{ROOT} .own-board .domino[data-domino]")
    expect(own).to_have_count(len(found["state"]["kingdoms"][seat]["cells"]) // 2)
    expect(quiet_page.locator(f"{ROOT} .news")).not_to_be_empty()
    quiet_page.get_by_role("button", name="Undo my last move").click()
    expect(quiet_page.get_by_role("button", name="Undo my last move")).to_have_count(0)
    quiet_page.get_by_role("button", name="Close").click()
    expect(quiet_page.get_by_role("button", name="Play on from here")).to_be_focused()
    assert {request.method for request in asked} == {"GET"}
    assert players[0].state(game)["version"] == before


def test_by_the_keys_to_the_end(quiet_page: Page, ended: tuple[list[Account], str]) -> None:
    """A game is played to the result by keyboard on a phone's screen, and the page is accessible."""
    players, game = ended
    version, _ = placing(players, game)
    quiet_page.set_viewport_size(SIZES[1])
    quiet_page.goto(f"/games/{game}/replay#m{version}")
    quiet_page.get_by_role("button", name="Play on from here").press("Enter")
    turn, busy = quiet_page.locator(f"{ROOT} .turn"), quiet_page.locator(f"{ROOT}[aria-busy=true]")
    expect(turn).to_be_focused()
    for scheme, rules in SCHEMES.items():
        quiet_page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert (scheme, barriers(quiet_page, *rules), overflow(quiet_page)) == (scheme, [], 0)
    here = Player(quiet_page)
    while quiet_page.locator(f"{ROOT} .turn.over").count() == 0:
        before = quiet_page.locator(f"{ROOT} .felt").inner_html()
        play_by_keys(here)
        expect(busy).to_have_count(0)
        assert quiet_page.locator(f"{ROOT} .felt").inner_html() != before
    expect(quiet_page.locator(f"{ROOT} .result")).to_be_visible()
    quiet_page.get_by_role("button", name="Start again").press("Enter")
    expect(turn).to_have_text("Your turn")


def play_by_keys(here: Player) -> None:
    """Make the moves of the current turn: lay the domino in hand, choose, confirm."""
    page = here.page
    press = page.keyboard.press
    if page.locator(f"{ROOT} .hand").count():
        page.locator(f"{ROOT} .own-board").focus()
        press("Enter")  # picks the place with the most points
        press("Enter")  # lays the domino there
        expect(page.locator(f"{ROOT} .ghost.laid")).to_have_count(1)
    if page.locator(f"{ROOT} .pick").count():
        page.locator(f"{ROOT} .pick").first.press("Enter")
    page.locator(f"{ROOT} [data-key=confirm]").press("Enter")
