"""The table by keyboard and screen reader: few keys per turn, squares in words, the focus never lost."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from harness.browser.at_table import LAPTOP, Player, play_on, player, tab_to, table
from harness.browser.contexts import Contexts
from harness.games import seeded
from harness.waiting import eventually
from kingdomino.game.commands import Place
from kingdomino.machine import advance, begin, draw, legal_commands
from kingdomino.rules import Rules
from service.cli.simulating.parts import RepeatableSource
from tests.browser.support.accessibility import SCHEMES, barriers
from tests.browser.table.test_moves import TURN_SECONDS, pair, state_of

__all__ = ["pair"]

MOST_KEYS = 8
LAST_ROUNDS = 11
"""The round from which the end of a game is played by keys."""
WALK = ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown", "r")
FOCUSED = "document.activeElement !== document.body"
PLACE_WORDS = re.compile(
    r"(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth) column, "
    r"(level with the castle|(\d+ rows )?(above|below) the castle), pointing (right|up|left|down), "
    r"touches [a-z ,]+(, beside [a-z ,]+)?, (no points|plus \d+|minus \d+)"
)


class Keyboard:
    """A player who uses only keys, and hears a screen reader."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = 0

    def press(self, *keys: str) -> None:
        """Press these keys, and check that an element keeps the focus after each."""
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += 1
            self.page.wait_for_selector("#position[aria-busy=false]")
            assert self.page.evaluate(FOCUSED), key

    @property
    def heard(self) -> str:
        """The last announcement about the move on trial."""
        return str(self.page.locator("#position > [aria-live=polite]").inner_text())

    @property
    def is_placing(self) -> bool:
        """True if there is a board that accepts keys."""
        return self.page.get_by_role("application").count() > 0

    def free(self) -> list[str]:
        """The keys of the dominoes that can be taken."""
        buttons = self.page.get_by_role("region", name="The lines").get_by_role("button").all()
        keys = [button.get_attribute("aria-keyshortcuts") for button in buttons]
        return [key for key in keys if key]


def gain_in(words: str) -> int:
    """The points stated at the end of a sentence."""
    found = re.search(r"(plus|minus) (\d+)$", words)
    return 0 if found is None else int(found[2]) * (1 if found[1] == "plus" else -1)


def points_of(here: Player, game: str) -> int:
    """The points of seat 0."""
    return int(state_of(here, game)["kingdoms"][0]["score"]["total"])


def turn_by_keys(here: Player, keys: Keyboard, game: str, random: Random) -> None:
    """Play one turn: try a place, take a domino, confirm; check the announced points against the result."""
    keys.pressed = 0
    before = points_of(here, game)
    gain = 0
    if keys.is_placing:
        keys.press("ArrowRight", *random.choices(WALK, k=3))
        assert PLACE_WORDS.fullmatch(keys.heard) or "no further place" in keys.heard, keys.heard
        if not PLACE_WORDS.fullmatch(keys.heard):
            keys.press("r")
        gain = gain_in(keys.heard)
        keys.press("Enter")
    free = keys.free()
    if free:
        keys.press(random.choice(free))
        assert re.match(r"You take \d+", keys.heard), keys.heard
    keys.press("Enter")
    assert keys.pressed <= MOST_KEYS
    assert points_of(here, game) == before + gain


def seat_a_bot(here: Player, game: str, seated: int) -> None:
    """Add one bot by keyboard, and wait until this number of seats is taken."""
    tab_to(here, "[data-key=bot-random]")
    here.page.keyboard.press("Enter")
    eventually(lambda: len(state_of(here, game)["players"]) == seated, TURN_SECONDS)
    here.settled()


def test_a_game_of_four_by_keys_alone(contexts: Contexts, base_url: str) -> None:
    """Against bots, seated by keyboard, a turn takes at most eight keys and the focus is never lost.

    The first turns and the last are played by keys, and those between over the API.
    """
    random = seeded(4)
    with player(contexts, base_url, "Ann", **LAPTOP) as ann:
        game = table(ann, 4)
        ann.open(game)
        keys = Keyboard(ann.page)
        for seated in range(2, 5):
            seat_a_bot(ann, game, seated)
        result = ann.page.locator(".result tbody tr")

        def is_next() -> bool:
            eventually(lambda: ann.has_turn or result.count() > 0, 60)
            if result.count():
                return False
            ann.settled()
            turn_by_keys(ann, keys, game, random)
            return True

        assert is_next()
        assert is_next()
        play_on([ann], game, LAST_ROUNDS, random)
        assert is_next()
        while is_next():
            pass
        assert ann.page.evaluate(FOCUSED)


def test_a_place_is_said_in_words_and_again_after_turning(pair: tuple[Player, Player, str]) -> None:
    """A place is announced by square, direction, neighbours and points, or as the reader prefers."""
    here, _, _ = pair
    keys = Keyboard(here.page)
    keys.press("ArrowUp")
    first = keys.heard
    assert PLACE_WORDS.fullmatch(first), first
    keys.press("r")
    assert PLACE_WORDS.fullmatch(keys.heard)
    assert keys.heard != first
    keys.press("Shift+R")
    assert keys.heard == first
    for name in ("coordinates", "hints"):
        here.see(".menu summary").click()
        here.see(f"[data-key=prefer-{name}]").click()
        here.page.keyboard.press("Escape")
    keys.press("r", "Shift+R")
    assert re.match(r"column -?\d, row -?\d, ", keys.heard)
    assert "points" not in keys.heard
    assert "plus" not in keys.heard
    expect(here.see(".own-board .coordinates text").first).to_be_visible()
    expect(here.see(".pick .gain, .preview, .ghost .gain")).to_have_count(0)


def test_enter_never_takes_back(pair: tuple[Player, Player, str]) -> None:
    """Enter never undoes: on a taken domino it continues; its number keeps it, and Space undoes it."""
    here, _, _ = pair
    keys = Keyboard(here.page)
    pick = here.see(".pick").first
    tab_to(here, ".pick")
    keys.press("Enter")
    expect(pick).to_have_attribute("aria-pressed", "true")
    keys.press("Enter")
    expect(pick).to_have_attribute("aria-pressed", "true")
    expect(here.see(".ghost")).to_have_count(1)
    keys.press(pick.get_attribute("aria-keyshortcuts") or "")
    expect(pick).to_have_attribute("aria-pressed", "true")
    pick.focus()
    keys.press(" ")
    expect(pick).to_have_attribute("aria-pressed", "false")


def test_keys_count_wherever_the_focus_is(pair: tuple[Player, Player, str]) -> None:
    """R turns the domino from the menu and from buttons; arrows lead to the board, where Enter confirms."""
    here, _, game = pair
    keys = Keyboard(here.page)
    here.see(".menu summary").focus()
    keys.press("r")
    first = keys.heard
    assert PLACE_WORDS.fullmatch(first), first
    here.see("[data-key=turn]").focus()
    keys.press("r")
    assert keys.heard != first
    keys.press("ArrowLeft")
    expect(here.see(".own-board")).to_be_focused()
    keys.press("Enter", *keys.free()[:1], "Enter")
    placed = [
        event for event in here.api(f"/games/{game}/events")["events"] if event["type"] == "DominoPlaced"
    ]
    assert len(placed) == 1


def test_a_question_mark_lists_the_keys(pair: tuple[Player, Player, str]) -> None:
    """The key "?" or the menu opens an accessible list of keys; Escape restores the focus."""
    here, _, _ = pair
    here.see(".own-board").focus()
    here.page.keyboard.press("?")
    dialog = here.page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("turn the domino")
    for scheme, rules in SCHEMES.items():
        here.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert (scheme, barriers(here.page, *rules)) == (scheme, [])
    here.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(here.see(".own-board")).to_be_focused()
    here.see(".menu summary").click()
    here.page.get_by_role("button", name="Keys").click()
    expect(dialog).to_be_visible()
    here.page.keyboard.press("Escape")


REACHED = """async ([kingdom, domino]) => {
    const { Placing } = await import('/static/table/tasks/placing.js');
    const { placesOf, sameness } = await import('/static/table/tasks/legality.js');
    const { halvesOf } = await import('/static/board/domino.js');
    const hooks = Object.fromEntries(['changed', 'moved', 'refused', 'said'].map((name) => [name, () => {}]));
    const table = { kingdom, state: { line: [], next_line: [] }, limit: 5, origins: false };
    const places = placesOf(kingdom, 5, halvesOf(domino, false));
    if (!places.length) return [0, 0];
    const task = new Placing(table, hooks, domino, places, []);
    const now = () => JSON.stringify([task.trial, task.at, task.direction]);
    const go = (text) => { [task.trial, task.at, task.direction] = JSON.parse(text); };
    const keys = [['ArrowRight'], ['ArrowUp'], ['ArrowLeft'], ['ArrowDown'], ['r'], ['R', true]];
    const steps = new Map([[now(), 0]]);
    const wanted = new Map();
    for (const [text, count] of steps) {
        for (const [key, shift] of keys) {
            go(text);
            task.key(key, shift);
            if (steps.has(now())) continue;
            steps.set(now(), count + 1);
            const place = sameness(task.trial, task.halves);
            if (!wanted.has(place)) wanted.set(place, count + 1);
        }
    }
    const all = new Set(places.map((place) => sameness(place, task.halves)));
    return [all.size - wanted.size, Math.max(...wanted.values())];
}"""
"""The number of unreachable places of a domino, and the number of keys to the farthest one."""


def kingdoms() -> Iterator[tuple[dict[str, Any], int]]:
    """Kingdoms during random games, each with the domino to be placed."""
    for seed in range(3):
        random, chance = seeded(seed), draw(Rules(), 4, RepeatableSource(seed))
        game, _ = begin(Rules(), 4, chance)
        while game.mover is not None:
            commands = legal_commands(game)
            if isinstance(commands[0], Place):
                cells = [
                    {"x": square.x, "y": square.y, "terrain": half.terrain.word, "domino": domino}
                    for square, half, domino in game.kingdoms[game.mover].cells()
                ]
                yield {"cells": cells}, int(commands[0].placement.domino)
            game, _ = advance(game, game.mover, random.choice(commands), chance)


def test_few_keys_lead_to_every_place(pair: tuple[Player, Player, str]) -> None:
    """At most five keys lead to any place, so that a whole turn takes eight."""
    here, _, _ = pair
    farthest = [here.page.evaluate(REACHED, list(each)) for each in kingdoms()]
    assert len(farthest) > 100
    assert {missed for missed, _ in farthest} == {0}
    assert max(count for _, count in farthest) <= MOST_KEYS - 3


def test_keys_of_one_character_can_be_switched_off(pair: tuple[Player, Player, str]) -> None:
    """Single-character keys can be switched off (WCAG 2.1.4); others still work, and none is announced."""
    here, _, _ = pair
    keys = Keyboard(here.page)
    here.see(".menu summary").click()
    here.see("[data-key=prefer-keys]").click()
    here.page.keyboard.press("Escape")
    keys.press("ArrowUp")
    said = keys.heard
    assert PLACE_WORDS.fullmatch(said), said
    keys.press("r", "1", "2", "?")
    assert keys.heard == said
    assert keys.free() == []
    expect(here.see(".pick[aria-pressed=true]")).to_have_count(0)
    expect(here.see("dialog")).to_have_count(0)
    keys.press("Enter")
    expect(here.see(".ghost.laid")).to_have_count(1)
    here.see(".menu summary").click()
    here.see("[data-key=prefer-keys]").click()
    here.page.keyboard.press("Escape")
    assert keys.free() != []
    keys.press("?")
    expect(here.see("dialog.keys")).to_be_visible()
    here.page.keyboard.press("Escape")
    here.page.evaluate("localStorage.clear()")
