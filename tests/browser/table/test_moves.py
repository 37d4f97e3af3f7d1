"""Single moves on the page: trying, illegal drops, plans, confirming, and announcements of others' moves."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from harness.browser.at_table import LAPTOP, Player, any_of, click_square, drag, player, table
from harness.browser.contexts import Contexts
from harness.browser.held import HeldResponse
from harness.games import seeded
from harness.waiting import eventually
from tests.browser.support.accessibility import SCHEMES, barriers, small_controls

TURN_SECONDS = 10.0
CONTROLS = "#position :is(button, summary, .menu a, .mark.lit, .preference)"

DRAFTS = "localStorage.getItem('kingdomino.drafts')"

GONE_ON = """async free => {
    const { Planning } = await import('/static/table/plans/plan.js');
    const plan = { choose: [9, 20], branches: [
        { taken: [30, 9], choose: [20, 40] }, { taken: [9], choose: [30, 20] },
        { taken: [20], choose: [40] }] };
    const line = [{ domino: 1, seat: 0 }];
    const next_line = free.map((domino) => ({ domino, seat: null }));
    const state = { status: "active", round: 1, rounds: 6, line, next_line, to_act: null };
    const table = { state, seat: 0, kingdom: { cells: [] }, limit: 5, origins: false };
    return new Planning(table, {}, plan).draft;
}"""
"""The wishes of a plan that remain when these dominoes are free."""


@pytest.fixture
def pair(people: tuple[Player, Player]) -> Iterator[tuple[Player, Player, str]]:
    """Give the player who is to place a first domino, the other player, and their game."""
    ann, bob = people
    game = table(ann, 2, first_line="seated")
    bob.api(f"/games/{game}/seats", "POST", {})
    for _ in range(4):
        state = state_of(ann, game)
        domino = next(slot["domino"] for slot in state["line"] if slot["seat"] is None)
        mover = (ann, bob)[state["to_act"]["seat"]]
        choice = {"type": "choose", "domino": domino}
        mover.api(f"/games/{game}/moves", "POST", choice, **{"If-Match": f'"{state["version"]}"'})
    ann.open(game)
    bob.open(game)
    here, other = on_turn(ann, bob)
    eventually(lambda: here.see(".hand").count(), TURN_SECONDS)
    yield here, other, game
    for each in people:
        each.page.evaluate("localStorage.clear()")
        each.page.set_viewport_size(LAPTOP["viewport"])
        each.page.emulate_media(color_scheme="light", reduced_motion="no-preference")


def on_turn(one: Player, another: Player) -> tuple[Player, Player]:
    """The player whose turn it is, and the other one."""
    eventually(lambda: one.has_turn != another.has_turn, TURN_SECONDS)
    here, other = (one, another) if one.has_turn else (another, one)
    here.settled()
    return here, other


def state_of(here: Player, game: str) -> Any:
    """The state from the API."""
    return here.api(f"/games/{game}")


def test_an_illegal_drop_snaps_back_and_says_why(pair: tuple[Player, Player, str]) -> None:
    """A domino dropped on the castle or off the board returns to the hand with a reason; nothing is sent."""
    here, _, game = pair
    before = state_of(here, game)["version"]
    castle = here.see(".own-board .castle")
    drag(here, here.centre(castle))
    alert = here.see("[role=alert]")
    assert "start tile" in alert.inner_text()
    expect(here.see(".hand")).to_be_visible()
    assert here.laid() == []
    drag(here, here.centre(here.see(".own-board .mark.lit").first))
    assert here.laid() != []
    assert alert.inner_text() == ""
    here.see("[data-key=back]").click()
    drag(here, here.centre(here.see(".meta")))
    assert "beside your board" in alert.inner_text()
    assert state_of(here, game)["version"] == before


def test_the_keys_say_why_too(pair: tuple[Player, Player, str]) -> None:
    """Enter gives a reason where the domino does not fit; Escape undoes; Enter twice makes the move."""
    here, other, game = pair
    press = here.page.keyboard.press
    here.see(".own-board").focus()
    press("ArrowRight")
    for _ in range(5):
        press("Shift+ArrowRight")
    press("Enter")
    assert here.see("[role=alert]").inner_text() != ""
    press("Escape")
    assert here.see(".ghost").count() == 0
    for key in ("ArrowRight", "Enter", "Enter"):
        press(key)
    here.settled()
    assert state_of(here, game)["to_act"]["types"] == ["choose"]
    eventually(lambda: "placed" in other.see(".news").inner_text(), TURN_SECONDS)


@pytest.mark.smoke
def test_placing_and_choosing_in_one_go_is_heard_by_the_other(pair: tuple[Player, Player, str]) -> None:
    """A placement and a choice are confirmed together; the other hears it, and moves after a lost request."""
    here, other, game = pair
    other.page.route("**/moves", lambda route: route.abort(), times=1)
    click_square(here, here.see(".own-board .mark.lit").first)
    here.see(".pick").first.click()
    label = here.see("[data-key=confirm]").inner_text()
    placed, taken = re.findall(r"\d+", label)
    version = state_of(here, game)["version"]
    here.see("[data-key=confirm]").click()
    here.settled()
    events = here.api(f"/games/{game}/events?after={version}")["events"]
    assert [event["data"].get("domino") for event in events[:2]] == [int(placed), int(taken)]
    expected = re.compile(rf"(Ann|Bob) placed {placed} and took {taken}|took {taken}; it is your turn")
    eventually(lambda: expected.search(other.see(".news").inner_text()), TURN_SECONDS)
    eventually(lambda: other.page.title().startswith("● Your turn"), TURN_SECONDS)
    eventually(lambda: other.see(".hand").count(), TURN_SECONDS)
    eventually(lambda: other.see("[role=alert]").inner_text() == "", TURN_SECONDS)
    assert "ERR_FAILED" in other.loud.pop()


def test_without_the_confirm_step_a_click_is_the_move(pair: tuple[Player, Player, str]) -> None:
    """The switch in the menu is stored; without the confirm step a click on a legal square places."""
    here, _, game = pair
    here.see(".menu summary").click()
    here.see("[data-key=prefer-confirm]").uncheck()
    here.page.keyboard.press("Escape")
    assert here.see(".menu details[open]").count() == 0
    here.page.reload()
    here.settled()
    click_square(here, here.see(".own-board .mark.lit").first)
    eventually(lambda: state_of(here, game)["to_act"]["types"] == ["choose"], TURN_SECONDS)


def test_a_plan_with_other_wishes_is_laid_and_carried_out(pair: tuple[Player, Player, str]) -> None:
    """Only its owner sees and changes a plan; it follows the other's choice, and its outcome is reported."""
    here, other, game = pair
    other.see("[data-key=plan]").click()
    eventually(lambda: other.see(".own-board .mark.lit").count(), TURN_SECONDS)
    first, second, third = (other.see(".pick").nth(at).get_attribute("data-key") for at in range(3))

    def tap(*keys: str | None) -> None:
        for key in keys:
            other.see(f"[data-key={key}]").click()

    expect(other.see("[data-key=case-add]")).to_be_enabled()  # from the start
    tap(first, second)
    assert not other.can_confirm, "where the domino goes is still missing"
    click_square(other, other.see(".own-board .mark.lit").first)
    planned = sorted(other.laid())
    tap("case-add", first, third, "confirm")
    other.settled()
    best, next_best, wish = (int(str(key).removeprefix("pick-")) for key in (first, second, third))
    words = f"If {best} is gone: take {wish}. "
    words += f"In all other cases, take the first that is free: {best}, {next_best}."
    assert words in other.see(".bar").inner_text()
    expect(other.see(".own-board .ghost.planned .cell")).to_have_count(2)
    expect(other.see(f".line-next li[data-domino='{best}'] .wish")).to_have_text("1")
    assert here.see("[data-key=plan-drop], .ghost.planned, .wish").count() == 0
    tap("plan", "case-0")
    eventually(lambda: other.see(f"[data-key={third}][aria-pressed=true]").count(), TURN_SECONDS)
    assert sorted(other.laid()) == planned
    tap("plan")
    click_square(here, here.see(".own-board .mark.lit").first)
    here.see(f"[data-key={first}]").click()
    here.see("[data-key=confirm]").click()
    here.settled()
    eventually(lambda: "played as planned" in here.see(".news").inner_text(), TURN_SECONDS)
    seat = 1 - state_of(here, game)["to_act"]["seat"]
    state = state_of(here, game)
    squares = [[cell["x"], cell["y"]] for cell in state["kingdoms"][seat]["cells"]]
    assert sorted(squares) == planned
    assert {slot["domino"] for slot in state["next_line"] if slot["seat"] == seat} == {wish}
    placed = state["kingdoms"][seat]["cells"][0]["domino"]
    done = f"Your plan was carried out. You placed {placed}. You took {wish}."
    eventually(lambda: done in other.see(".bar").inner_text(), TURN_SECONDS)
    assert other.see("[data-key=plan-drop]").count() == 0


def test_a_plan_that_is_not_laid_yet_is_there_after_loading_again(pair: tuple[Player, Player, str]) -> None:
    """A reload restores an unsaved plan with all its wishes, until it is stored."""
    _, other, game = pair
    other.see("[data-key=plan]").click()
    click_square(other, other.see(".own-board .mark.lit").first)
    planned = other.laid()
    wishes = [other.see(".pick").nth(at).get_attribute("data-key") for at in range(3)]
    for key in (wishes[0], "case-add", wishes[0], wishes[2]):
        other.see(f"[data-key={key}]").click()
    words = other.see("[data-key=case-0]").inner_text()
    other.open(game)
    expect(other.see("[data-key=plan]")).to_have_attribute("aria-pressed", "true")
    expect(other.see(".ghost.laid")).to_have_count(1)
    assert other.laid() == planned
    assert other.see("[data-key=case-0]").inner_text() == words
    other.see("[data-key=confirm]").click()
    other.settled()
    expect(other.see("[data-key=plan-drop]")).to_have_count(1)
    assert other.page.evaluate(DRAFTS) is None


@pytest.mark.parametrize("way", ["confirm", "plan"])
def test_a_stored_or_discarded_plan_is_not_restored(pair: tuple[Player, Player, str], way: str) -> None:
    """Its draft is deleted at once: the page may be left while it still requests what to show next.

    A click on the plan that is still shown does not store it again.
    """
    _, other, game = pair
    other.see("[data-key=plan]").click()
    click_square(other, other.see(".own-board .mark.lit").first)
    other.see("[data-key=confirm]").click()
    other.settled()
    other.see("[data-key=plan]").click()
    other.see(".pick").first.click()
    assert other.page.evaluate(DRAFTS) is not None
    held = HeldResponse(other.page, f"/api/v1/games/{game}(/plan)?$", lambda request: request.method == "GET")
    other.see(f"[data-key={way}]").click()
    held.wait()
    other.see(".pick").last.click()
    other.open(game)
    other.page.unroute_all()
    expect(other.see("[data-key=plan]")).to_have_attribute("aria-pressed", "false")


def test_a_plan_is_gone_on_with_as_far_as_it_fits(pair: tuple[Player, Player, str]) -> None:
    """A plan drops wishes that others took since; the wishes of a case that came true become current."""
    here, _, _ = pair
    assert here.page.evaluate(GONE_ON, [20, 30, 40]) == {
        "choose": [30, 20],
        "branches": [{"taken": [30], "choose": [20, 40]}],
    }


def test_a_spectator_sees_everything_public_and_has_no_move(
    pair: tuple[Player, Player, str], contexts: Contexts, base_url: str
) -> None:
    """A spectator sees changes of both boards and the lines, and no controls."""
    here, _, game = pair
    with player(contexts, base_url, "Cleo", **LAPTOP) as cleo:
        cleo.open(game)
        assert cleo.see(".pick, .hand, .mark.lit, [data-key=resign]").count() == 0
        click_square(here, any_of(here.see(".own-board .mark.lit"), seeded(1)))
        here.see("[data-key=confirm]").click()
        here.settled()
        eventually(lambda: cleo.shown() == here.shown(), TURN_SECONDS)


def test_the_panel_of_the_unseen_knows_what_was_dealt(pair: tuple[Player, Player, str]) -> None:
    """After two lines of 48 dominoes, 40 are unseen, none of them on the table."""
    here, _, game = pair
    here.see(".unseen summary").click()
    here.see(".unseen-dominoes .domino").first.wait_for()
    numbers = {int(text) for text in here.see(".unseen-dominoes .number").all_text_contents()}
    state = state_of(here, game)
    dealt = {slot["domino"] for slot in [*state["line"], *state["next_line"]]}
    assert len(dealt) == 8
    assert numbers == set(range(1, 49)) - dealt


def test_without_scripts_the_game_can_be_read(pair: tuple[Player, Player, str], still_page: Page) -> None:
    """Without scripts, boards, lines and events are in the page as the server sends it."""
    _, _, game = pair
    still_page.goto(f"/games/{game}")
    assert still_page.locator("svg.board").count() == 2
    assert still_page.locator(".line li").count() == 8
    assert "Ann took" in still_page.locator(".move-list").inner_text()


def test_the_last_of_a_line_can_be_placed_before_its_king_chooses(
    pair: tuple[Player, Player, str], still_page: Page
) -> None:
    """If no current line is left after a placement, its player can still choose."""
    _, other, game = pair
    while len((state := state_of(other, game))["line"]) > 1 or state["to_act"]["types"] != ["place"]:
        move_by_api(pair, state)
    here = other if other.api("/me")["id"] == state["players"][state["to_act"]["seat"]]["player"] else pair[0]
    here.page.reload()
    click_square(here, here.see(".own-board .mark.lit").first)
    here.see("[data-key=confirm]").click()
    here.settled()
    between = state_of(here, game)
    assert (between["line"], between["to_act"]["types"]) == ([], ["choose"])
    assert "Every domino of it is placed" in here.see(".line-now").inner_text()
    still_page.goto(f"/games/{game}")
    assert still_page.locator(".line li").count() == len(between["next_line"])
    here.see(".pick").click()
    here.see("[data-key=confirm]").click()
    here.settled()
    assert state_of(here, game)["round"] == state["round"] + 1


def move_by_api(pair: tuple[Player, Player, str], state: Any) -> None:
    """Make the first legal move, as the player to move."""
    *both, game = pair
    for each in both:
        if each.api("/me")["id"] == state["players"][state["to_act"]["seat"]]["player"]:
            move = each.api(f"/games/{game}/moves")["moves"][0]
            each.api(f"/games/{game}/moves", "POST", move, **{"If-Match": f'"{state["version"]}"'})


def test_a_turn_keeps_nobody_out(pair: tuple[Player, Player, str]) -> None:
    """During a try with everything open, and while the other player plans, axe finds nothing."""
    here, other, _ = pair
    click_square(here, here.see(".own-board .mark.lit").first)
    for summary in (".unseen summary", ".moves summary", ".menu summary"):
        here.see(summary).click()
    other.see("[data-key=plan]").click()
    eventually(lambda: other.see(".own-board .mark.lit").count(), TURN_SECONDS)
    for each in (here, other):
        for scheme, rules in SCHEMES.items():
            each.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert (scheme, barriers(each.page, *rules)) == (scheme, [])


def test_what_can_be_pressed_is_large_enough(pair: tuple[Player, Player, str]) -> None:
    """On a phone every button and every lit square is at least 44 pixels high and wide."""
    here, _, _ = pair
    here.page.set_viewport_size({"width": 390, "height": 844})
    here.see(".menu summary").click()
    assert small_controls(here.page, CONTROLS) == []
