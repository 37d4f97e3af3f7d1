"""A watched move costs no request, and the page shows the same as after a reload."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, Response, expect

from harness.browser.at_table import LAPTOP, Player, be, player
from harness.browser.contexts import Contexts
from harness.games import seeded
from harness.service import Account, Service, ok
from harness.waiting import eventually
from tests.browser.support.guests import Guest

CLOCK = {"policy": "fischer", "initial": 3_600, "increment": 3_600, "cap": 36_000}
"""Each turn adds an hour for the player, so that an old deadline cannot look like a new one."""
STREAM = "/api/v1/events"
"""One tab holds the stream for all tabs, and another takes over when it is reloaded."""
SEEN = "PUT seen"
"""Tells what is in view; at most one in ten seconds, whatever the moves."""
TURNS = 8
RELOAD_SECONDS = 60
COARSE = 4
"""The seconds by which the page may show less than are left, rounded down."""
MOVES = {"DominoChosen", "DominoPlaced", "DominoDiscarded"}

SHOWN = """() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const text = (selector) => all(selector).map(({ innerHTML }) => innerHTML);
    const left = document.querySelector('.clock').textContent;
    const [hours, minutes, seconds] = left.split(/\\D/).map(Number);
    return [
        ['.turn', '.meta', '.own', '.others', '.lines', '.bar', '.menu-entries', '.result'].map(text),
        3600 * hours + 60 * minutes + seconds,
    ];
}"""
"""The boards, lines, points, turn and buttons, and the seconds left."""

STILL = {**LAPTOP, "reduced_motion": "reduce"}
"""New elements appear without motion."""

HIDE = """hidden => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
}"""


class Watcher:
    """A viewer at the page of a game, with or without account and seat, and the requests of the page."""

    def __init__(
        self,
        here: Player,
        game: str,
        seat: int | None = None,
        *,
        is_signed_in: bool = True,
        is_first_tab: bool = True,
    ) -> None:
        self.here = here
        self.seat = seat
        self.is_signed_in = is_signed_in
        self.asked: list[str] = []
        with self._new_stream() if is_first_tab else nullcontext():
            here.open(game)
        here.page.on("request", self._note)

    def _note(self, request: Request) -> None:
        path = urlsplit(request.url).path
        asked = f"{request.method} {path.rpartition('/')[2]}"
        if path.startswith("/api/") and path != STREAM and asked != SEEN:
            self.asked.append(asked)

    @property
    def page(self) -> Page:
        """The page."""
        return self.here.page

    @contextmanager
    def _new_stream(self) -> Iterator[None]:
        """Wait until a tab of this browser has a new stream of the game.

        Events that happen before are sent without their changes, so the page requests the state for them.
        """
        with self.page.context.expect_event("response", _is_stream):
            yield

    def sees(self, move: int) -> None:
        """Wait until the page shows the version of this move."""
        moves = self.here.see(".panels .moves")
        if moves.get_attribute("open") is None:
            moves.locator("summary").click()
        last = moves.locator(f"li[value='{move}']")
        expect(last).to_have_count(1)
        self.here.settled()

    def check(self) -> None:
        """Check that a reload shows the same, and forget the requests; the page is its browser's leader."""
        shown, left = self._shown()
        with self._new_stream():
            self.page.reload()
            self.here.settled()
        after, left_after = self._shown()
        assert after == shown
        assert left - RELOAD_SECONDS < left_after <= left + COARSE
        self.asked.clear()

    def _shown(self) -> Any:
        """The content of the page, once the gains of offers and the state of the talk are loaded."""
        expect(self.page.locator(".pick .gain:empty")).to_have_count(0)
        if self.is_signed_in:
            expect(self.page.locator("[data-key=mute-talk]")).to_have_count(1)
        return self.page.evaluate(SHOWN)


def _is_stream(answer: Response) -> bool:
    """True if this is an open stream of a game."""
    url = urlsplit(answer.url)
    return answer.ok and url.path == STREAM and "game=" in url.query


def made_at(state: Any, account: Account) -> int:
    """The version of the last move in a game; automatic events may follow it."""
    events = ok(account.get(f"/games/{state['id']}/events"))["events"]
    return max(int(event["version"]) for event in events if event["type"] in MOVES)


@pytest.fixture(scope="module")
def accounts(service: Service) -> list[Account]:
    """Give two players and a spectator."""
    return service.accounts(3)


@pytest.fixture
def game(accounts: list[Account]) -> str:
    """Give a two-player game with a clock, once the notices of its start exist."""
    ann, bob, _ = accounts
    game = ok(ann.post("/games", {"players": 2, "clock": CLOCK}), 201)["id"]
    ok(bob.post(f"/games/{game}/seats", {}), 201)
    mover = (ann, bob)[ann.moves(game)["seat"]]
    eventually(lambda: "game_started" in kinds_of(ann, game) and "turn" in kinds_of(mover, game))
    return str(game)


def kinds_of(account: Account, game: str) -> set[str]:
    """The kinds of an account's notices about a game."""
    notices = ok(account.mine("GET", "/me/notices"))["notices"]
    return {each["kind"] for each in notices if each["game"] == game}


@pytest.fixture
def watchers(
    contexts: Contexts, base_url: str, accounts: list[Account], game: str
) -> Iterator[list[Watcher]]:
    """Give pages of both players, a spectator and a signed-out viewer; the first player has a second tab."""
    with ExitStack() as stack:
        found = []
        for seat, account in zip((0, 1, None), accounts, strict=True):
            here = stack.enter_context(player(contexts, base_url, account.name, **STILL))
            be(here.page, account)
            found.append(Watcher(here, game, seat))
        stranger = stack.enter_context(contexts.lent(base_url=base_url, **STILL))
        tab = Player(found[0].page.context.new_page())
        nobody = Watcher(Player(stranger.new_page()), game, is_signed_in=False)
        yield [*found, nobody, Watcher(tab, game, seat=0, is_first_tab=False)]


def test_a_watched_move_costs_no_request(accounts: list[Account], game: str, watchers: list[Watcher]) -> None:
    """A move costs watchers no request, nor a second tab, nor for a notice; all see the same content.

    The player to move requests the legal moves once, and once the gains of the dominoes.
    """
    random = seeded(3)
    for turn in range(TURNS):
        offered = accounts[0].moves(game)
        mover = offered["seat"]
        for watcher in watchers:
            watcher.asked.clear()
        move = random.choice(offered["moves"])
        state = ok(accounts[mover].move(game, move, offered["version"]), 201)
        for watcher in watchers:
            watcher.sees(made_at(state, accounts[0]))
            if state["to_act"]["seat"] == watcher.seat:
                expect(watcher.page.locator(".pick").first).to_be_visible()
                assert watcher.asked == ["GET moves", "GET offers"], (turn, move, watcher.seat)
            else:
                assert watcher.asked == [], (turn, move, watcher.seat)
        if turn % 5 == 4:
            for watcher in watchers:
                watcher.check()


def test_a_hidden_page_asks_for_no_moves(accounts: list[Account], game: str, watchers: list[Watcher]) -> None:
    """A hidden page requests no moves; when visible again, it offers the available actions."""
    seat = accounts[0].moves(game)["seat"]
    mover, page = accounts[seat], watchers[seat].page
    page.evaluate(HIDE, arg=True)
    watchers[seat].asked.clear()
    while (offered := mover.moves(game))["seat"] == seat:
        state = ok(mover.move(game, offered["moves"][0], offered["version"]), 201)
    watchers[seat].sees(made_at(state, mover))
    other = accounts[1 - seat]
    while (offered := other.moves(game))["seat"] != seat:
        state = ok(other.move(game, offered["moves"][0], offered["version"]), 201)
    watchers[seat].sees(made_at(state, mover))
    assert watchers[seat].asked == []
    expect(page.locator(".turn")).to_have_class(re.compile("yours"))
    with page.expect_response(lambda answer: answer.url.endswith("/moves")):
        page.evaluate(HIDE, arg=False)
    expect(page.locator(".pick, .own-board .mark.lit").first).to_be_visible()
    watchers[seat].here.settled()
    watchers[seat].check()


def test_a_table_that_may_not_be_watched_any_more_says_so(guests: list[Guest]) -> None:
    """A table without spectators starts: its page says it, and does not ask for it again."""
    ann, bob, cleo = guests
    game = str(ok(ann.account.post("/games", {"players": 2, "spectators": False, "talk": False}), 201)["id"])
    ann.here.open(game)
    with cleo.here.page.expect_response(lambda answer: f"game={game}" in answer.url and answer.ok):
        cleo.here.open(game)
    asked: list[str] = []
    cleo.here.page.on("request", lambda request: asked.append(request.url))
    ok(bob.account.post(f"/games/{game}/seats", {}), 201)
    cleo.sees("You may not watch this game any more.", "[role=alert]")
    cleo.sees("All seats are taken")
    ann.here.settled()
    assert [url for url in asked if game in url] == []
    assert ann.here.see("[role=alert]").inner_text() == ""
