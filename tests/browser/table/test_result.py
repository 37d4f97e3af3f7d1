"""The result of a game: the reason for its end, the scoring, and actions after a finished game."""

import re
from collections.abc import Callable
from random import Random
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from harness.browser.at_table import LAPTOP, Player, be, by_keys, by_mouse, player, tab_to
from harness.browser.contexts import Contexts
from harness.browser.replaying import finished
from harness.games import seeded
from harness.service import Service, ok
from harness.waiting import PATIENCE, eventually
from replays.streams import keys
from tests.browser.support.accessibility import PHONE
from tests.browser.support.guests import Guest, begun, has_placed, play
from tests.conformance import corpus

INDEX = corpus.read_index()
Way = Callable[[Player, Random], None]
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


def test_the_end_is_a_ceremony_that_a_key_ends(contexts: Contexts, base_url: str, service: Service) -> None:
    """A player who comes back sees the points add up once; then the winner's castle has the crown.

    A key ends it, reduced motion needs none, and then come review, another game and sharing, in this order.
    """
    accounts = service.accounts(2)
    game = finished(service, accounts)
    winners = accounts[0].state(game)["ranking"][0]
    for motion in (None, "reduce"):
        with player(contexts, base_url, "Ann", **LAPTOP) as ann:
            ann.page.emulate_media(reduced_motion=motion)
            be(ann.page, accounts[0])
            ann.page.goto(f"/games/{game}")
            if motion is None:
                expect(ann.see(".ceremony-what")).not_to_be_empty()
                ann.page.keyboard.press("Shift")
            expect(ann.see(".board use[href='#victory']")).to_have_count(len(winners))
            expect(ann.see(".ceremony")).to_have_count(0)
            tops = [ann.see(f"[data-key={key}]").bounding_box() for key in ("review", "rematch", "share")]
            assert [box and box["y"] for box in tops] == sorted(box["y"] for box in tops if box)
            ann.open(game)
            expect(ann.see(".ceremony")).to_have_count(0)


def test_a_result_is_shared_by_its_link(page: Page, base_url: str, service: Service) -> None:
    """Without the system's dialog the link is copied; where the browser refuses, it can be read."""
    game = stored(service, "resigned-2")
    link = f"{base_url}/games/{game}/replay"
    page.add_init_script("navigator.share = undefined")
    page.goto(f"/games/{game}")
    for grants, said in ((["clipboard-read", "clipboard-write"], "Copied."), ([], link)):
        page.context.clear_permissions()
        page.context.grant_permissions(grants)
        page.get_by_role("button", name="Share").click()
        expect(page.locator(".result-more > [role=status]").last).to_contain_text(said)
        if grants:
            assert page.evaluate("navigator.clipboard.readText()") == link


def test_the_ceremony_follows_the_last_move(guests: list[Guest]) -> None:
    """Players who are at the table when the game ends see its ceremony then, and not when they come back."""
    people = guests[:2]
    game = begun(people)
    play(game, people, lambda state: state["deck_left"] == 0)
    ann, ben = people
    for each in people:
        each.here.open(game)
    play(game, people, lambda state: state["to_act"] is None)
    for each in people:
        expect(each.here.see(".ceremony-what")).not_to_be_empty()
        each.here.page.keyboard.press("Shift")
    expect(ann.here.see(".ceremony")).to_have_count(0)
    ann.here.open(game)
    expect(ann.here.see(".result-why")).to_be_visible()
    expect(ann.here.see(".ceremony")).to_have_count(0)
    assert ben.here.see(".board use[href='#victory']").count() > 0


def ended_by(guests: list[Guest], way: Way) -> Guest:
    """Play a game to its end, the last turns of the first player on the page; gives that player."""
    ann, ben = guests[:2]
    game, random = begun([ann, ben]), seeded(2)
    play(game, [ann, ben], lambda state: state["deck_left"] == 0 and not state["next_line"])
    ann.here.open(game)
    while (state := ann.account.state(game))["to_act"]:
        if state["to_act"]["seat"] == 0:
            eventually(lambda: ann.here.has_turn)
            ann.here.settled()
            way(ann.here, random)
        else:
            ok(ben.account.move(game, ben.account.moves(game)["moves"][0], state["version"]), 201)
    return ann


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_keys_go_on_from_the_ending(
    guests: list[Guest], motion: Literal["no-preference", "reduce"]
) -> None:
    """Who played by keys goes on at "Review this game"; the key that skips the ceremony does not press it."""
    guests[0].here.page.emulate_media(reduced_motion=motion)
    ann = ended_by(guests, by_keys)
    if motion == "no-preference":
        expect(ann.here.see(".ceremony-what")).not_to_be_empty()
        ann.here.page.keyboard.press("Enter")
    expect(ann.here.see("[data-key=review]")).to_be_focused()
    expect(ann.here.see(".ceremony")).to_have_count(0)
    guests[0].here.page.emulate_media(reduced_motion=None)


def test_a_mouse_and_a_writer_keep_their_focus(guests: list[Guest]) -> None:
    """The end of a game moves no focus of a player with a mouse, nor of one who writes in the talk."""
    guests[0].here.page.emulate_media(reduced_motion="reduce")
    ann = ended_by(guests, by_mouse)
    expect(ann.here.see("[data-key=review]")).to_be_visible()
    expect(ann.here.see("[data-key=review]")).not_to_be_focused()
    game = begun(guests[:2])
    play(game, guests[:2], has_placed)
    ann.here.open(game)
    tab_to(ann.here, ".talk > .button")
    ann.here.page.keyboard.press("Enter")
    ann.here.see(".talk-form textarea").focus()
    ann.here.page.keyboard.type("We")
    play(game, guests[:2], lambda state: state["to_act"] is None)
    expect(ann.here.see("[data-key=review]")).to_be_visible()
    ann.here.page.keyboard.type("ll")
    expect(ann.here.see(".talk-form textarea")).to_have_value("Well")
    guests[0].here.page.emulate_media(reduced_motion=None)


def test_the_ceremony_on_a_phone(contexts: Contexts, base_url: str, service: Service) -> None:
    """A finger taps to skip, and long names are whole."""
    accounts = [service.account(name) for name in ("Bartholomew the Unpronounceable of York", "W" * 40)]
    game = finished(service, accounts)
    phone: Any = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    with player(contexts, base_url, "Ann", **phone) as ann:
        be(ann.page, accounts[0])
        ann.page.goto(f"/games/{game}")
        expect(ann.see(".ceremony-what")).not_to_be_empty()
        assert ann.see(".ceremony > p").last.inner_text() == "Tap to skip"
        cut = ann.see(".ceremony .name").evaluate_all(
            "names => names.filter((name) => name.scrollWidth > name.clientWidth).length"
        )
        assert cut == 0
        ann.page.touchscreen.tap(200, 400)
        expect(ann.see(".ceremony")).to_have_count(0)


BROKEN_WORDS = """names => names.flatMap((name) => {
  const range = document.createRange();
  return [...name.textContent.matchAll(/[^ ]+/g)].filter(({ 0: word, index }) => {
    range.setStart(name.firstChild, index);
    range.setEnd(name.firstChild, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})"""


@pytest.mark.parametrize("size", [{"width": 683, "height": 384}, PHONE, LAPTOP["viewport"]], ids=str)
def test_names_in_the_ceremony_break_between_words(
    contexts: Contexts, base_url: str, service: Service, size: Any
) -> None:
    """Four boards leave little room beside each other: on a laptop at 200 % zoom, and on a phone."""
    names = ("Dickens", "Annabel Lee", "Bartholomew Yorkson", "Wilhelmina")
    accounts = [service.account(name) for name in names]
    game = finished(service, accounts)
    with player(contexts, base_url, "Ann", viewport=size) as ann:
        be(ann.page, accounts[0])
        ann.page.goto(f"/games/{game}")
        expect(ann.see(".ceremony-what")).not_to_be_empty()
        assert ann.see(".ceremony .name").evaluate_all(BROKEN_WORDS) == []
        ann.page.keyboard.press("Escape")


SHADED = """([shade]) => {
    const { x, y, width, height } = shade.ownerSVGElement.viewBox.baseVal;
    const places = [[1, 1], [width - 1, 1], [1, height - 1], [width - 1, height - 1], [1, height / 2]];
    return places.map(([across, down]) => shade.isPointInFill(new DOMPoint(x + across, y + down)));
}"""
"""True of the corners of a board, and of the middle of its edge, if they are shaded."""


def test_the_shade_of_the_ceremony_has_the_corners_of_a_board(
    contexts: Contexts, base_url: str, service: Service
) -> None:
    """The shade that darkens a board while regions light up is round where the board is."""
    accounts = service.accounts(2)
    game = finished(service, accounts)
    with player(contexts, base_url, "Ann", **LAPTOP) as ann:
        be(ann.page, accounts[0])
        ann.page.goto(f"/games/{game}")
        expect(ann.see(".ceremony .shade")).not_to_have_count(0)
        assert ann.see(".ceremony .shade").evaluate_all(SHADED) == [False, False, False, False, True]


PAUSED = """() => new Promise((done) => {
    const look = () => {
        const [fading] = document.querySelector('.ceremony').getAnimations();
        fading?.pause();
        fading ? done() : requestAnimationFrame(look);
    };
    look();
})"""
"""Pauses the ceremony as it fades at its end."""
ENDED = """async ([x, y]) => {
    document.querySelector('.ceremony').getAnimations()[0].finish();
    await new Promise((done) => setTimeout(done));
    return document.elementFromPoint(x, y).closest('.ceremony') !== null;
}"""
"""Ends it; true if it still lies under the finger then."""
RELEASED = """() => {
    document.querySelector('.ceremony').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 });
    const isGone = document.querySelector('.ceremony') === null;
    return [isGone, document.querySelector('.brand').dispatchEvent(click)];
}"""
"""Presses on it, ends it by a key, and releases on a link below: if it is gone, and the link followed."""


def test_a_tap_at_the_end_of_the_ceremony_follows_no_link(
    contexts: Contexts, base_url: str, service: Service
) -> None:
    """A finger that comes a moment too late, or is down at the end, presses nothing below."""
    accounts = service.accounts(2)
    phone: Any = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    with player(contexts, base_url, "Ann", **phone) as ann:
        be(ann.page, accounts[0])
        for is_down in (False, True):
            game = finished(service, accounts)
            ann.page.goto(f"/games/{game}")
            x, y = ann.centre(ann.see(".brand"))
            expect(ann.see(".ceremony-what")).not_to_be_empty()
            ann.page.evaluate(PAUSED)
            if is_down:
                assert ann.page.evaluate(RELEASED) == [True, False]
            else:
                assert ann.page.evaluate(ENDED, [x, y])
                expect(ann.see(".ceremony")).to_have_count(0)
            ann.see("[data-key=share]").focus()
            assert ann.page.url == f"{base_url}/games/{game}"
        ann.see(".brand").tap()
        ann.page.wait_for_url(f"{base_url}/")


PRESS = """
new MutationObserver(() => {
  if (window.held === undefined && document.querySelector(".result-more")) {
    const press = (type) => document.dispatchEvent(new PointerEvent(type));
    window.held = true;
    press("pointerdown");
    setTimeout(() => { window.held = false; press("pointerup"); }, 800);
  }
  if (document.querySelector(".ceremony")) window.covered ??= window.held;
}).observe(document, { subtree: true, childList: true });
"""


def test_the_ceremony_covers_no_press(contexts: Contexts, base_url: str, service: Service) -> None:
    """The ceremony waits for the release of a button that was pressed as it would begin: no click is lost."""
    accounts = service.accounts(2)
    game = finished(service, accounts)
    with player(contexts, base_url, "Ann", **LAPTOP) as ann:
        ann.page.add_init_script(PRESS)
        be(ann.page, accounts[0])
        ann.page.goto(f"/games/{game}")
        expect(ann.see(".ceremony-what")).not_to_be_empty()
        assert ann.page.evaluate("window.covered") is False


def test_a_duel_ended_by_resignation(guests: list[Guest]) -> None:
    """The player who resigns loses whatever the points are; both see and hear it immediately."""
    ann, bob, _ = guests
    game = begun([ann, bob])
    play(game, [ann, bob], has_placed)
    for each in (ann, bob):
        each.here.open(game)
        expect(each.here.see(".result")).to_be_hidden()
        each.here.page.set_viewport_size({"width": 390, "height": 844})
        each.here.see(".panels .moves").scroll_into_view_if_needed()
    ok(ann.account.post(f"/games/{game}/resign", {}), 201)
    for each in (ann, bob):
        expect(each.here.see(".result-why")).to_be_in_viewport()
        expect(each.here.see("[aria-live].visually-hidden")).to_contain_text(f"{bob.account.name} won")
        each.here.page.set_viewport_size(LAPTOP["viewport"])
        each.sees(f"{bob.account.name} won: everybody else left.", ".result-why")
        each.sees(f"{ann.account.name} left the game and ranks below all who stayed.", ".result")
        for name in (ann.account.name, bob.account.name):
            expect(each.here.page).to_have_title(re.compile(rf"^(?!.*{name}.*{name}).*{name}"))


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
