"""A finger hits every square of a board, even if the kingdom extends far to one side."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator

from harness.browser.at_table import Player, be, lit_at
from harness.browser.contexts import Contexts
from harness.games import seeded
from harness.service import Account, Service, ok
from harness.waiting import eventually
from tests.browser.support.accessibility import PHONE

TARGET = 44
MOST_GAMES = 40
STEPS_OF_A_SWIPE = 8
STEPS = {"east": (1, 0), "north": (0, 1), "west": (-1, 0), "south": (0, -1)}

GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "five": ({}, 7),
    "duel": ({"mighty_duel": True}, 9),
    "origins": ({"game": "origins"}, 9),
    "endless": ({"no_limit": True}, 11),
}
"""The rules of each game, and the minimum number of columns of the measured board."""

HIT = """square => {
    const { left, top, width, height } = square.getBoundingClientRect();
    const view = document.querySelector('.board-scroll').getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const there = document.elementFromPoint(x, y);
    const inside = left >= view.left && left + width <= view.right
        && top >= view.top && top + height <= view.bottom;
    return { width, height, inside, hit: there?.closest('.own-board') !== null };
}"""
VIEW = """() => {
    const { left, top, width, height } = document.querySelector('.board-scroll').getBoundingClientRect();
    return [left, top, width, height];
}"""
STILL = """() => new Promise(resolve => {
    const view = document.querySelector('.board-scroll');
    let last = "", frames = 0;
    const look = () => {
        const now = `${view.scrollLeft} ${view.scrollTop}`;
        frames = now === last ? frames + 1 : 0;
        last = now;
        if (frames < 10) requestAnimationFrame(look); else resolve();
    };
    look();
})"""
"""Waits until the board no longer scrolls: a tap on a scrolling board only stops it."""
BEYOND = """() => {
    const view = document.querySelector('.board-scroll').getBoundingClientRect();
    const middles = [...document.querySelectorAll('.mark.lit')].map((mark) => mark.getBoundingClientRect())
        .map(({left, right}) => (left + right) / 2);
    return [middles.some((x) => x < view.left), middles.some((x) => x > view.right)];
}"""


@dataclass(frozen=True, slots=True)
class Far:
    """A game in which this account is to place on a board with this number of columns."""

    account: Account
    game: str


def squares_of(move: dict[str, Any]) -> list[tuple[int, int]]:
    """The two squares of a placement."""
    dx, dy = STEPS[move["direction"]]
    return [(move["x"], move["y"]), (move["x"] + dx, move["y"] + dy)]


def columns(state: Any, places: list[dict[str, Any]], limit: int) -> int:
    """The number of columns of seat 0's board, with all squares that these placements cover."""
    own = [0, *(cell["x"] for cell in state["kingdoms"][0]["cells"])]
    high = max(min(-(limit // 2), *own) + limit - 1, *own)
    reach = [x for place in places for x, _ in squares_of(place)]
    span: int = max(high, *reach) - min(high - limit + 1, *own, *reach) + 1
    return span


def far_to_the_east(service: Service, rules: dict[str, Any], wanted: int) -> Far:
    """Play games in which seat 0 always builds to the east, until its board has the wanted width."""
    random, limit = seeded(7), 7 if {"mighty_duel", "game"} & rules.keys() else 5
    players = service.accounts(2)
    for _ in range(MOST_GAMES):
        game = service.table(players, **rules)
        while (turn := (state := players[0].state(game))["to_act"]) is not None:
            moves = players[0].moves(game)["moves"]
            chosen = random.choice(moves)
            if turn["seat"] == 0 and moves[0]["type"] == "place":
                if columns(state, moves, limit) >= wanted:
                    return Far(players[0], game)
                chosen = max(moves, key=lambda move: sum(x for x, _ in squares_of(move)))
            ok(players[turn["seat"]].move(game, chosen, state["version"]), 201)
    raise AssertionError(f"no board of {wanted} columns in {MOST_GAMES} games")


@pytest.fixture(scope="module", params=GAMES)
def far(request: pytest.FixtureRequest, service: Service) -> Far:
    """Give a game of each kind."""
    rules, wanted = GAMES[request.param]
    return far_to_the_east(service, rules, wanted)


@pytest.fixture
def at_phone(contexts: Contexts, base_url: str) -> Iterator[Callable[[Far], Player]]:
    """Give a function that opens a game on a phone with a touch screen and reduced motion."""
    phone = {"viewport": PHONE, "has_touch": True, "reduced_motion": "reduce"}
    with contexts.lent(base_url=base_url, **phone) as context:

        def visit(far: Far) -> Player:
            here = Player(context.new_page())
            be(here.page, far.account)
            here.open(far.game)
            return here

        yield visit


def swiped_to(here: Player, square: Locator) -> Any:
    """The measures of the square, after a swipe if it was out of view; None if it is still out of view.

    A busy browser can lose a part of a swipe, as a finger can slip; a user then swipes again.
    """
    if not square.evaluate(HIT)["inside"]:
        swipe_to(here, square)
        here.page.evaluate(STILL)
    found = square.evaluate(HIT)
    return found if found["inside"] else None


def swipe_to(here: Player, square: Locator) -> None:
    """Swipe over the board by the distance of this square from the middle of the view."""
    session = here.page.context.new_cdp_session(here.page)
    left, top, width, height = here.page.evaluate(VIEW)
    x, y = left + width / 2, top + height / 2
    box = here.box(square)
    way = x - box["x"] - box["width"] / 2, y - box["y"] - box["height"] / 2
    for step in range(STEPS_OF_A_SWIPE + 1):
        at = {"x": x + way[0] * step / STEPS_OF_A_SWIPE, "y": y + way[1] * step / STEPS_OF_A_SWIPE}
        kind = "touchMove" if step else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


@pytest.mark.smoke
@pytest.mark.sampled(4)
def test_a_finger_hits_every_square(far: Far, at_phone: Callable[[Far], Player]) -> None:
    """Each square for the domino has 44 pixels; a swipe shows it, and a tap lays the domino there.

    The swipe itself lays nothing and does not scroll the page.
    """
    here = at_phone(far)
    lit = here.see(".own-board .mark.lit")
    squares = [(int(x), int(y)) for x, y in lit.evaluate_all("all => all.map(({dataset: d}) => [d.x, d.y])")]
    assert squares
    ends = [end(squares, key=key) for end in (min, max) for key in (lambda s: s[0], lambda s: s[1])]
    for square in ends:
        mark = lit_at(here, list(square))
        found = eventually(partial(swiped_to, here, mark))
        assert here.laid() == []
        assert found["hit"]
        assert min(found["width"], found["height"]) >= TARGET
        assert here.page.evaluate("scrollY") == 0
        box = here.box(mark)
        here.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        # The browser makes a click of a tap a moment later.
        eventually(lambda: list(square) in here.laid())  # noqa: B023
        here.see("[data-key=back]").tap()
        eventually(lambda: not here.laid())


def test_a_sign_says_where_more_squares_are(far: Far, at_phone: Callable[[Far], Player]) -> None:
    """Signs appear exactly at the sides beyond which there are usable squares."""
    here = at_phone(far)
    for side in (0, 100_000, 40):
        here.see(".board-scroll").evaluate("(view, side) => view.scrollTo({ left: side })", side)
        expected = here.page.evaluate(BEYOND)
        eventually(lambda: [here.see(f".beyond.{way}").is_visible() for way in ("left", "right")] == expected)  # noqa: B023


def test_the_keys_take_the_view_along(far: Far, at_phone: Callable[[Far], Player]) -> None:
    """The square selected by the arrows stays in view, and so does the domino there."""
    here = at_phone(far)
    here.see(".own-board").focus()
    for key in ["ArrowRight"] * 8 + ["ArrowLeft"] * 12:
        here.page.keyboard.press(key)
        eventually(lambda: here.see(".mark.cursor").evaluate(HIT)["inside"])


def test_a_domino_carried_to_an_edge_moves_the_board(far: Far, at_phone: Callable[[Far], Player]) -> None:
    """A domino carried to an edge scrolls the board, so that it can be dropped on a hidden square."""
    here = at_phone(far)
    view = here.see(".board-scroll")
    view.evaluate("view => view.scrollTo({ left: 0, top: 0 })")
    most = view.evaluate("view => view.scrollWidth - view.clientWidth")
    left, top, width, height = here.page.evaluate(VIEW)
    hand = here.box(here.see(".hand"))
    mouse = here.page.mouse
    mouse.move(hand["x"] + 30, hand["y"] + 30)
    mouse.down()
    mouse.move(left + width - 5, top + height / 2, steps=3)
    eventually(lambda: abs(view.evaluate("view => view.scrollLeft") - most) < 1)
    mouse.move(left + width / 2, top + height / 2)
    here.page.evaluate("() => new Promise(requestAnimationFrame)")
    assert abs(view.evaluate("view => view.scrollLeft") - most) < 1
    assert here.see(".ghost").count() == 1
    mouse.move(hand["x"] + 30, hand["y"] + 30)
    mouse.up()
    assert here.laid() == []
