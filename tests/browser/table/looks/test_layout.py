"""The layout of a table: sizes in pixels at common window sizes, and the elements in view during a turn."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from harness.browser.at_table import LAPTOP, Player, be
from harness.browser.contexts import Contexts
from harness.games import seeded
from harness.service import Account, Service, ok
from harness.waiting import eventually
from tests.browser.support.accessibility import PHONE

Box = dict[str, float]
Visit = Callable[[Account, str, ViewportSize], AbstractContextManager[Player]]

SMALL = LAPTOP["viewport"]
LARGE: ViewportSize = {"width": 1920, "height": 1080}
NARROW: ViewportSize = {"width": 320, "height": 640}
TARGET = 44
ROUND = 4
"""The round in which a table is measured: boards and lines are not empty then."""

BOX = """selector => {
    const { left, top, bottom, width, height } = document.querySelector(selector).getBoundingClientRect();
    return { left, top, bottom, width, height };
}"""
SQUARE = """selector => 40 * document.querySelector(selector).getScreenCTM().a"""
"""The width of a square of this drawing, in pixels."""
TARGETS = """() => [...document.querySelectorAll(
    '.bar button, .pick, .own-board .mark.lit, .menu summary, .enlarge, .more')]
    .map((each) => [each.dataset.key ?? each.className, each.getBoundingClientRect()])
    .filter(([, { width, height }]) => width && (width < 44 || height < 44))
    .map(([name, { width, height }]) => [name.baseVal ?? name, width, height])"""
CUT = "selector => (each => each.scrollWidth - each.clientWidth)(document.querySelector(selector))"
"""The number of pixels of this element that are cut off."""
SERVED = "() => fetch(location.href).then((page) => page.text())"
"""The page as the server sends it."""
WARRIORS = """() => {
    for (const caveman of document.querySelectorAll('.camp .cavemen li')) {
        const [name, pays] = caveman.querySelectorAll('span');
        name.textContent = 'warrior of strength 2';
        pays.textContent = 'touching warriors: their number times their strength';
    }
}"""
"""The cave board with its longest words, which the deal alone decides."""
KINGS = """selector => [...document.querySelectorAll(selector)].map(
    (king) => Number(/seat-(\\d)/.exec(king.getAttribute('class'))[1]))"""

GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "two": (2, {}),
    "three": (3, {}),
    "four": (4, {}),
    "duel": (2, {"mighty_duel": True}),
    "origins": (2, {"game": "origins"}),
    "tribe": (4, {"game": "origins", "mode": "tribe"}),
}
"""Players and rules by name."""


@dataclass(frozen=True, slots=True)
class Tables:
    """Games by name in which the first account is to place a domino."""

    accounts: list[Account]
    ids: dict[str, str]


@pytest.fixture(scope="module")
def tables(service: Service) -> Tables:
    """Give a game of each kind."""
    accounts = service.accounts(4)
    ids = {name: placing(service, accounts[:players], **rules) for name, (players, rules) in GAMES.items()}
    return Tables(accounts, ids)


def placing(service: Service, players: list[Account], **rules: Any) -> str:
    """The id of a game of these players, after random moves until the first one is to place a domino."""
    game, random = service.table(players, **rules), seeded(5)
    while (state := players[0].state(game))["round"] < ROUND or state["to_act"] != {
        "seat": 0,
        "types": ["place"],
    }:
        mover = players[state["to_act"]["seat"]]
        ok(mover.move(game, random.choice(players[0].moves(game)["moves"]), state["version"]), 201)
    return game


@pytest.fixture
def visit(contexts: Contexts, base_url: str) -> Visit:
    """Give a function that opens a game as an account, in a window of this size and with reduced motion."""

    @contextmanager
    def at(account: Account, game: str, window: ViewportSize) -> Iterator[Player]:
        with contexts.lent(base_url=base_url, viewport=window, reduced_motion="reduce") as context:
            here = Player(context.new_page())
            be(here.page, account)
            here.open(game)
            yield here

    return at


def box(page: Page, selector: str) -> Box:
    """The position of the first matching element in the window."""
    found: Box = page.evaluate(BOX, selector)
    return found


def middle(of: Box) -> tuple[float, float]:
    """The centre of the box in the window, to click there without scrolling."""
    return of["left"] + of["width"] / 2, of["top"] + of["height"] / 2


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    """Give the name of each game."""
    return str(request.param)


def test_a_turn_is_within_the_window(visit: Visit, tables: Tables, name: str) -> None:
    """A turn fits the window: board, lines, bar and other kingdoms are in view, over the full width.

    A square of the line is at least as large as one of the own board. In a large window the board has up to
    70 % of the height.
    """
    with visit(tables.accounts[0], tables.ids[name], SMALL) as here:
        for window in (SMALL, LARGE):
            here.page.set_viewport_size(window)
            fits(here, window)


def fits(here: Player, window: ViewportSize) -> None:
    """Check that a turn fits a large window, or a laptop's."""
    page, height = here.page, window["height"]
    own, lines, bar = (box(page, f".felt .{part}") for part in ("board-view", "lines", "bar"))
    others = [here.box(each) for each in here.see(".others .board").all()]
    ends = [each["y"] + each["height"] for each in others]
    assert max(own["bottom"], lines["bottom"], bar["bottom"], *ends) <= height
    assert lines["bottom"] <= bar["top"]
    columns = [box(page, f".felt > .{part}") for part in ("own", "side", "others")]
    assert sum(column["width"] for column in columns) >= 0.96 * window["width"]
    assert all(each["width"] >= 140 for each in others)
    of_board, of_line = (page.evaluate(SQUARE, f"{of} svg") for of in (".own-board", ".lines"))
    if here.see(".felt > .side > .camp").is_visible():  # the dominoes of the lines give way to the cave board
        page.evaluate(WARRIORS)
        lines, bar = (box(page, f".felt .{part}") for part in ("lines", "bar"))
        camp = box(page, ".felt .camp")
        assert lines["bottom"] <= camp["top"] < camp["bottom"] <= bar["top"]
        assert of_line >= height / 12
        return
    assert of_line >= max(0.98 * of_board, height / 8)
    assert window is SMALL or 0.65 <= own["height"] / height <= 0.7


def test_a_turn_is_within_the_window_of_a_phone(visit: Visit, tables: Tables, name: str) -> None:
    """On a phone the line, the board and the bar fit one screen, and stay there until the move is made."""
    with visit(tables.accounts[0], tables.ids[name], PHONE) as here:
        page = here.page
        steps = [".own-board .mark.lit", ".pick", "[data-key=back]", ".own-board .mark.lit", ".pick"]
        for step in ["", *steps]:
            if step:
                page.mouse.click(*middle(box(page, step)))
            lines, board, bar = (box(page, f".felt .{part}") for part in ("lines", "board-view", "bar"))
            assert page.evaluate("scrollY") == 0, step
            assert lines["top"] >= 0, step
            assert lines["bottom"] <= board["top"], step
            assert board["bottom"] <= bar["top"], step
            assert bar["bottom"] <= PHONE["height"], step
        assert here.can_confirm
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_clock_cuts_nothing_off(visit: Visit, service: Service) -> None:
    """On a phone both players can read the turn, the round and the days left; the header has one row."""
    players = service.accounts(2)
    clock = {"policy": "fischer", "initial": 259_200, "increment": 86_400, "cap": 259_200}
    game = str(ok(players[0].post("/games", {"players": 2, "clock": clock}), 201)["id"])
    ok(players[1].post(f"/games/{game}/seats", {}), 201)
    with visit(players[players[0].moves(game)["seat"]], game, PHONE) as here:
        expect(here.see(".clock")).to_contain_text("2 days, 23 hr")
        assert box(here.page, ".top")["height"] < TARGET + 4
        for part in (".turn", ".meta", ".clock"):
            assert here.page.evaluate(CUT, part) <= 0, part
    with visit(players[1 - players[0].moves(game)["seat"]], game, PHONE) as here:
        expect(here.see(".turn")).to_contain_text("is to move")
        for part in (".turn", ".meta", ".clock"):
            assert here.page.evaluate(CUT, part) <= 0, part


def test_fingers_hit_what_they_are_meant_for(visit: Visit, tables: Tables, name: str) -> None:
    """On a phone every target of a turn is at least 44 pixels wide and high, other kingdoms included."""
    with visit(tables.accounts[0], tables.ids[name], PHONE) as here:
        assert here.page.evaluate(TARGETS) == []


@pytest.mark.parametrize("window", [SMALL, PHONE], ids=["laptop", "phone"])
def test_another_kingdom_is_enlarged(visit: Visit, tables: Tables, window: ViewportSize) -> None:
    """A click or a key enlarges another kingdom; arrows go to the next one, and Escape restores the focus."""
    with visit(tables.accounts[0], tables.ids["four"], window) as here:
        press = here.page.keyboard.press
        small = box(here.page, ".others .board")
        here.see(".enlarge").first.click()
        large = here.see("dialog .board")
        assert box(here.page, "dialog .board")["width"] >= 2 * small["width"]
        expect(here.see("dialog .points-list, dialog .muted").first).to_be_visible()
        expect(large).to_have_class("board seat-1")
        press("ArrowRight")
        expect(large).to_have_class("board seat-2")
        press("Escape")
        expect(large).to_have_count(0)
        here.see("[data-key=enlarge-2]").focus()
        press("Enter")
        expect(large).to_have_class("board seat-2")
        press("Escape")
        expect(here.see("[data-key=enlarge-2]")).to_be_focused()


def test_dialogs_at_twice_the_size(visit: Visit, tables: Tables) -> None:
    """In a laptop's window at 200 % another kingdom can be enlarged; a dialog opens at its beginning."""
    with visit(tables.accounts[0], tables.ids["four"], {"width": 683, "height": 384}) as here:
        small = box(here.page, ".others .board")
        here.see(".enlarge").first.click()
        assert box(here.page, "dialog .board")["width"] > 1.2 * small["width"]
        expect(here.see("dialog .kingdom-head")).to_be_in_viewport(ratio=1)
        here.page.keyboard.press("Escape")
        here.page.keyboard.press("?")
        expect(here.see("dialog h2")).to_be_in_viewport(ratio=1)
        expect(here.see("dialog button")).to_be_focused()


def test_in_a_narrow_window_names_and_points_are_whole(visit: Visit, tables: Tables) -> None:
    """At 320 pixels, a laptop at 400 %, the account's name is whole and points stay inside their kingdom."""
    with visit(tables.accounts[0], tables.ids["two"], NARROW) as here:
        for path in (f"/games/{tables.ids['two']}", "/", f"/games/{tables.ids['two']}/replay"):
            here.page.goto(path)
            assert here.page.evaluate(CUT, ".account a") <= 0, path
            assert here.page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"], path
        expect(here.see("#event")).not_to_be_empty()
        for kingdom in here.see(".kingdom-shown").all():
            card, points = here.box(kingdom), here.box(kingdom.locator(".points"))
            assert points["x"] + points["width"] < card["x"] + card["width"]


@pytest.mark.parametrize("name", ["two", "four"])
def test_the_turns_that_come_are_shown_in_their_order(visit: Visit, tables: Tables, name: str) -> None:
    """The order of turns lists the kings on the current line, then those on the next one, by domino."""
    account = tables.accounts[0]
    with visit(account, tables.ids[name], SMALL) as here:
        state = account.state(tables.ids[name])
        now, then = (
            [slot["seat"] for slot in state[line] if slot["seat"] is not None]
            for line in ("line", "next_line")
        )
        assert here.page.evaluate(KINGS, ".lines > .order .king") == [*now, *then]
        assert (
            here.page.evaluate(
                KINGS, ".lines > .order .next-round ~ li .king, .lines > .order .next-round .king"
            )
            == then
        )


@pytest.mark.parametrize("first_line", ["drawn", "alternating", "seated"])
def test_before_the_first_round_one_sees_who_chooses_next(
    visit: Visit, service: Service, tables: Tables, first_line: str
) -> None:
    """The order lists drawn kings that have not chosen; kings in the bag are unknown."""
    players = tables.accounts[:2]
    game = service.table(players, first_line=first_line)
    for chosen in range(4):
        state = players[0].state(game)
        drawn = [
            e["seat"]
            for e in ok(players[0].get(f"/games/{game}/events"))["events"]
            if e["type"] == "KingDrawn"
        ]
        with visit(players[0], game, SMALL) as here:
            expect(here.see(".meta")).to_contain_text("First choice")
            assert here.page.evaluate(KINGS, ".no-line .king") == drawn[chosen:]
            assert drawn[chosen] == state["to_act"]["seat"]
            expect(here.see(".hidden-king")).to_have_count(4 - len(drawn))
            for window in (SMALL, PHONE):
                here.page.set_viewport_size(window)
                assert box(here.page, ".no-line .order")["bottom"] <= window["height"]
        mover = players[state["to_act"]["seat"]]
        ok(mover.move(game, players[0].moves(game)["moves"][0], state["version"]), 201)
    assert players[0].state(game)["round"] == 1


def test_a_bar_that_grows_moves_no_line(visit: Visit, tables: Tables) -> None:
    """A waiting player's plan has more buttons than a turn, but the lines and the boards stay in place."""
    lines = {name: tables.accounts[0].state(game)["line"] for name, game in tables.ids.items()}
    name, seat = next((name, slot["seat"]) for name in lines for slot in lines[name] if slot["seat"])
    with visit(tables.accounts[seat], tables.ids[name], SMALL) as here:
        parts = (".lines", ".own-board", ".others")
        before = [box(here.page, part) for part in parts]
        height = box(here.page, ".bar")["height"]
        here.see("[data-key=plan]").click()
        here.see(".pick").first.click()
        here.settled()
        assert box(here.page, ".bar")["height"] > height
        assert [box(here.page, part) for part in parts] == before


def test_a_long_status_can_be_read_whole(visit: Visit, tables: Tables) -> None:
    """On a phone a button shows a long status in full over the table, and nothing moves."""
    with visit(tables.accounts[0], tables.ids["tribe"], PHONE) as here:
        news, more = here.see(".news"), here.see(".more")
        expect(news).not_to_be_empty()
        # What was played by chance may be told in few words.
        news.evaluate("news => news.append(' ', news.textContent.repeat(5))")
        eventually(lambda: news.evaluate("news => news.scrollHeight > news.clientHeight"))
        expect(more).to_have_css("border-color", "rgba(0, 0, 0, 0)")  # it would touch the frame of the line
        before = box(here.page, ".lines")
        more.click()
        expect(more).to_have_attribute("aria-expanded", "true")
        assert news.evaluate("news => news.scrollHeight <= news.clientHeight")
        assert box(here.page, ".lines") == before
        more.press("Escape")
        expect(more).to_have_attribute("aria-expanded", "false")
        assert news.evaluate("news => news.clientHeight") < 40


def test_ones_own_acts_are_told_to_oneself(visit: Visit, tables: Tables) -> None:
    """The list says "You took 40" to the player and the name to all others, with and without scripts."""
    ann, ben = tables.accounts[:2]
    game = tables.ids["two"]
    events = ok(ann.get(f"/games/{game}/events"))["events"]
    taken = next(e["data"]["domino"] for e in events if e["type"] == "DominoChosen" and e["seat"] == 0)
    for account, said in ((ann, f"You took {taken}"), (ben, f"{ann.name} took {taken}")):
        with visit(account, game, SMALL) as here:
            here.see(".moves summary").click()
            expect(here.see(".moves li").get_by_text(said, exact=True)).to_have_count(1)
            assert f">{said}</li>" in here.page.evaluate(SERVED)
