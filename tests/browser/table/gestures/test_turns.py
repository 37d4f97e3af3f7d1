"""Gestures that begin before the viewer's turn have no effect in it; an unfinished plan is offered again.

Moves are not confirmed here: one click makes them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Request, Route, expect

from harness.browser.at_table import LAPTOP, Player, click_square, player
from harness.browser.contexts import Contexts
from harness.browser.touching import Finger
from harness.waiting import eventually
from tests.browser.table.test_news import in_turns, move
from tests.browser.table.test_watching import HIDE

CAME = "Your turn came while you were planning. Confirm your move."
NOTHING = "[data-key=confirm]:disabled"
NOTE_OFFERS = """() => {
  const { fetch } = window;
  window.askedFor = [];
  window.fetch = (address, ...rest) => {
    const [turn, button] = [".turn", "[data-key=confirm]"].map((part) => document.querySelector(part));
    if (String(address).includes("/offers")) window.askedFor.push([turn.textContent, button.disabled]);
    return fetch(address, ...rest);
  };
}"""
"""Notes at each request for gains whose turn it is, and whether nothing can be confirmed yet."""


@dataclass(frozen=True, slots=True)
class Planner:
    """Ann, who plans her next turn while Bob is to move; `sent` lists her moves."""

    here: Player
    people: tuple[Player, Player]
    game: str
    sent: list[str]

    def plan(self) -> None:
        """Lay the domino and wish for the last one of the line, without storing the plan."""
        click_square(self.here, self.here.see(".own-board .mark.lit").first)
        self.here.see(".pick").last.click()
        expect(self.here.see(".pick[aria-pressed=true]")).to_have_count(1)

    @property
    def tried(self) -> tuple[list[list[int]], list[str]]:
        """The squares of the domino on trial, and the chosen dominoes."""
        picks = self.here.see(".pick[aria-pressed=true]")
        return self.here.laid(), picks.evaluate_all("all => all.map(({dataset}) => dataset.key)")

    def moves(self) -> Any:
        """Bob moves through the API, without the domino that Ann wishes for; gives the state."""
        wished = {int(key.removeprefix("pick-")) for key in self.tried[1]}
        move(self.people, self.game)
        state = self.here.api(f"/games/{self.game}")
        free = next(
            slot["domino"]
            for slot in state["next_line"]
            if slot["seat"] is None and slot["domino"] not in wished
        )
        return move(self.people, self.game, {"type": "choose", "domino": free})

    def turn_comes(self) -> Any:
        """Bob moves, and Ann's page shows her turn; gives the state."""
        state = self.moves()
        self.sees_turn()
        return state

    def sees_turn(self) -> None:
        """Wait until the page shows her turn with its task."""
        expect(self.here.see(".turn")).to_have_text("Your turn")
        self.here.settled()

    def has_moved(self, state: Any) -> bool:
        """True if Ann has moved since this state; what she sent before has been answered."""
        self.here.settled()
        return bool(self.sent) or self.here.api(f"/games/{self.game}")["version"] > state["version"]


@contextmanager
def planner(contexts: Contexts, base_url: str, bob: Player, **context: Any) -> Iterator[Planner]:
    """Give Ann in a browser of this kind."""
    with player(contexts, base_url, "Ann", **LAPTOP, **context) as ann:
        people = (ann, bob)
        game = in_turns(people)
        ann.page.evaluate("localStorage.setItem('kingdomino.confirm', 'off')")
        ann.open(game)
        sent: list[str] = []

        def note(request: Request) -> None:
            if request.method == "POST" and request.url.endswith("/moves"):
                sent.append(request.url)

        ann.see("[data-key=plan]").click()
        expect(ann.see(".own-board .mark.lit")).not_to_have_count(0)
        ann.page.on("request", note)
        yield Planner(ann, people, game, sent)


@pytest.fixture
def ann(contexts: Contexts, base_url: str, people: tuple[Player, Player]) -> Iterator[Planner]:
    """Give Ann with a mouse."""
    with planner(contexts, base_url, people[1]) as found:
        yield found


@pytest.fixture
def touching(contexts: Contexts, base_url: str, people: tuple[Player, Player]) -> Iterator[Planner]:
    """Give Ann with a touch screen."""
    with planner(contexts, base_url, people[1], has_touch=True) as found:
        yield found


def second_square(here: Player) -> tuple[float, float]:
    """The centre of a lit square on which nothing lies."""
    return here.centre(here.see(".own-board .mark.lit").last)


def click(ann: Planner, point: tuple[float, float]) -> Callable[[], None]:
    """Press the mouse; the result releases it."""
    mouse = ann.here.page.mouse
    mouse.move(*point)
    mouse.down()
    return mouse.up


def clicks_a_square(ann: Planner) -> Callable[[], None]:
    """Press a lit square."""
    return click(ann, second_square(ann.here))


def clicks_a_domino(ann: Planner) -> Callable[[], None]:
    """Press a domino of the line."""
    return click(ann, ann.here.centre(ann.here.see(".pick").first))


def clicks_confirm(ann: Planner) -> Callable[[], None]:
    """Press the button that stores the plan."""
    ann.plan()
    return click(ann, ann.here.centre(ann.here.see("[data-key=confirm]")))


def clicks_twice(ann: Planner) -> Callable[[], None]:
    """Click a domino of the line; the second click of a double click follows."""
    mouse, page = ann.here.page.mouse, ann.here.page
    x, y = ann.here.centre(ann.here.see(".pick").first)
    page.mouse.click(x, y)

    def again() -> None:
        mouse.down(click_count=2)
        mouse.up(click_count=2)

    return again


def drags(ann: Planner) -> Callable[[], None]:
    """Carry the domino over the board."""
    x, y = ann.here.centre(ann.here.see(".own-board .mark.lit").last)
    release = click(ann, ann.here.centre(ann.here.see(".hand")))
    ann.here.page.mouse.move(x, y, steps=4)
    expect(ann.here.see(".carried")).to_have_count(1)
    return release


def drags_what_lies(ann: Planner) -> Callable[[], None]:
    """Carry the domino that lies on trial to another square."""
    ann.plan()
    release = click(ann, ann.here.centre(ann.here.see(".ghost.laid .cell").first))
    ann.here.page.mouse.move(*ann.here.centre(ann.here.see(".lines")), steps=4)
    expect(ann.here.see(".carried")).to_have_count(1)
    return release


def holds(ann: Planner, key: str) -> Callable[[], None]:
    """Hold a key; the result repeats it."""
    keyboard = ann.here.page.keyboard
    keyboard.down(key)

    def again() -> None:
        keyboard.down(key)
        keyboard.down(key)
        keyboard.up(key)

    return again


def holds_enter(ann: Planner) -> Callable[[], None]:
    """Hold Enter on the board, which lays the domino."""
    ann.here.see(".own-board").focus()
    return holds(ann, "Enter")


def holds_enter_at_a_domino(ann: Planner) -> Callable[[], None]:
    """Hold Enter on a domino of the line."""
    ann.here.see(".pick").first.focus()
    return holds(ann, "Enter")


def holds_a_number(ann: Planner) -> Callable[[], None]:
    """Hold the number of a domino of the line; it was chosen with the first press."""
    return holds(ann, "3")


def presses_space(ann: Planner) -> Callable[[], None]:
    """Press Space on the button that stores the plan, which acts on the release."""
    ann.plan()
    ann.here.see("[data-key=confirm]").focus()
    ann.here.page.keyboard.down("Space")
    return lambda: ann.here.page.keyboard.up("Space")


GESTURES = [
    clicks_a_square,
    clicks_a_domino,
    clicks_confirm,
    clicks_twice,
    drags,
    drags_what_lies,
    holds_enter,
    holds_enter_at_a_domino,
    holds_a_number,
    presses_space,
]


@pytest.mark.parametrize("begin", GESTURES)
def test_a_gesture_of_a_plan_does_nothing_in_the_turn(
    ann: Planner, begin: Callable[[Planner], Callable[[], None]]
) -> None:
    """Nothing is sent, laid or chosen by it; what was laid in the plan still lies there."""
    end = begin(ann)
    state = ann.turn_comes()
    offered = ann.tried
    end()
    assert not ann.has_moved(state)
    assert ann.tried == offered
    expect(ann.here.see(".carried")).to_have_count(0)


def finger_at(ann: Planner, selector: str) -> Callable[[], None]:
    """Put a finger on the last of these elements; the result lifts it."""
    finger = Finger(ann.here.page)
    finger.down(*ann.here.centre(ann.here.see(selector).last))
    return finger.up


def twice_at(ann: Planner, selector: str) -> Callable[[], None]:
    """Tap the last of these elements; the second tap of a double tap follows, and no time passes."""
    x, y = ann.here.centre(ann.here.see(selector).last)
    ann.here.page.evaluate("const now = performance.now(); performance.now = () => now")
    ann.here.page.touchscreen.tap(x, y)
    return lambda: ann.here.page.touchscreen.tap(x, y)


TAPS = [
    (finger_at, ".own-board .mark.lit"),
    (finger_at, ".pick"),
    (finger_at, "[data-key=confirm]"),
    (twice_at, ".own-board .mark.lit"),
    (twice_at, ".pick"),
]


@pytest.mark.parametrize(("begin", "selector"), TAPS)
def test_a_tap_on_a_plan_does_nothing_in_the_turn(
    touching: Planner, begin: Callable[[Planner, str], Callable[[], None]], selector: str
) -> None:
    """Neither the tap during which the turn came nor the second one of a double tap."""
    if "confirm" in selector:
        touching.plan()
    end = begin(touching, selector)
    state = touching.turn_comes()
    offered = touching.tried
    end()
    assert not touching.has_moved(state)
    assert touching.tried == offered


def test_a_click_just_after_the_turn_came_is_no_move(ann: Planner) -> None:
    """It was meant for the plan: it lays the domino, which is sent when the viewer confirms.

    For a second nothing can be confirmed either. At the castle the domino can turn to other squares; with
    equal halves it could not elsewhere.
    """
    ann.plan()
    page = ann.here.page
    page.evaluate("""() => {
        const later = window.setTimeout;
        window.settle = new Promise((resolve) => {
            window.setTimeout = (run, ms) => ms === 1000 ? resolve(run) : later(run, ms);
        });
    }""")
    state = ann.turn_comes()
    squares, wishes = ann.tried
    expect(ann.here.see(NOTHING)).to_have_count(1)
    page.keyboard.press("Enter")
    ann.here.see(".pick[aria-pressed=false]").first.click()
    x, y = next((x, y) for x, y in squares if abs(x) + abs(y) == 1)
    click_square(ann.here, ann.here.see(f".ghost.laid .cell[data-x='{x}'][data-y='{y}']"))
    assert not ann.has_moved(state)
    assert ann.here.laid() != squares
    assert ann.tried[1] != wishes
    page.evaluate("window.settle.then((run) => run())")
    ann.here.see("[data-key=confirm]").click()
    assert ann.has_moved(state)


def test_the_next_turn_needs_no_confirming(ann: Planner) -> None:
    """Only the turn that began during a plan does: a click makes the move again in the next one."""
    state = ann.turn_comes()
    ann.here.page.keyboard.press("Enter")
    click_square(ann.here, ann.here.see(".own-board .mark.lit").first)
    ann.here.see("[data-key=confirm]").click()
    assert ann.has_moved(state)
    expect(ann.here.see(".pick")).not_to_have_count(0)
    after = ann.here.api(f"/games/{ann.game}")
    ann.here.see(".pick").first.click()
    ann.here.settled()
    assert ann.here.api(f"/games/{ann.game}")["version"] > after["version"]


def stays(_: Planner) -> None:
    """The page stays as it is."""


def is_hidden(ann: Planner) -> None:
    """The page is hidden when the turn comes, and shown later."""
    ann.here.page.evaluate(HIDE, arg=True)


def is_left(ann: Planner) -> None:
    """The page is left before the turn comes."""
    ann.here.page.goto("/rules")


@pytest.mark.parametrize("before", [stays, is_hidden, is_left])
def test_an_unfinished_plan_is_offered_in_the_turn(ann: Planner, before: Callable[[Planner], None]) -> None:
    """Its domino lies where it was laid, and its first wish that is free is chosen; confirming sends both."""
    ann.plan()
    tried = ann.tried
    _, (wish,) = tried
    before(ann)
    state = move(ann.people, ann.game)
    free = [slot["domino"] for slot in state["next_line"] if slot["seat"] is None]
    other = next(domino for domino in free if f"pick-{domino}" != wish)
    state = move(ann.people, ann.game, {"type": "choose", "domino": other})
    if before is is_hidden:
        ann.here.page.evaluate(HIDE, arg=False)
    if before is is_left:
        ann.here.open(ann.game)
    ann.sees_turn()
    expect(ann.here.see(".bar")).to_contain_text(CAME)
    assert ann.tried == tried
    ann.here.see("[data-key=confirm]").click()
    ann.here.settled()
    events = ann.here.api(f"/games/{ann.game}/events?after={state['version']}")["events"]
    assert [event["type"] for event in events[:2]] == ["DominoPlaced", "DominoChosen"]
    assert f"pick-{events[1]['data']['domino']}" == wish


def test_a_plan_that_was_stored_too_late_is_offered(ann: Planner) -> None:
    """The turn came while the plan was on its way: the service refuses it, and the page still has it."""
    ann.plan()
    tried = ann.tried
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    ann.here.page.route("**/plan", keep, times=1)
    ann.here.see("[data-key=confirm]").click()
    eventually(lambda: ann.here.page.evaluate("true") and held)
    state = ann.moves()
    held[0].continue_()
    ann.sees_turn()
    assert ann.tried == tried
    assert not ann.has_moved(state)
    expect(ann.here.see("[role=alert]")).not_to_be_empty()
    ann.here.loud.clear()  # the browser's error about the refusal


def test_a_stored_plan_that_failed_is_offered(ann: Planner) -> None:
    """It does not say where the domino goes: its wish is chosen, and placing needs confirming."""
    here = ann.here
    wish = here.api(f"/games/{ann.game}")["next_line"][-1]["domino"]
    here.api(f"/games/{ann.game}/plan", "PUT", {"choose": [wish]})
    here.open(ann.game)
    for _ in range(2):
        state = move(ann.people, ann.game)
    expect(here.see(".turn")).to_have_text("Your turn")
    expect(here.see(f"[data-key=pick-{wish}]")).to_have_attribute("aria-pressed", "true")
    click_square(here, here.see(".own-board .mark.lit").first)
    assert not ann.has_moved(state)
    here.see("[data-key=confirm]").click()
    assert ann.has_moved(state)


def test_gains_are_requested_once_a_plan_that_came_too_late_is_settled(ann: Planner) -> None:
    """Until then the service may be carrying the plan out, and would refuse the request."""
    ann.plan()
    ann.here.page.evaluate(NOTE_OFFERS)
    ann.turn_comes()
    asked = eventually(lambda: [on for turn, on in ann.here.page.evaluate("askedFor") if turn == "Your turn"])
    assert not any(asked)
