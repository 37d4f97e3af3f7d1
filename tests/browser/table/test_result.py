"""The result of a game: the reason for its end, the scoring, and actions after a finished game."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from harness.browser.at_table import LAPTOP
from harness.service import Service, ok
from harness.waiting import PATIENCE, eventually
from replays.streams import keys
from tests.browser.support.guests import Guest, begun, has_placed, play
from tests.conformance import corpus

INDEX = corpus.read_index()
NOBODY = "Somebody"
"""The name of players in the old games, whom this service does not know."""

WORDS = {
    "classic-4-drawn": (r"^Somebody won by \d+ points?\.$", []),
    "classic-2-tie-by-region": (
        r"^The points are equal\. Somebody won by the larger region: \d+ squares against \d+\.$",
        ["Largest region"],
    ),
    "classic-2-tie-by-crowns": (
        r"^The points are equal, and so are the largest regions\. Somebody won by crowns: \d+ against \d+\.$",
        ["Largest region", "Crowns in all"],
    ),
    "classic-2-shared-place": (
        r"^Somebody and Somebody share the victory: points, largest region and crowns are equal\.$",
        ["Largest region", "Crowns in all"],
    ),
    "resigned-2": (r"^Somebody won: everybody else left\.$", []),
}
"""The sentence for an old game, and the rows below the total."""

TEXT = '(cell.querySelector(".terrain-word") ?? cell.firstChild).textContent.trim()'
ROWS = f"rows => rows.map(row => [...row.children].map(cell => {TEXT}))"


def stored(service: Service, name: str) -> str:
    """Store an old game in the service's log; gives its id."""
    game = INDEX[name].id
    if not service.store.exists(keys.stream(game)):
        for event in corpus.read_stream(name, game).events:
            entry: dict[Any, Any] = {"e": event.body, "h": event.hash}
            service.store.xadd(keys.stream(game), entry, f"{event.version}-0")
    return str(game)


def rows(page: Page) -> list[list[str]]:
    """The rows of the scoring: the title, and the number of each kingdom."""
    found: list[list[str]] = page.locator(".counts-table tbody tr").evaluate_all(ROWS)
    return found


@pytest.mark.parametrize("name", WORDS)
def test_it_says_what_decided(still_page: Page, page: Page, service: Service, name: str) -> None:
    """The sentence and the tie-breaking rows say what decided, also without scripts and in the replay."""
    words, below = WORDS[name]
    game = stored(service, name)
    shown = []
    for each, path in ((page, ""), (still_page, ""), (page, "/replay")):
        each.goto(f"/games/{game}{path}")
        expect(each.locator(".result-why")).to_have_text(re.compile(words))
        table = rows(each)
        total = next(index for index, row in enumerate(table) if row[0] == "Total")
        assert [row[0] for row in table[total + 1 :]] == below
        shown.append([each.locator(".result-why").inner_text(), table])
    assert shown[0] == shown[1] == shown[2]


@pytest.mark.parametrize(
    "name", ["classic-2-bonuses", "classic-4-drawn", "origins-totem-3", "origins-tribe-4"]
)
def test_what_counts_adds_up(page: Page, service: Service, name: str) -> None:
    """Terrains and bonuses of each kingdom add up to its total, which is the one of the state."""
    game = stored(service, name)
    page.goto(f"/games/{game}")
    expect(page.locator(".result-total")).to_be_visible()
    expect(page.get_by_role("cell", name=re.compile(r"^\d+ = \d+\s×\s\d+")).first).to_be_attached()  # noqa: RUF001
    state = ok(service.http().get(f"/api/v1/games/{game}"))
    table = rows(page)
    at = next(index for index, row in enumerate(table) if row[0] == "Total")
    numbers = [[int(cell) if cell.isdigit() else 0 for cell in row[1:]] for row in table[: at + 1]]
    order = [seat for seats in state["ranking"] for seat in seats]
    totals = [state["kingdoms"][seat]["score"]["total"] for seat in order]
    assert numbers[-1] == totals == [sum(column) for column in zip(*numbers[:-1], strict=True)]


def test_a_duel_ended_by_resignation(guests: list[Guest]) -> None:
    """The player who resigns loses whatever the points are; both see and hear it immediately."""
    ann, bob, _ = guests
    game = begun([ann, bob])
    play(game, [ann, bob], has_placed)
    for each in (ann, bob):
        each.here.open(game)
        assert not each.here.see(".result").is_visible()
        each.here.page.set_viewport_size({"width": 390, "height": 844})
        each.here.see(".panels .moves").scroll_into_view_if_needed()
    ok(ann.account.post(f"/games/{game}/resign", {}), 201)
    for each in (ann, bob):
        expect(each.here.see(".result-why")).to_be_in_viewport()
        expect(each.here.see("[aria-live].visually-hidden")).to_contain_text(f"{bob.account.name} won")
        each.here.page.set_viewport_size(LAPTOP["viewport"])
        each.sees(f"{bob.account.name} won: everybody else left.", ".result-why")
        each.sees(f"{ann.account.name} left the game and ranks below all who stayed.", ".result")


def test_a_state_from_before_the_events_is_asked_for_again(guests: list[Guest]) -> None:
    """A page fetches state and events in parallel, so a state from before the end is fetched again."""
    ann, bob, _ = guests
    game = begun([ann, bob])
    early = ok(bob.account.mine("GET", f"/games/{game}"))
    ok(ann.account.post(f"/games/{game}/resign", {}), 201)
    eventually(lambda: ok(bob.account.mine("GET", f"/games/{game}"))["ranking"], PATIENCE)
    bob.here.page.route(f"**/api/v1/games/{game}", lambda route: route.fulfill(json=early), times=1)
    bob.here.open(game)
    bob.sees("won", ".result-why")


def test_a_rematch_is_announced(guests: list[Guest]) -> None:
    """A viewer of the result reads who offers a rematch, and one click leads to the new table."""
    ann, bob, cleo = guests
    game = begun([ann, bob])
    ok(ann.account.post(f"/games/{game}/resign", {}), 201)
    for each in guests:
        each.here.open(game)
        each.sees("won", ".result-why")
    assert bob.here.see(".result-notes").inner_text() == ""
    ann.here.see("[data-key=rematch]").click()
    ann.here.page.wait_for_url(lambda url: game not in url)
    bob.sees(f"{ann.account.name} would like to play again.", ".result-notes")
    bob.here.see("[data-key=rematch]").click()
    bob.here.page.wait_for_url(lambda url: game not in url)
    bob.here.settled()
    assert bob.here.page.url == ann.here.page.url
    assert cleo.here.see(".result-notes").inner_text() == ""


def test_the_animation_is_drawn_and_saved(guests: list[Guest]) -> None:
    """The button starts the drawing and becomes the link to the GIF; a picture is linked, too."""
    ann, bob, _ = guests
    game = begun([ann, bob])
    play(game, [ann, bob], has_placed)
    ok(ann.account.post(f"/games/{game}/resign", {}), 201)
    bob.here.open(game)
    bob.sees("won", ".result-why")
    bob.here.see("button[data-key=animation]").click()
    link = bob.here.see("a[data-key=animation]")
    eventually(lambda: link.count() == 1, 3 * PATIENCE)
    with bob.here.page.expect_download() as saving:
        link.click()
    assert saving.value.path().read_bytes().startswith(b"GIF89a")
    answer = bob.here.page.request.get(bob.here.see("[data-key=picture]").get_attribute("href") or "")
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
