"""Motion and sound at the table: one turn after the other, skippable by a click or a key."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import expect

from harness.browser.at_table import LAPTOP, Player, click_square, player
from harness.browser.contexts import Contexts
from tests.browser.table.test_news import in_turns, left_alone, move, moves_since_own

TURN = 400
"""The milliseconds for which each turn is shown."""

COMING = "[data-coming]"
FLYING = ".motion .flying"

WATCH = """
    window.shown = [];
    new MutationObserver((changes) => {
        for (const { addedNodes, removedNodes } of changes) {
            for (const [nodes, what] of [[addedNodes, "flies"], [removedNodes, "lies"]])
                for (const node of nodes)
                    if (node.matches?.(".flying")) shown.push([what, node.textContent.trim()]);
        }
    }).observe(document, { childList: true, subtree: true });
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { tones += 1; return start.apply(this, when); };
    window.active = { hasBeenActive: false };
    Object.defineProperty(navigator, "userActivation", { get: () => active });
    addEventListener("pointerdown", () => { active.hasBeenActive = true; });
    window.contexts = 0;
    window.AudioContext = class extends AudioContext { constructor() { super(); contexts += 1; } };
"""
"""Record the dominoes that fly, by number, and the number of tones.

Playwright's own calls count as user actions, so the page itself reports whether there was a click.
"""

TILES = """() => shown.filter(([, number]) => number).map(
    ([what, number]) => [what, Number(number.match(/\\d+$/))])"""
ENDS = """() => [...document.querySelectorAll('.motion .flying')].map(
    (flying) => flying.getAnimations()[0].effect.getComputedTiming().endTime)"""


@contextmanager
def frozen(here: Player) -> Iterator[None]:
    """Pause all motion until the block ends."""
    session = here.page.context.new_cdp_session(here.page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0})
    yield
    session.send("Animation.setPlaybackRate", {"playbackRate": 1})
    session.detach()


@pytest.fixture
def watched(
    contexts: Contexts, base_url: str, people: tuple[Player, Player]
) -> Iterator[tuple[Player, Player]]:
    """Give Ann, whose page records motion and sounds, and Bob."""
    with player(contexts, base_url, "Ann", **LAPTOP) as own:
        own.page.add_init_script(WATCH)
        yield own, people[1]


def own_turn(people: tuple[Player, Player]) -> tuple[str, Any]:
    """A game in which it is Ann's turn to place, and its state; Bob has placed once."""
    ann, _ = people
    game = in_turns(people)
    ann.open(game)
    for _ in range(2):
        state = move(people, game)
    expect(ann.see(".hand")).to_be_visible()
    return game, state


def test_a_turn_of_another_flies_from_the_line_to_the_board(watched: tuple[Player, Player]) -> None:
    """The tile and the king fly for 400 ms; then both are in place, and the news was announced once."""
    ann, _ = watched
    game = in_turns(watched)
    ann.open(game)
    expect(ann.see(FLYING)).to_have_count(0)  # the turns that Ann missed have been shown
    with frozen(ann):
        for _ in range(2):
            move(watched, game)
        expect(ann.see(f".board.seat-1 .domino{COMING}")).to_have_count(1)
        expect(ann.see(f"{FLYING}.king")).to_have_count(1)
        expect(ann.see(f"{FLYING} .domino")).to_have_count(1)
        assert set(ann.page.evaluate(ENDS)) == {TURN}
    expect(ann.see(COMING)).to_have_count(0)
    expect(ann.see(FLYING)).to_have_count(0)
    (_, placed), (_, taken) = moves_since_own(ann, game, 0)[-2:]
    assert ann.page.evaluate(TILES) == [["flies", placed], ["lies", placed]]
    assert ann.see(".motion").get_attribute("aria-hidden") == "true"
    said = ann.see(".news").inner_text()
    assert said.count(f"placed {placed}") == 1
    assert f"took {taken}" in said


def test_one_plays_while_something_moves(watched: tuple[Player, Player]) -> None:
    """A click ends the motion and still counts: the domino lies there, and can be confirmed."""
    ann, _ = watched
    with frozen(ann):
        game, _ = own_turn(watched)
        expect(ann.see(COMING)).not_to_have_count(0)
        click_square(ann, ann.see(".own-board .mark.lit").first)
        assert ann.see(COMING).count() == 0
        assert len(ann.laid()) == 2
        ann.see(".pick").first.click()
        ann.see("[data-key=confirm]").click()
        ann.settled()
        assert ann.api(f"/games/{game}")["kingdoms"][0]["cells"]


def test_who_comes_back_sees_the_turns_one_after_the_other(watched: tuple[Player, Player]) -> None:
    """Missed turns are shown in order, one at a time; later ones stay hidden until then."""
    ann, _ = watched
    game, turns = next(found for found in (left_alone(ann) for _ in range(12)) if len(found[1]) > 2)
    ann.open(game)
    expect(ann.see(".news")).to_contain_text("Since your last move")
    expect(ann.see(COMING)).to_have_count(0)
    placed = [placed for (_, placed), _ in turns]
    in_turn = [[what, number] for number in placed for what in ("flies", "lies")]
    assert ann.page.evaluate(TILES) == in_turn
    ann.see(".moves summary").click()
    ann.see("[data-key=again]").click()
    ann.page.wait_for_function(f"() => ({TILES})().length === {2 * len(in_turn)}")
    assert ann.page.evaluate(TILES) == in_turn * 2


def test_they_are_shown_once_in_a_visit(watched: tuple[Player, Player]) -> None:
    """A reload does not repeat them; another tab counts as another visit and does."""
    ann, _ = watched
    game, turns = next(found for found in (left_alone(ann) for _ in range(12)) if len(found[1]) > 2)
    for shown in (2 * len(turns), 0):
        ann.open(game)
        expect(ann.see(".news")).to_contain_text("Since your last move")
        expect(ann.see(COMING)).to_have_count(0)
        assert len(ann.page.evaluate(TILES)) == shown
    ann.page.evaluate("sessionStorage.clear()")


def test_a_key_skips_them(watched: tuple[Player, Player]) -> None:
    """A key skips all of them, and the page says so."""
    ann, _ = watched
    game, _ = next(found for found in (left_alone(ann) for _ in range(12)) if len(found[1]) > 2)
    with frozen(ann):
        ann.open(game)
        expect(ann.see(COMING)).not_to_have_count(0)
        expect(ann.see(".motion-hint")).to_have_text("Click or press a key to skip")
        head, hint = ann.box(ann.see(".turn-bar")), ann.box(ann.see(".motion-hint"))
        assert hint["y"] >= head["y"] + head["height"], "it covers neither the turn nor the news"
        bar = ann.box(ann.see(".bar"))
        is_above = hint["y"] + hint["height"] <= bar["y"]
        assert is_above or hint["x"] + hint["width"] <= bar["x"], "nor what to do next"
        ann.page.keyboard.press("Shift")
        expect(ann.see(FLYING)).to_have_count(0)
        expect(ann.see(".motion-hint")).to_have_count(0)
        assert ann.see(COMING).count() == 0


@pytest.mark.parametrize("by", ["system", "preference"])
def test_nothing_moves_where_nobody_wants_it(watched: tuple[Player, Player], by: str) -> None:
    """Nothing moves if the system asks for reduced motion or the menu's preference switches it off."""
    ann, _ = watched
    if by == "system":
        ann.page.emulate_media(reduced_motion="reduce")
    else:
        ann.page.evaluate("localStorage.setItem('kingdomino.motion', 'off')")
    game, state = own_turn(watched)
    expect(ann.see(".news")).to_contain_text(re.compile(r"placed \d+"))
    assert ann.page.evaluate("shown") == []
    assert ann.shown()[1] != []
    assert ann.api(f"/games/{game}")["version"] == state["version"]
    ann.page.emulate_media(reduced_motion="null")


def test_a_bell_rings_at_ones_turn_and_a_domino_clicks(watched: tuple[Player, Player]) -> None:
    """A bell rings and dominoes click after the first click on the page; before, no sound is tried."""
    ann, _ = watched
    game, _ = own_turn(watched)
    assert ann.page.evaluate("[tones, contexts]") == [0, 0]
    click_square(ann, ann.see(".own-board .mark.lit").first)
    ann.see(".pick").first.click()
    ann.see("[data-key=confirm]").click()
    ann.settled()
    placed = ann.page.evaluate("tones")
    assert placed > 0
    while ann.api(f"/games/{game}")["to_act"]["seat"] == 1:
        move(watched, game)
    ann.page.wait_for_function("placed => tones > placed", arg=placed)
    expect(ann.see(".turn")).to_have_text("Your turn")
    assert ann.page.evaluate("contexts") == 1


def test_sound_can_be_switched_off(watched: tuple[Player, Player]) -> None:
    """With sound off, nothing sounds and no sound is prepared."""
    ann, _ = watched
    ann.page.evaluate("localStorage.setItem('kingdomino.sound', 'off')")
    own_turn(watched)
    click_square(ann, ann.see(".own-board .mark.lit").first)
    ann.see("[data-key=confirm]").click()
    ann.settled()
    assert ann.page.evaluate("[tones, contexts]") == [0, 0]
