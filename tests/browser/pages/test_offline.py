"""Losing and regaining the connection: the page reports it in time, and keeps an unconfirmed move."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from harness.browser.at_table import LAPTOP, Player, be, click_square, player
from harness.browser.contexts import Contexts
from harness.processes import free_port
from harness.service import HOST, Service, environment, processes
from harness.store.server import running_server
from tests.browser.table.test_news import in_turns, move

DOWN = "No connection"
BACK = "Connected again"


@pytest.fixture
def placing(people: tuple[Player, Player]) -> Iterator[tuple[Player, str]]:
    """Give Ann, and a game in which she is to place a domino."""
    ann, _ = people
    game = in_turns(people)
    ann.open(game)
    for _ in range(2):
        move(people, game)
    expect(ann.see(".hand")).to_be_visible()
    yield ann, game
    ann.page.context.set_offline(False)
    ann.page.evaluate("localStorage.clear()")
    del ann.loud[:]  # the browser's errors about failed requests


def lay(here: Player) -> tuple[list[list[int]], str | None]:
    """Lay the domino and choose the last one of the line; gives the place and the choice."""
    click_square(here, here.see(".own-board .mark.lit").first)
    pick = here.see(".pick").last
    pick.click()
    return here.laid(), pick.get_attribute("data-key")


def expect_tried(here: Player, tried: tuple[list[list[int]], str | None]) -> None:
    """Check that the domino lies there and the choice is marked."""
    squares, wish = tried
    expect(here.see(".ghost.laid .cell")).to_have_count(2)
    assert here.laid() == squares
    expect(here.see(f"[data-key={wish}]")).to_have_attribute("aria-pressed", "true")


def confirm(here: Player) -> None:
    """Confirm the move."""
    here.see("[data-key=confirm]").click()
    here.settled()


def test_what_was_tried_is_there_after_the_page_was_loaded_again(placing: tuple[Player, str]) -> None:
    """A reload restores an unconfirmed domino and choice, unless the turn has passed or they were undone."""
    ann, game = placing
    tried = lay(ann)
    ann.open(game)
    expect_tried(ann, tried)
    ann.see("[data-key=back]").click()
    ann.open(game)
    expect(ann.see(".hand")).to_be_visible()
    assert ann.laid() == []
    tried = lay(ann)
    ann.open(game)
    expect_tried(ann, tried)
    confirm(ann)
    squares = [cell[:2] for cell in ann.shown()[0]]
    assert squares == sorted(tried[0])
    assert ann.page.evaluate("JSON.stringify(localStorage)") == "{}"
    while ann.api(f"/games/{game}")["to_act"]["seat"] == 0:
        move((ann,), game)


def test_the_page_says_that_the_network_is_gone_and_keeps_what_is_tried(placing: tuple[Player, str]) -> None:
    """The page reports the loss; a confirmed move waits, and can be taken back."""
    ann, game = placing
    lay(ann)
    version = ann.api(f"/games/{game}")["version"]
    ann.page.context.set_offline(True)
    notice = ann.see(".connection")
    expect(notice).to_contain_text(DOWN)
    ann.see("[data-key=back]").click()
    tried = lay(ann)
    confirm(ann)
    expect(ann.see(".bar")).to_contain_text("Your move waits to be sent.")
    expect_tried(ann, tried)
    ann.see("[data-key=take-back]").click()
    expect(ann.see("[data-key=confirm]")).to_be_enabled()
    ann.page.context.set_offline(False)
    expect(notice).to_contain_text(BACK)
    expect(ann.see(".bar [role=alert]")).to_have_text("")
    expect_tried(ann, tried)
    assert ann.api(f"/games/{game}")["version"] == version
    confirm(ann)
    assert sorted(tried[0]) == [cell[:2] for cell in ann.shown()[0]]


def test_a_move_without_an_answer_is_told(placing: tuple[Player, str]) -> None:
    """A request without a response on a live connection is reported."""
    ann, _ = placing
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ann.page.route("**/moves", hold)
    lay(ann)
    ann.see("[data-key=confirm]").click()
    expect(ann.see(".connection")).to_contain_text(DOWN)
    for route in held:
        route.continue_()
    ann.page.unroute("**/moves")
    expect(ann.see(".connection")).to_contain_text(BACK)
    ann.settled()


def test_a_service_that_stops_and_starts_again(contexts: Contexts) -> None:
    """The page reports that the service stopped and is back, and keeps the unconfirmed move."""
    port = free_port()
    with ExitStack() as stack:
        server = stack.enter_context(running_server())
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="service-")))
        environ = environment(server.url, data)
        with processes(environ, port, ["web"]):
            service = Service(server.url, port, stack)
            accounts = service.accounts(2)
            game = service.table(accounts)
            owner = accounts[seat := accounts[0].moves(game)["seat"]]
            here = stack.enter_context(player(contexts, f"http://{HOST}:{port}", "Ann", **LAPTOP))
            be(here.page, owner)
            here.open(game)
            expect(here.see(".pick")).to_have_count(4)
            here.see(".pick").first.click()
        expect(here.see(".connection")).to_contain_text(DOWN)
        expect(here.see(".pick[aria-pressed=true]")).to_have_count(1)
        with processes(environ, port, ["web"]):
            expect(here.see(".connection")).to_contain_text(BACK)
            expect(here.see(".pick[aria-pressed=true]")).to_have_count(1)
            confirm(here)
            expect(here.see(f".line [data-seat='{seat}']")).to_have_count(1)
            del here.loud[:]
