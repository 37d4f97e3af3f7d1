"""Previews of points for places and dominoes: as in the API, and only where they are wanted."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Request, expect

from harness.browser.at_table import LAPTOP, Player, click_square
from harness.waiting import eventually
from tests.browser.support.accessibility import PHONE
from tests.browser.table.test_moves import TURN_SECONDS, on_turn

SIGNED = "+{}"
STEPS = {"east": (1, 0), "north": (0, 1), "west": (-1, 0), "south": (0, -1)}


def squares_of(move: Any) -> list[list[int]]:
    """The squares that a placement covers, first half first."""
    dx, dy = STEPS[move["direction"]]
    return [[move["x"], move["y"]], [move["x"] + dx, move["y"] + dy]]


def begun(people: tuple[Player, Player], **agreed: Any) -> tuple[Player, str]:
    """The player who is to place the first domino of a two-player game, at its page, and the game."""
    ann, bob = people
    rules = {"first_line": "seated", "middle_kingdom": True, "harmony": True}
    game = str(ann.api("/games", "POST", {"players": 2, "rules": rules, **agreed})["id"])
    bob.api(f"/games/{game}/seats", "POST", {})
    while (offered := ann.api(f"/games/{game}/moves"))["moves"][0]["type"] != "place":
        sent = {"If-Match": f'"{offered["version"]}"'}
        people[offered["seat"]].api(f"/games/{game}/moves", "POST", offered["moves"][0], **sent)
    ann.open(game)
    bob.open(game)
    here, _ = on_turn(ann, bob)
    eventually(lambda: here.see(".hand").count(), TURN_SECONDS)
    return here, game


@pytest.fixture
def preferences(people: tuple[Player, Player]) -> Iterator[None]:
    """Reset everybody's preferences afterwards."""
    yield
    for each in people:
        each.page.evaluate("localStorage.clear()")


def offers(here: Player) -> list[str]:
    """The visible labels of the dominoes on offer."""
    return here.see(".pick .gain").all_inner_texts()


def _all_known(here: Player) -> bool:
    return all(offers(here))


ABOVE = """() => document.querySelector('.mark.cursor').compareDocumentPosition(
    document.querySelector('.ghost .gain')) === Node.DOCUMENT_POSITION_FOLLOWING"""
"""True if the gain of the trial is drawn after the cursor, and so above it."""


@pytest.mark.usefixtures("preferences")
def test_the_cursor_of_the_keys_does_not_cover_the_gain(people: tuple[Player, Player]) -> None:
    """A domino that is moved with the keys shows its whole gain."""
    here, _ = begun(people)
    here.see(".own-board").focus()
    here.page.keyboard.press("ArrowRight")
    expect(here.see(".mark.cursor")).to_have_count(1)
    expect(here.see(".ghost .gain")).to_have_count(1)
    assert here.page.evaluate(ABOVE)


@pytest.mark.usefixtures("preferences")
def test_a_place_shows_what_it_brings_before_it_is_confirmed(people: tuple[Player, Player]) -> None:
    """A placement on trial shows the API's points on the domino and in the bar, with regions and bonuses."""
    here, game = begun(people)
    answer = here.api(f"/games/{game}/moves")
    click_square(here, here.see(".own-board .mark.lit").first)
    index = [squares_of(move) for move in answer["moves"]].index(here.laid())
    gain, preview = answer["gains"][index], answer["previews"][index]
    shown = here.see(".bar .preview")
    expect(shown.locator(".gain")).to_have_text(SIGNED.format(gain))
    expect(here.see(".ghost .gain text")).to_have_text(SIGNED.format(gain))
    for region in preview["regions"]:
        expect(shown).to_contain_text(f"{region['squares']} \N{MULTIPLICATION SIGN} {region['crowns']}")
    expect(shown).to_contain_text("Middle Kingdom within reach")
    expect(shown).to_contain_text("Harmony within reach")
    here.see("[data-key=back]").click()
    expect(shown).to_be_empty()


@pytest.mark.usefixtures("preferences")
def test_each_domino_of_the_line_shows_its_best_gain(people: tuple[Player, Player]) -> None:
    """Offers show the best gain, recomputed once a domino lies on trial; the menu's checkbox hides them."""
    here, game = begun(people)
    known = here.api(f"/games/{game}/offers")["offers"]
    wanted = [SIGNED.format(offer["gain"]) for offer in known]
    eventually(lambda: offers(here) == wanted, TURN_SECONDS)
    with here.page.expect_request(lambda request: "/offers?" in request.url and "%40" in request.url):
        click_square(here, here.see(".own-board .mark.lit").first)
    here.see(".menu summary").click()
    here.see("[data-key=prefer-hints]").uncheck()
    expect(here.see(".pick .gain, .preview, .ghost .gain")).to_have_count(0)
    here.see("[data-key=prefer-hints]").check()
    eventually(lambda: all(offers(here)), TURN_SECONDS)


@pytest.mark.usefixtures("preferences")
def test_a_domino_that_fits_nowhere_says_so(people: tuple[Player, Player]) -> None:
    """A domino that would have to be discarded is marked and announced before it is taken."""
    ann, bob = people
    here, game = begun(people)
    answer = here.api(f"/games/{game}/offers")
    *_, later, nowhere = answer["offers"]  # the last has the longest number
    nowhere |= {"fits": "nowhere", "gain": None}
    later |= {"fits": "later", "gain": None}
    for each in (ann, bob):
        each.page.route("**/offers?*", lambda route: route.fulfill(json=answer))
    here.page.reload()
    here.settled()
    pick = here.see(".pick").last
    expect(pick.locator(".gain.nowhere")).to_have_text("fits nowherewould be discarded")
    assert "It fits nowhere: it would be discarded." in pick.inner_text()
    heights = {round(here.box(each)["height"]) for each in here.see(".pick").all()}
    assert len(heights) == 1, "long words make no line higher"
    here.see(".own-board").focus()
    here.page.keyboard.press(pick.get_attribute("aria-keyshortcuts") or "")
    expect(here.see("#position > [aria-live=polite]")).to_contain_text(
        "It fits nowhere: it would be discarded."
    )
    expect(here.see(".pick .gain.later")).to_contain_text("fits later")
    here.page.keyboard.press("Escape")
    here.page.set_viewport_size(PHONE)
    expect(pick.locator(".follows")).to_be_visible()
    words, tile = (here.box(pick.locator(part)) for part in (".follows", ".domino-alone"))
    button, other = here.box(pick), here.box(here.see(".pick").first)
    assert words["y"] >= tile["y"] + tile["height"] - 1
    assert words["x"] + words["width"] <= button["x"] + button["width"]
    assert button["height"] == other["height"]
    here.page.set_viewport_size({"width": 320, "height": 844})
    assert here.box(pick.locator(".fits"))["height"] <= TWO_LINES
    here.page.set_viewport_size(LAPTOP["viewport"])
    for each in (ann, bob):
        each.page.unroute("**/offers?*")


TWO_LINES = 24
"""The height in pixels of two lines of the smallest words."""
COVERING = """() => [...document.querySelectorAll('.pick')].flatMap((pick) => {
    const [gain, ...others] = ['.gain', '.domino-alone', '.domino-number', '.holder'].map(
        (part) => pick.querySelector(part).getBoundingClientRect());
    const { left, right, bottom } = pick.getBoundingClientRect();
    const outside = gain.left < left - 1 || gain.right > right + 1 || gain.bottom > bottom + 1;
    const covers = others.some((other) => other.width
        && gain.top < other.bottom - 1 && other.top < gain.bottom
        && gain.left < other.right && other.left < gain.right);
    return covers || outside ? [pick.textContent] : [];
})"""
"""The dominoes whose gain covers their picture, number or king, or has no room."""


@pytest.mark.usefixtures("preferences")
@pytest.mark.parametrize("width", [390, 320])
def test_on_a_phone_the_gain_covers_nothing_of_a_domino(people: tuple[Player, Player], width: int) -> None:
    """The gain of a domino stands below it, also beside the king and the number of a planned choice."""
    here, _ = begun(people)
    waiting = next(each for each in people if each is not here)
    waiting.see("[data-key=plan]").click()
    waiting.see(".pick").last.click()
    expect(waiting.see(".pick .wish")).to_have_count(1)
    for each in people:
        expect(each.see(".pick")).to_have_count(4)
        eventually(partial(_all_known, each), TURN_SECONDS)
        each.page.set_viewport_size({"width": width, "height": 844})
        assert each.page.evaluate(COVERING) == []
        each.page.set_viewport_size(LAPTOP["viewport"])


@pytest.mark.usefixtures("preferences")
def test_a_plan_shows_what_its_placement_brings(people: tuple[Player, Player]) -> None:
    """A plan shows its placement's points on the domino, in the bar and aloud, unless a case is edited."""
    ann, bob = people
    here, _ = begun(people)
    waiting = bob if here is ann else ann
    waiting.see("[data-key=plan]").click()
    with waiting.page.expect_response(lambda answer: "place=" in answer.url and "%40" in answer.url) as asked:
        click_square(waiting, waiting.see(".own-board .mark.lit").first)
    gain = asked.value.json()["placed"]["gain"]
    words = f"+{gain}" if gain > 0 else str(gain).replace("-", "\N{MINUS SIGN}") if gain else "+0"
    expect(waiting.see(".ghost .gain")).to_have_text(words)
    expect(waiting.see(".preview .gain")).to_have_text(words)
    expect(waiting.see("#position > [aria-live=polite]")).to_contain_text("points" if not gain else "us ")
    waiting.see(".pick").first.click()
    waiting.see("[data-key=case-add]").click()
    expect(waiting.see(".preview")).to_have_text("")
    expect(waiting.see(".bar .words")).to_be_visible()
    waiting.page.evaluate("localStorage.clear()")


@pytest.mark.usefixtures("preferences")
def test_a_table_without_a_preview_shows_none(people: tuple[Player, Player]) -> None:
    """A table without previews shows no points and requests none, whatever the reader prefers."""
    here, _ = begun(people, hints=False)
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    here.page.on("request", note)
    click_square(here, here.see(".own-board .mark.lit").first)
    expect(here.see(".ghost.laid")).to_have_count(1)
    expect(here.see(".pick .gain, .preview, .ghost .gain")).to_have_count(0)
    here.page.remove_listener("request", note)
    assert [url for url in asked if "/offers" in url] == []
