"""Stepping through a replay by turns: all fits in one window, nothing moves, and little is announced."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from harness.browser.replaying import at, finished, version_of
from harness.games import seeded
from harness.play.playing import Game, move
from harness.service import SCORED_SECONDS, Service, ok
from harness.waiting import eventually
from tests.browser.support.accessibility import PHONE

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
LARGE: ViewportSize = {"width": 1920, "height": 1080}
SMALLEST: ViewportSize = {"width": 320, "height": 640}
STEPS_AND_BOARDS = (".replay-board", "#steps")
WHOLE = (*STEPS_AND_BOARDS, ".lines section", "#moves .move-list", ".points-graph", "[data-key=what-if]")

PLACES = """selectors => selectors.flatMap(selector => [...document.querySelectorAll(selector)].map(node => {
    const { x, y, right, bottom } = node.getBoundingClientRect();
    return [selector, Math.round(x), Math.round(y), Math.round(right), Math.round(bottom)];
}))"""

HEARD = """() => {
    window.heard = [];
    const spoken = document.getElementById('spoken');
    const hear = new MutationObserver(() => heard.push(spoken.textContent));
    hear.observe(spoken, { childList: true, characterData: true });
}"""


@pytest.fixture(scope="module")
def games(service: Service) -> dict[int, str]:
    """Give finished games for two, three and four players."""
    return {players: finished(service, service.accounts(players)) for players in (2, 3, 4)}


def opened(page: Page, game: str, size: ViewportSize, version: int | None = None) -> None:
    """Open the replay in a window of this size."""
    page.set_viewport_size(size)
    page.goto(f"/games/{game}/replay{'' if version is None else f'#m{version}'}")
    page.wait_for_selector("#event:not(:empty)")


def frames_of(service: Service, game: str) -> list[dict[str, Any]]:
    """Every version of a game."""
    return list(ok(service.http().get(f"/api/v1/games/{game}/replay"))["frames"])


def outside(page: Page, size: ViewportSize, selectors: tuple[str, ...]) -> list[Any]:
    """The elements that are not entirely within the window."""
    places = page.evaluate(PLACES, list(selectors))
    assert {place[0] for place in places} >= set(selectors) - {".lines section"}
    return [
        place
        for place in places
        if place[1] < 0 or place[2] < 0 or place[3] > size["width"] or place[4] > size["height"]
    ]


def test_it_opens_at_the_last_turn(quiet_page: Page, service: Service, games: dict[int, str]) -> None:
    """The replay opens at the last turn with its domino marked; a key goes back one turn at a time."""
    frames = frames_of(service, games[2])
    opened(quiet_page, games[2], LAPTOP)
    at(quiet_page, len(frames))
    expect(quiet_page.get_by_label("Step by")).to_have_value("turn")
    turns = [frame for frame in frames if frame["event"]["type"] in {"DominoPlaced", "DominoDiscarded"}]
    for turn in reversed(turns[-6:]):
        marked = quiet_page.locator(".domino:has(.touched)")
        if turn["event"]["type"] == "DominoPlaced":
            expect(marked).to_have_attribute("data-domino", str(turn["event"]["data"]["domino"]))
        expect(quiet_page.locator("#moves [aria-current]")).to_contain_text(
            f"{turn['event']['data']['domino']}"
        )
        quiet_page.keyboard.press("ArrowLeft")
        at(quiet_page, turn["version"] - 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_in_one_window(quiet_page: Page, service: Service, games: dict[int, str], players: int) -> None:
    """Boards, lines, controls, moves and graph fit the window; on a phone the boards and the controls."""
    middle = len(frames_of(service, games[players])) // 2
    for size, wanted in ((LAPTOP, WHOLE), (LARGE, WHOLE), (PHONE, STEPS_AND_BOARDS)):
        for version in (middle, None):
            opened(quiet_page, games[players], size, version)
            assert (size, version, outside(quiet_page, size, wanted)) == (size, version, [])
            present = quiet_page.locator("#moves [aria-current]")
            box, row = (quiet_page.locator("#moves .move-list").bounding_box(), present.bounding_box())
            assert box is not None
            assert row is not None
            assert box["y"] - 1 <= row["y"] <= box["y"] + box["height"] - row["height"] / 2  # 1: rounding


WHOLE_ROWS = """list => [...list.querySelectorAll('li')].filter((row) => {
    const [{ top, bottom }, view] = [row, list].map((each) => each.getBoundingClientRect());
    return view.top - 1 <= top && bottom <= view.bottom + 1;
}).length"""
"""The number of rows of the list of moves that are in sight."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_moves_have_the_height_of_the_window(
    page: Page, service: Service, games: dict[int, str], players: int
) -> None:
    """On a laptop at least five turns are in sight at once, beside the summary and boards of any number."""
    opened(page, games[players], LAPTOP, len(frames_of(service, games[players])) // 2)
    expect(page.locator("#summary")).to_be_visible()
    assert page.locator("#moves .move-list").evaluate(WHOLE_ROWS) >= 5
    [(_, _, _, _, summary)] = page.evaluate(PLACES, ["#summary"])
    assert all(top > summary for _, _, top, _, _ in page.evaluate(PLACES, [".replay-board"]))


@pytest.mark.parametrize(("size", "lies_over"), [(PHONE, True), ({"width": 683, "height": 384}, False)])
def test_a_low_window_has_room_for_the_boards(
    quiet_page: Page, games: dict[int, str], size: ViewportSize, *, lies_over: bool
) -> None:
    """On a laptop at 200 % zoom the buttons are below the boards; on a phone they are in view."""
    opened(quiet_page, games[2], size)
    quiet_page.locator(".replay-board").first.evaluate("board => board.scrollIntoView({ block: 'start' })")
    [(_, _, top, _, _)] = quiet_page.evaluate(PLACES, ["#steps"])
    assert (top < size["height"]) == lies_over


@pytest.mark.parametrize("players", [2, 4])
def test_on_the_smallest_phone_the_steps_cover_no_board(
    quiet_page: Page, games: dict[int, str], players: int
) -> None:
    """At 320 pixels the steps are below the boards; together they have the height of one window.

    No step moves them, and names and points stay in their kingdoms.
    """
    opened(quiet_page, games[players], SMALLEST)
    boards, [(_, _, top, _, bottom)] = (
        quiet_page.evaluate(PLACES, [of]) for of in (".kingdom-shown", "#steps")
    )
    assert all(end <= top for *_, end in boards)
    assert bottom - min(y for _, _, y, _, _ in boards) <= SMALLEST["height"]
    assert len({x for _, x, _, _, _ in boards}) == 2
    for kingdom in quiet_page.locator(".kingdom-shown").all():
        assert kingdom.evaluate("kingdom => kingdom.scrollWidth <= kingdom.clientWidth")
    for _ in range(6 * players):
        quiet_page.keyboard.press("ArrowLeft")
        assert quiet_page.evaluate(PLACES, ["#steps"]) == [["#steps", 16, top, 304, bottom]]


def test_origins_and_dynasties_fit_too(quiet_page: Page, service: Service) -> None:
    """Origins fits with its cave board below the boards, and so does the line about a game's dynasty."""
    tribe = finished(service, service.accounts(2), game="origins", mode="tribe")
    first, second = service.accounts(2)
    dynasty = ok(first.post("/dynasties", {"players": 2, "rules": {}}), 201)["id"]
    ok(second.post(f"/dynasties/{dynasty}/seats", {}), 201)
    games = eventually(lambda: ok(first.get(f"/dynasties/{dynasty}"))["games"], SCORED_SECONDS)
    one = Game(games[0]["id"], [first, second])
    move(one, seeded(3), 20)
    for game, more in ((tribe, ".camp"), (one.id, ".series")):
        middle = len(frames_of(service, game)) // 2
        opened(quiet_page, game, LAPTOP, middle)
        assert (more, outside(quiet_page, LAPTOP, (*WHOLE, more))) == (more, [])


def test_a_private_game_keeps_its_key(quiet_page: Page, service: Service) -> None:
    """The replay of a private game keeps the key in its URL and links, and is unknown without it."""
    players = service.accounts(2)
    made = players[0].post("/games", {"players": 2, "rules": {}, "visibility": "private"})
    game, key = ok(made, 201)["id"], made.headers["location"].partition("=")[2]
    ok(players[1].post(f"/games/{game}/seats?invitation={key}", {}), 201)
    quiet_page.goto(f"/games/{game}/replay?invitation={key}")
    state = ok(players[0].mine("GET", f"/games/{game}"))
    at(quiet_page, state["version"])
    moves = ok(players[0].mine("GET", f"/games/{game}/moves"))
    ok(players[moves["seat"]].move(game, moves["moves"][0], state["version"]), 201)
    at(quiet_page, ok(players[0].mine("GET", f"/games/{game}"))["version"])
    quiet_page.keyboard.press("Home")
    expect(quiet_page).to_have_url(re.compile(rf"\?invitation={re.escape(key)}#m1$"))
    assert service.http().get(f"/games/{game}/replay").status == 404


@pytest.mark.parametrize(
    ("players", "size"),
    [
        pytest.param(4, LAPTOP, id="4-laptop"),
        pytest.param(2, PHONE, id="2-phone"),
    ],
)
def test_nothing_moves_from_step_to_step(
    quiet_page: Page, service: Service, games: dict[int, str], players: int, size: ViewportSize
) -> None:
    """Stepping moves no board or castle, button, list or graph, and does not scroll the page."""
    last = len(frames_of(service, games[players]))
    opened(quiet_page, games[players], size, last)
    kept = [".replay-board", ".castle", "#steps", "#steps button", "#moves", ".points-graph", "#below"]
    steady = quiet_page.evaluate(PLACES, kept)
    assert len(steady) > 2 * players + 8
    for _ in range(12 * players):
        before = version_of(quiet_page)
        quiet_page.keyboard.press("ArrowLeft")
        assert version_of(quiet_page) < before
        if version_of(quiet_page) < last:  # the result is below the boards
            assert [place for place in quiet_page.evaluate(PLACES, kept[:-1]) if place not in steady] == []
    assert quiet_page.evaluate("scrollY") == 0


def test_a_held_key_is_said_once(quiet_page: Page, games: dict[int, str]) -> None:
    """Screen readers announce only the position where stepping stopped, with the points gained there."""
    opened(quiet_page, games[2], LAPTOP, 1)
    expect(quiet_page.locator("#spoken")).to_contain_text("1. ")
    quiet_page.evaluate(HEARD)
    quiet_page.evaluate(
        """() => { for (let step = 0; step < 12; step += 1)
            document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
        }"""
    )
    shown = quiet_page.locator("#event").inner_text()
    expect(quiet_page.locator("#spoken")).to_contain_text(shown)
    assert len(quiet_page.evaluate("heard")) == 1
    moved = quiet_page.locator(".changes li").all_inner_texts()
    for words in moved:
        expect(quiet_page.locator("#spoken")).to_contain_text(words)
    assert quiet_page.locator("#event[aria-live], .changes[aria-live]").count() == 0
    assert quiet_page.locator("#steps").aria_snapshot().count(shown) == 1


def test_playing_by_itself_says_nothing(quiet_page: Page, games: dict[int, str]) -> None:
    """Automatic playing announces nothing; the next manual step is announced again."""
    opened(quiet_page, games[2], LAPTOP, 1)
    spoken, play = quiet_page.locator("#spoken"), quiet_page.locator("#steps button[value=play]")
    expect(spoken).to_contain_text("1. ")
    play.click()
    expect(spoken).to_have_attribute("aria-live", "off")
    expect(spoken).not_to_contain_text("1. ")
    play.click()
    quiet_page.keyboard.press("ArrowRight")
    expect(spoken).to_have_attribute("aria-live", "polite")
    expect(spoken).to_contain_text(quiet_page.locator("#event").inner_text())


def test_rows_are_turns(quiet_page: Page, service: Service, games: dict[int, str]) -> None:
    """The list has one row per domino dealt with and per first choice, with the change in points."""
    frames = frames_of(service, games[4])
    opened(quiet_page, games[4], LAPTOP)
    rows = quiet_page.evaluate(
        """() => [...document.querySelectorAll('#moves a')].map(({ dataset, children }) =>
            [Number(dataset.version), Number(children[2].textContent)])"""
    )
    totals = [
        sum(k["score"]["total"] for k in frames[version - 1]["state"]["kingdoms"]) for version, _ in rows
    ]
    assert [after - before for before, after in pairwise(totals)] == [gain for _, gain in rows[1:]]
    assert len(rows) == 1 + 4 + 48
    assert [version for version, _ in rows] == sorted({version for version, _ in rows})


def test_other_moves_take_the_place_of_the_boards(
    quiet_page: Page, service: Service, games: dict[int, str]
) -> None:
    """Board, domino, buttons, points and dominoes fit in the window; stepping is disabled meanwhile."""
    frames = frames_of(service, games[2])
    middle = next(
        frame["version"]
        for frame in frames[len(frames) // 2 :]
        if frame["state"]["to_act"] and frame["state"]["to_act"]["types"] == ["place"]
    )
    tried = (".what-if .own-board", ".what-if .bar", "[data-key=close]")
    for size, wanted in (
        (LAPTOP, (*tried, ".what-if-points", ".what-if-dominoes > ol")),
        (PHONE, tried),
    ):
        opened(quiet_page, games[2], size, middle)
        quiet_page.get_by_role("button", name="Try other moves").click()
        quiet_page.wait_for_selector(".what-if .mark.lit")
        assert (size, outside(quiet_page, size, wanted)) == (size, [])
        assert quiet_page.evaluate("scrollY") == 0
        expect(quiet_page.locator("#position")).to_be_hidden()
        quiet_page.locator("header").click(position={"x": 1, "y": 1})
        quiet_page.keyboard.press("ArrowLeft")
        expect(quiet_page.locator(".what-if")).to_be_visible()
        quiet_page.get_by_role("button", name="Close").click()
        at(quiet_page, middle)
        expect(quiet_page.locator(".replay-board").first).to_be_visible()
