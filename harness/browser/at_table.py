"""Playing on the page of a game, as users do: with mouse, finger or keyboard."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from playwright.sync_api import FloatRect, Locator, Page, ViewportSize

from harness.browser.contexts import Contexts
from harness.browser.quiet import noise
from harness.service import HOST, Account
from harness.waiting import eventually
from service.http.cookies import SESSION

MOST_TABS = 80
LAPTOP: dict[str, ViewportSize] = {"viewport": {"width": 1366, "height": 768}}

_SIGN_IN = "name => import('/static/shared/session.js').then(session => session.signIn(name))"
_API = "([path, request]) => import('/static/shared/session.js').then(session => session.api(path, request))"
_CELLS = """() => [...document.querySelectorAll(':is(.own, .others, .replay-boards) .board')].map(board => [
    Number(/seat-(\\d)/.exec(board.getAttribute('class'))[1]),
    [...board.querySelectorAll('.domino[data-domino] .cell')].map(({dataset, parentNode}) =>
        [Number(dataset.x), Number(dataset.y), Number(parentNode.dataset.domino)]).sort()])"""
_CENTRE = """square => {
    square.scrollIntoView({block: 'center'});
    const {x, y, width, height} = square.getBoundingClientRect();
    return square.isConnected && width ? [x + width / 2, y + height / 2] : null;
}"""
_LAID = """[...document.querySelectorAll('.ghost.laid .cell')].map(
    ({dataset}) => [Number(dataset.x), Number(dataset.y)])"""


@dataclass(slots=True)
class Player:
    """A player at a page, in a browser context of their own; `loud` lists errors and foreign requests."""

    page: Page
    loud: list[str] = field(default_factory=list)

    def api(self, path: str, method: str = "GET", body: Any = None, **headers: str) -> Any:
        """The API's response to the player."""
        request = {"method": method, "headers": headers} | ({} if body is None else {"body": body})
        return self.page.evaluate(_API, [path, request])

    def open(self, game: str) -> None:
        """Go to the page of a game."""
        self.page.goto(f"/games/{game}")
        self.settled()

    def settled(self) -> None:
        """Wait until the page is no longer busy (`aria-busy`)."""
        self.page.wait_for_selector("#position[aria-busy=false]")

    def see(self, selector: str) -> Locator:
        """The elements that match this selector."""
        return self.page.locator(selector)

    @property
    def has_turn(self) -> bool:
        """True if the page says that it is the player's turn."""
        return self.see(".turn.yours").count() > 0

    @property
    def can_confirm(self) -> bool:
        """True if there is a move to confirm."""
        return self.see("[data-key=confirm]:not([disabled])").count() > 0

    def shown(self) -> dict[int, list[list[int]]]:
        """The dominoes on each board, by its seat: column, row and domino of every square."""
        return dict(self.page.evaluate(_CELLS))

    def centre(self, locator: Locator) -> tuple[float, float]:
        """The coordinates of an element's centre, after scrolling to it, once it is drawn."""
        x, y = eventually(lambda: locator.evaluate(_CENTRE))
        return x, y

    def box(self, locator: Locator) -> FloatRect:
        """The place and size of an element, once it is drawn; the page may be replacing it."""
        return eventually(locator.bounding_box)

    def laid(self) -> list[list[int]]:
        """The squares of the domino placed on trial, first half first."""
        squares: list[list[int]] = self.page.evaluate(_LAID)
        return squares


@contextmanager
def player(contexts: Contexts, base_url: str, name: str, **context: Any) -> Iterator[Player]:
    """Give a new guest; asserts at the end that their page logged no error and requested no other host."""
    with contexts.lent(base_url=base_url, **context) as here:
        page = here.new_page()
        found = Player(page, noise(page, base_url))
        found.page.goto("/")
        found.page.evaluate(_SIGN_IN, name)
        yield found
        assert found.loud == []


def be(page: Page, account: Account) -> None:
    """Sign this player in on the pages that follow."""
    page.context.add_cookies([{"name": SESSION, "value": account.token, "domain": HOST, "path": "/"}])


def table(owner: Player, players: int, **rules: Any) -> str:
    """The id of a game that this player has just created."""
    return str(owner.api("/games", "POST", {"players": players, "rules": rules})["id"])


def play_on(people: Sequence[Player], game: str, until: int, random: Random) -> None:
    """Make random legal moves of these players through the API until this round; other seats have bots.

    Meanwhile their pages are elsewhere, since a game's page would draw each move.
    """
    for each in people:
        each.page.goto("/rules")
    while (state := people[0].api(f"/games/{game}"))["round"] < until:
        seat, version = state["to_act"]["seat"], state["version"]
        if seat < len(people):
            moves = people[seat].api(f"/games/{game}/moves")["moves"]
            sent = {"If-Match": f'"{version}"'}
            people[seat].api(f"/games/{game}/moves", "POST", random.choice(moves), **sent)
        else:
            eventually(partial(_is_after, people[0], game, version))
    for each in people:
        each.open(game)


def _is_after(here: Player, game: str, version: int) -> bool:
    return bool(here.api(f"/games/{game}")["version"] > version)


def cells_of(state: Any) -> dict[int, list[list[int]]]:
    """The dominoes on each board of a state, in the form of `Player.shown`."""
    return {
        kingdom["seat"]: sorted(([c["x"], c["y"], c["domino"]] for c in kingdom["cells"]), key=_as_text)
        for kingdom in state["kingdoms"]
    }


def _as_text(cell: list[int]) -> str:
    return ",".join(map(str, cell))


def any_of(found: Locator, random: Random) -> Locator:
    """A random one of the elements."""
    return found.nth(random.randrange(found.count()))


def click_square(player: Player, square: Locator) -> None:
    """Click the centre of a lit square."""
    player.page.mouse.click(*player.centre(square))


def tap_square(player: Player, square: Locator) -> None:
    """Tap the centre of a lit square."""
    player.page.touchscreen.tap(*player.centre(square))


def drag(player: Player, to: tuple[float, float]) -> None:
    """Drag the domino in hand from its place to a point of the window."""
    box = player.box(player.see(".hand"))
    mouse = player.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(*to, steps=4)
    mouse.up()


def by_mouse(player: Player, random: Random) -> None:
    """Finish the turn with the mouse: click a square, drag the domino there, choose, confirm once."""
    lit = player.see(".own-board .mark.lit")
    if lit.count():
        click_square(player, any_of(lit, random))
        first = player.laid()[0]
        player.see("[data-key=back]").click()
        drag(player, player.centre(lit_at(player, first)))
        assert player.laid()[0] == first
    picks = player.see(".pick")
    if picks.count():
        any_of(picks, random).click()
        assert player.see(".pick[aria-pressed=true]").count() > 0
    assert player.can_confirm, player.see("#position").inner_html()
    player.see("[data-key=confirm]").click()
    player.settled()
    assert player.see("[role=alert]").inner_text() == ""


def lit_at(player: Player, square: list[int]) -> Locator:
    """The lit square with these coordinates."""
    x, y = square
    return player.see(f'.own-board .mark.lit[data-x="{x}"][data-y="{y}"]')


def tab_to(player: Player, selector: str, key: str = "Tab") -> None:
    """Press Tab until an element that matches the selector has the focus."""
    for _ in range(MOST_TABS):
        if player.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        player.page.keyboard.press(key)
    raise AssertionError(f"no way to {selector} by Tab")


def by_keys(player: Player, random: Random) -> None:
    """Finish the turn with the keyboard alone, in the order of Tab."""
    press = player.page.keyboard.press
    if player.see(".own-board .mark.lit").count():
        tab_to(player, ".own-board")
        press("ArrowRight")
        for key in random.choices(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "r"], k=4):
            press(key)
        if not player.see(".ghost.fits").count():
            press("Escape")
            press("ArrowRight")
        press("Enter")
    picks = player.see(".pick")
    if picks.count():
        wanted = any_of(picks, random).get_attribute("data-key")
        tab_to(player, f"[data-key={wanted}]")
        press("Enter")
    tab_to(player, "[data-key=confirm]")
    press("Enter")
    player.settled()


def by_finger(player: Player, random: Random) -> None:
    """Make one tap: confirm, decide, tap the board, or choose a domino, volcanoes first."""
    options, picks = player.see("[data-key^=option-]"), player.see(".pick")
    volcanoes = player.see('.pick:has(use[href^="#craters-"])')
    lit = player.see(".own-board .mark.lit")
    if player.can_confirm:
        player.see(".turn").tap()  # two confirmations at one place at once would be a double tap
        # The browser makes a click of a tap a moment later.
        with player.page.expect_request(lambda request: request.method == "POST"):
            player.see("[data-key=confirm]").tap()
        player.settled()
    elif options.count():
        any_of(options, random).tap()
    elif lit.count():
        tap_square(player, any_of(lit, random))
    elif picks.count():
        any_of(volcanoes if volcanoes.count() else picks, random).tap()
