"""Others' moves on the page of a game: in words, by marks on the boards, and without layout shift."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from harness.browser.at_table import LAPTOP, Player, click_square, player, table
from harness.browser.contexts import Contexts
from harness.service import Service
from harness.waiting import eventually
from replays.bootstrap import now_ms
from replays.clocks.outages import LEAST_GRACE
from replays.log.life import KnownOutage, OutageReason
from replays.store.life import LifeStore
from tests.browser.support.accessibility import PHONE

DRAFTS = 12
TURN_SECONDS = 15.0
MOST_SHIFT = 0.05
"""The maximum sum of layout shift scores, including shifts after a click."""

WATCH = """() => {
    const found = [];
    const observer = new PerformanceObserver((list) => found.push(...list.getEntries()));
    observer.observe({ type: "layout-shift" });
    window.shifts = () => [...found, ...observer.takeRecords()].reduce((sum, { value }) => sum + value, 0);
}"""
"""Start adding up layout shifts."""


def begun(people: tuple[Player, Player], **rules: Any) -> str:
    """The id of a game that these two have just begun over the API."""
    ann, bob = people
    game = table(ann, 2, **rules)
    bob.api(f"/games/{game}/seats", "POST", {})
    return game


def move(people: tuple[Player, ...], game: str, choice: Any = None) -> Any:
    """Make this move over the API, or the first legal one; gives the state after it."""
    state = people[0].api(f"/games/{game}")
    mover = people[state["to_act"]["seat"]]
    choice = choice or mover.api(f"/games/{game}/moves")["moves"][0]
    return mover.api(f"/games/{game}/moves", "POST", choice, **{"If-Match": f'"{state["version"]}"'})


def moves_since_own(here: Player, game: str, seat: int) -> list[tuple[int, int]]:
    """The seat and domino of every move after the last one that this seat made by hand."""
    types = ("DominoChosen", "DominoPlaced", "DominoDiscarded")
    made = [event for event in here.api(f"/games/{game}/events")["events"] if event["type"] in types]
    own = [at for at, event in enumerate(made) if (event["seat"], event["cause"]) == (seat, "player")]
    return [(event["seat"], event["data"]["domino"]) for event in (made[own[-1] + 1 :] if own else made)]


def test_the_status_goes_with_the_turn_in_the_opening_draft(people: tuple[Player, Player]) -> None:
    """The status lists the other's choices since the own one, and says "your turn" only while it is."""
    for _ in range(DRAFTS):  # kings are drawn at random: the turn may not return to Ann within a draft
        if drafted(people):
            return
    raise AssertionError("Ann never had the turn again after Bob's")


def test_an_outage_is_told_at_the_table(people: tuple[Player, Player], service: Service) -> None:
    """A declared outage comes as news to who looks at the game, and the clock shows the new deadline."""
    ann, bob = people
    clock = {"policy": "per_turn", "seconds": 3600}
    game = str(ann.api("/games", "POST", {"players": 2, "clock": clock})["id"])
    bob.api(f"/games/{game}/seats", "POST", {})
    ann.open(game)
    deadline = ann.api(f"/games/{game}")["deadline"]
    began = deadline - 3_600_000
    ended = eventually(lambda: began + 1000 if now_ms() > began + 1000 else None)
    LifeStore(service.store).declare(KnownOutage(began, ended, OutageReason.FAULTY, "operator"))
    expect(ann.see(".news")).to_contain_text(
        "The clocks stood still for 1 minute: this time counts for nobody"
    )
    assert ann.api(f"/games/{game}")["deadline"] == deadline + 1000 + LEAST_GRACE
    expect(ann.see(".clock")).to_contain_text("1:0")


def drafted(people: tuple[Player, Player]) -> bool:
    """Watch Ann's page during the first choices of a new game; True if her turn came again after Bob's."""
    ann, _ = people
    chosen = again = False
    game = begun(people)
    ann.open(game)
    for count in range(1, 5):
        chosen |= ann.api(f"/games/{game}")["to_act"]["seat"] == 0
        state = move(people, game)
        expect(ann.see(".line [data-seat]")).to_have_count(count)
        if chosen:
            heard = ". ".join(f"Bob took {domino}" for _, domino in moves_since_own(ann, game, 0))
            yours = heard and state["to_act"]["seat"] == 0
            expect(ann.see(".news")).to_have_text(f"{heard}; it is your turn" if yours else heard)
            again |= bool(yours and count < 4)
    return again


def in_turns(people: tuple[Player, Player]) -> str:
    """The id of a game after its first choices: Bob and Ann place in turns, Bob first."""
    ann, _ = people
    game = begun(people, first_line="seated")
    for _ in range(4):
        state = ann.api(f"/games/{game}")
        seats = [slot["seat"] for slot in state["line"]]
        wanted = (1, 3) if state["to_act"]["seat"] == 0 else (0, 2)
        at = next(at for at in wanted if seats[at] is None)
        move(people, game, {"type": "choose", "domino": state["line"][at]["domino"]})
    return game


def test_the_status_after_a_plan_says_what_the_other_did(people: tuple[Player, Player]) -> None:
    """After a plan the bar has its outcome, and the status the move before it, without a past turn."""
    ann, _ = people
    game = in_turns(people)
    state = ann.api(f"/games/{game}")
    place = {"domino": state["line"][1]["domino"], "x": 1, "y": 0, "direction": "east"}
    free = [slot["domino"] for slot in state["next_line"]]
    ann.api(f"/games/{game}/plan", "PUT", {"place": place, "choose": free})
    ann.open(game)
    for _ in range(2):
        move(people, game)
    expect(ann.see(".bar")).to_contain_text("Your plan was carried out")
    *before, placed, taken = (domino for seat, domino in moves_since_own(ann, game, 0) if seat == 1)
    heard = [*(f"Bob took {domino}" for domino in before), f"Bob placed {placed} and took {taken}"]
    expect(ann.see(".news")).to_have_text(". ".join(heard))
    expect(ann.see(".turn")).to_have_text("Bob is to move")


MARKED = ".domino:has(.touched.under):has(.touched:not(.under))"
"""A domino with the double outline, which is visible without colour."""


def marked(here: Player) -> dict[int, list[int]]:
    """The outlined dominoes on each board, by seat."""
    boards = {seat: here.see(f".board.seat-{seat} {MARKED}") for seat in (0, 1)}
    return {seat: _numbers(found) for seat, found in boards.items() if found.count()}


def _numbers(found: Locator) -> list[int]:
    return [int(number) for number in found.evaluate_all("all => all.map(({dataset}) => dataset.domino)")]


def test_what_the_other_did_is_marked_until_ones_own_move(
    people: tuple[Player, Player], contexts: Contexts, base_url: str
) -> None:
    """Bob's domino and choice are outlined, also while a place is tried; the list describes the place."""
    ann, _ = people
    game = in_turns(people)
    ann.open(game)
    for _ in range(2):
        state = move(people, game)
    (_, placed), (_, taken) = moves_since_own(ann, game, 0)[-2:]
    expect(ann.see(".hand")).to_be_visible()
    assert marked(ann) == {1: [placed]}
    assert taken in _numbers(ann.see(".lines li.taken"))
    click_square(ann, ann.see(".own-board .mark.lit").first)
    ann.see(".pick").first.click()
    assert marked(ann) == {1: [placed]}
    assert taken in _numbers(ann.see(".lines li.taken"))
    ann.see(".moves summary").click()
    expect(ann.see(".moves h3").first).to_have_text("Since your last move")
    cells = [cell for cell in state["kingdoms"][1]["cells"] if cell["domino"] == placed]
    squares = "; ".join(f"column {cell['x']}, row {cell['y']}" for cell in cells)
    listed = ann.see(".moves .move-list").first
    expect(listed).to_contain_text(f"Bob placed {placed}: {squares}")
    expect(listed).to_contain_text(f"Bob took {taken}")
    ann.see("[data-key=confirm]").click()
    ann.settled()
    expect(ann.see(".touched")).to_have_count(0)
    expect(ann.see(".lines li.taken")).to_have_count(0)
    with player(contexts, base_url, "Cleo", **LAPTOP) as cleo:
        cleo.open(game)
        assert list(marked(cleo)) == [0], "spectators see the last turn"


def place_of_board(here: Player) -> float:
    """The distance of the own board from the top of the page, in pixels."""
    top: float = here.see(".own-board").evaluate("board => board.getBoundingClientRect().top + scrollY")
    return round(top, 1)


@pytest.mark.parametrize("viewport", [LAPTOP["viewport"], PHONE], ids=["laptop", "phone"])
def test_neither_news_nor_an_illegal_click_moves_the_board(
    people: tuple[Player, Player], viewport: ViewportSize
) -> None:
    """Announcing the other's turn, the own turn and a click where nothing fits causes no layout shift."""
    ann, _ = people
    ann.page.set_viewport_size(viewport)
    game = in_turns(people)
    ann.open(game)
    ann.page.evaluate(WATCH)
    before = place_of_board(ann)
    for _ in range(2):
        move(people, game)
    expect(ann.see(".news")).to_contain_text("it is your turn")
    expect(ann.see(".hand")).to_be_visible()
    assert place_of_board(ann) == before
    x, y = ann.centre(ann.see(".own-board .castle"))
    before = place_of_board(ann)
    ann.page.mouse.click(x, y)
    alert = ann.see(".bar [role=alert]")
    expect(alert).to_contain_text("start tile")
    assert place_of_board(ann) == before
    click_square(ann, ann.see(".own-board .mark.lit").first)
    expect(alert).to_have_text("")
    assert ann.page.evaluate("shifts()") < MOST_SHIFT
    ann.page.set_viewport_size(LAPTOP["viewport"])


def left_alone(ann: Player) -> tuple[str, list[tuple[tuple[int, int], ...]]]:
    """A game with three bots on Ann's turn; the bots' turns since hers, as dominoes placed and taken."""
    game = table(ann, 4)
    for _ in range(3):
        ann.api(f"/games/{game}/bots", "POST", {"policy": "random"})
    for at in (0, 0, -1):  # she takes the opening's first domino, places it, and takes the last one
        eventually(lambda: ann.api(f"/games/{game}")["to_act"]["seat"] == 0, TURN_SECONDS)
        move((ann,), game, ann.api(f"/games/{game}/moves")["moves"][at])
    eventually(lambda: ann.api(f"/games/{game}")["to_act"]["seat"] == 0, TURN_SECONDS)
    made = moves_since_own(ann, game, 0)
    return game, list(zip(made[::2], made[1::2], strict=True))


def test_who_comes_back_reads_what_each_player_did(people: tuple[Player, Player]) -> None:
    """On load the status has a sentence for each turn since the own one, and the boards show the dominoes."""
    ann, _ = people
    game, turns = next(found for found in (left_alone(ann) for _ in range(DRAFTS)) if len(found[1]) > 3)
    ann.open(game)
    expect(ann.see(".news")).to_have_text(re.compile("^Since your last move: .*; it is your turn$"))
    status = ann.see(".news").text_content() or ""
    for (seat, placed), (_, taken) in turns:
        assert f"placed {placed} and took {taken}" in status
        assert ann.see(f".board.seat-{seat} {MARKED}[data-domino='{placed}']").count() == 1
    move((ann,), game)
    expect(ann.see(".news")).not_to_contain_text("Since your last move")


@pytest.mark.parametrize("window", [LAPTOP["viewport"], PHONE], ids=["laptop", "phone"])
def test_nothing_jumps_when_the_last_seat_is_taken(
    people: tuple[Player, Player], contexts: Contexts, base_url: str, window: ViewportSize
) -> None:
    """For a waiting player the table replaces the invitation, without a layout shift."""
    with player(contexts, base_url, "Cleo", viewport=window) as cleo:
        game = table(cleo, 2)
        cleo.open(game)
        expect(cleo.see(".invitation")).to_be_visible()
        cleo.page.evaluate(WATCH)
        people[1].api(f"/games/{game}/seats", "POST", {})
        expect(cleo.see(".line .domino-alone").first).to_be_visible()
        cleo.settled()
        assert cleo.page.evaluate("shifts()") < MOST_SHIFT
