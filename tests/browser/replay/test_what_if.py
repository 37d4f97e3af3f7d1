"""Trying other moves on a replay page: by mouse in the base game, by keyboard in Origins."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from harness.browser.at_table import Player, drag, tab_to
from harness.browser.held import HeldResponse
from harness.browser.replaying import LAST_EVENT, at, finished
from harness.games import seeded
from harness.play.playing import Game, move
from harness.service import Account, Service, ok
from tests.browser.support.accessibility import SCHEMES, SIZES, barriers, overflow

SHOWN = """board => [...board.querySelectorAll('.domino[data-domino] .cell')].map(({ dataset, parentNode }) =>
    [Number(dataset.x), Number(dataset.y), Number(parentNode.dataset.domino)]).sort()"""
LIT = ".what-if .mark.lit"


def open_at(page: Page, game: str, version: int) -> Player:
    """Go to this version of the game's replay, and start trying other moves."""
    page.goto(f"/games/{game}/replay#m{version}")
    page.get_by_role("button", name="Try other moves").press("Enter")
    expect(page.get_by_role("heading", name=f"What if, from move {version} on")).to_be_focused()
    return Player(page)


def points(page: Page, row: str) -> Locator:
    """The row with this title in the table of points."""
    return page.locator(".what-if-points tr").filter(has_text=row).locator("td")


def asked(account: Account, game: str, play: str, **more: int) -> Any:
    """The result of these moves, from the API."""
    query = "".join(f"&{name}={value}" for name, value in more.items())
    return ok(account.get(f"/games/{game}/variation?play={play}{query}"))


def cells(kingdom: Any) -> list[list[int]]:
    """The cells of a kingdom in the form of `SHOWN`."""
    return [[cell["x"], cell["y"], cell["domino"]] for cell in kingdom["cells"]]


def laid(here: Player, domino: int) -> str:
    """The placement on trial, in notation."""
    (x, y), (x2, y2) = here.laid()
    return f"{domino}@{x},{y}{ {(1, 0): 'e', (-1, 0): 'w', (0, 1): 'n', (0, -1): 's'}[x2 - x, y2 - y] }"


def test_a_trial_by_mouse_shows_its_points_beside_the_moves(quiet_page: Page, service: Service) -> None:
    """A placement on trial shows the API's points beside those of the actual move; nothing is changed."""
    players = service.accounts(2)
    game = service.table(players)
    move(Game(game, players), seeded(5), 12)
    frames = ok(players[0].get(f"/games/{game}/replay"))["frames"]
    placed = next(frame for frame in frames if frame["event"]["type"] == "DominoPlaced")
    version, seat, domino = placed["version"] - 1, placed["event"]["seat"], placed["event"]["data"]["domino"]
    sent: list[str] = []
    quiet_page.on("request", lambda request: sent.append(request.method))

    here = open_at(quiet_page, game, version)
    expect(quiet_page.locator(".what-if .hand")).to_be_visible()
    drag(here, here.centre(quiet_page.locator(".what-if .castle")))
    expect(quiet_page.locator(".what-if [role=alert]")).to_contain_text("start tile")
    quiet_page.mouse.click(*here.centre(quiet_page.locator(LIT).first))
    expect(points(quiet_page, "As played")).to_have_count(1)
    answer = asked(players[0], game, laid(here, domino), version=version, seat=seat)
    assert answer["played"]["kingdom"] == placed["state"]["kingdoms"][seat]
    totals = [kingdom["score"]["total"] for kingdom in (answer["kingdom"], answer["played"]["kingdom"])]
    expect(points(quiet_page, "What if")).to_have_text(str(totals[0]))
    expect(points(quiet_page, "As played")).to_have_text(str(totals[1]))
    expect(points(quiet_page, "Difference")).to_have_text(f"{totals[0] - totals[1]:+d}".replace("+0", "0"))

    quiet_page.get_by_role("button", name=f"Place {domino}").click()
    board = quiet_page.locator(".what-if .own-board")
    expect(board.locator(f"[data-domino='{domino}']")).to_have_count(1)
    assert board.evaluate(SHOWN) == sorted(cells(answer["kingdom"]), key=as_text)
    quiet_page.get_by_role("button", name="Show as played").click()
    assert board.evaluate(SHOWN) == sorted(cells(answer["played"]["kingdom"]), key=as_text)
    expect(quiet_page.locator(LIT)).to_have_count(0)

    quiet_page.locator(".what-if").get_by_text("Dominoes not yet seen").click()
    unseen = quiet_page.locator(".what-if details .pick").last
    number = int(str(unseen.get_attribute("data-key")).removeprefix("pick-"))
    unseen.click()
    expect(quiet_page.locator(f".what-if .hand [data-domino='{number}']")).to_have_count(1)
    quiet_page.get_by_role("button", name=f"Take back {domino}").click()
    expect(board.locator("[data-domino]")).to_have_count(0)
    quiet_page.get_by_role("combobox", name="Kingdom").select_option(str(1 - seat))
    expect(board.locator(f".board.seat-{1 - seat}")).to_have_count(1)
    assert set(sent) == {"GET"}


def test_a_trial_that_was_taken_back(quiet_page: Page, service: Service) -> None:
    """The outcome of a placement that comes after it was taken back is not shown."""
    players = service.accounts(2)
    game = service.table(players)
    move(Game(game, players), seeded(5), 12)
    frames = ok(players[0].get(f"/games/{game}/replay"))["frames"]
    placed = next(frame for frame in frames if frame["event"]["type"] == "DominoPlaced")
    here = open_at(quiet_page, game, placed["version"] - 1)
    expect(quiet_page.locator(".what-if .hand")).to_be_visible()
    slow = HeldResponse(quiet_page, "/variation")
    quiet_page.mouse.click(*here.centre(quiet_page.locator(LIT).first))
    slow.wait()
    here.see(".what-if [data-key=back]").click()
    slow.deliver()
    quiet_page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(points(quiet_page, "As played")).to_have_count(0)
    expect(here.see(".what-if .ghost.laid")).to_have_count(0)


def as_text(cell: list[int]) -> str:
    """A cell in the text form by which JavaScript sorts."""
    return ",".join(map(str, cell))


def test_by_the_keys(quiet_page: Page, service: Service) -> None:
    """A volcano is picked and placed, and its fire put, by keyboard; the points are announced."""
    players = service.accounts(2)
    game = service.table(players, game="origins", mode="tribe")
    version = players[0].state(game)["version"]
    quiet_page.set_viewport_size(SIZES[1])
    here, press = open_at(quiet_page, game, version), quiet_page.keyboard.press
    expect(quiet_page.locator(".what-if .bar")).to_contain_text("Choose a domino to try.")
    if not quiet_page.locator("[data-key=pick-48]").is_visible():
        tab_to(here, ".what-if-dominoes summary")
        press("Enter")
    quiet_page.locator("[data-key=pick-48]").focus()
    press("Enter")
    board = quiet_page.locator(".what-if .own-board")
    expect(board).to_be_focused()
    press("ArrowRight")
    expect(quiet_page.locator(".what-if .ghost.fits")).to_have_count(1)
    press("Enter")
    spoken = quiet_page.locator(".what-if [aria-live=polite]")
    expect(spoken).to_have_text("What if: 0 points")
    press("Enter")
    expect(quiet_page.locator(".what-if .bar")).to_contain_text("put a fire token of 3")
    expect(board).to_be_focused()
    press("ArrowRight")
    press("Enter")
    expect(spoken).to_have_text("What if: 3 points")
    press("Enter")
    expect(board.locator("use[href='#token-3']")).to_have_count(1)
    expect(quiet_page.get_by_role("region", name="Your try")).to_be_focused()
    expect(points(quiet_page, "What if")).to_have_text("3")
    for scheme, rules in SCHEMES.items():
        quiet_page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert (scheme, barriers(quiet_page, *rules), overflow(quiet_page)) == (scheme, [], 0)
    quiet_page.get_by_role("button", name="Take back 48").press("Enter")
    expect(board.locator("use[href='#token-3']")).to_have_count(0)
    quiet_page.get_by_role("button", name="Close").press("Enter")
    expect(quiet_page.get_by_role("button", name="Try other moves")).to_be_focused()
    expect(quiet_page).to_have_url(f"{quiet_page.url.partition('#')[0]}#m{version}")


def test_at_the_end_there_is_nothing_to_try(quiet_page: Page, service: Service) -> None:
    """The replay of a finished game opens at its end: other moves are offered from a step before on."""
    players = service.accounts(2)
    game = finished(service, players)
    last = ok(players[0].get(f"/games/{game}"))["version"]
    quiet_page.goto(f"/games/{game}/replay")
    at(quiet_page, last)
    opener = quiet_page.get_by_role("button", name="Try other moves")
    expect(opener).to_be_disabled()
    for _ in range(3):
        quiet_page.keyboard.press(LAST_EVENT)
    expect(opener).to_be_enabled()
