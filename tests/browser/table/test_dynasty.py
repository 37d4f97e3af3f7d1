"""A dynasty of two people: each game is opened automatically, and every table shows the totals."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from harness.browser.at_table import be
from harness.browser.contexts import Contexts
from harness.games import seeded
from harness.play.dynasty_play import games_of, shown
from harness.play.playing import Game, move
from harness.service import SCORED_SECONDS, Account, Service, ok
from harness.waiting import eventually


@contextmanager
def page_of(contexts: Contexts, base_url: str, account: Account, **options: bool) -> Iterator[Page]:
    """Give a page of a browser in which the account is signed in."""
    with contexts.lent(base_url=base_url, **options) as context:
        page = context.new_page()
        be(page, account)
        yield page


def play(players: list[Account], dynasty: str, number: int) -> str:
    """Play the dynasty's game of this number to its end; gives its id."""
    games = eventually(lambda: games_of(players[0], dynasty, number), SCORED_SECONDS)
    move(Game(games[-1]["id"], players), seeded(number))
    eventually(lambda: players[0].state(games[-1]["id"])["status"] == "scored", SCORED_SECONDS)
    return str(games[-1]["id"])


def sums(player: Account, games: list[str]) -> str:
    """The points of both seats in these games, as a table of the dynasty shows them."""
    kingdoms = [player.state(game)["kingdoms"] for game in games]
    return " : ".join(str(sum(each[seat]["score"]["total"] for each in kingdoms)) for seat in (0, 1))


def text_of(page: Page) -> str:
    """The line that names the game's number, without texts for screen readers only."""
    return str(
        page.evaluate("""() => {
        const line = document.querySelector('.series').cloneNode(true);
        for (const name of line.querySelectorAll('.visually-hidden')) name.remove();
        return line.textContent.replace(/\\s+/g, ' ').trim();
    }""")
    )


def test_everybody_is_led_to_the_game(contexts: Contexts, base_url: str, service: Service) -> None:
    """The opener waits on the dynasty's page; with the last seat both are at the first game's table."""
    ann, bob = service.accounts(2)
    dynasty = ok(ann.post("/dynasties", {"players": 2}), 201)["id"]
    with page_of(contexts, base_url, ann) as first, page_of(contexts, base_url, bob) as second:
        first.goto(f"/dynasties/{dynasty}")
        second.goto(f"/dynasties/{dynasty}")
        second.get_by_role("button", name="Take a seat").click()
        for page in (first, second):
            expect(page).to_have_url(re.compile("/games/"))
            page.wait_for_load_state()
            assert text_of(page) == "Game 1 of 3"
        first.goto(f"/dynasties/{dynasty}")  # a player who returns to the standings is not redirected again
        expect(first.get_by_role("link", name="Go to game 1")).to_be_visible()


def test_a_bot_is_added_on_the_page(contexts: Contexts, base_url: str, service: Service) -> None:
    """An opener adds bots one by one, and is led to the first game with the last one."""
    ann = service.account()
    dynasty = ok(ann.post("/dynasties", {"players": 3}), 201)["id"]
    with page_of(contexts, base_url, ann) as page:
        page.goto(f"/dynasties/{dynasty}")
        page.get_by_label("Or play against a bot").select_option("A fair bot")
        page.get_by_role("button", name="Add it").click()
        expect(page.get_by_text("Waiting for 1 more player.")).to_be_visible()
        page.get_by_role("button", name="Add it").click()
        expect(page).to_have_url(re.compile("/games/"))
    bots = [seat.get("bot") for seat in shown(ann, dynasty)["players"]]
    assert bots == [None, "greedy", "steady"]


def test_the_sums_are_shown_at_every_table(contexts: Contexts, base_url: str, service: Service) -> None:
    """A finished game leads to the next one, not to a rematch: live, as a replay, and without scripts."""
    players = service.accounts(2)
    dynasty = ok(players[0].post("/dynasties", {"players": 2}), 201)["id"]
    ok(players[1].post(f"/dynasties/{dynasty}/seats", {}), 201)
    eventually(lambda: games_of(players[0], dynasty, 1), SCORED_SECONDS)
    with page_of(contexts, base_url, players[0]) as page:
        page.goto(f"/games/{shown(players[0], dynasty)['games'][0]['id']}")
        first = play(players, dynasty, 1)
        page.get_by_role("link", name="Go to game 2 of the dynasty").click()
        page.wait_for_url(lambda url: not url.endswith(first))
        assert text_of(page) == f"Game 2 of 3 {sums(players[0], [first])}"
        page.goto(f"/games/{first}")
        expect(page.get_by_role("link", name="Go to game 2 of the dynasty")).to_be_visible()
        expect(page.locator("[data-key=rematch]")).to_have_count(0)
        page.goto(f"/games/{first}/replay")
        assert text_of(page) == f"Game 1 of 3 {sums(players[0], [first])}"
        second, third = play(players, dynasty, 2), play(players, dynasty, 3)
        page.goto(f"/games/{third}")
        expect(page.get_by_role("link", name="See who won the dynasty")).to_be_visible()
        assert text_of(page) == f"Game 3 of 3 {sums(players[0], [first, second, third])}"
    refused = players[0].post(f"/games/{second}/rematch", {})
    assert (refused.status, refused.code) == (409, "dynasty/goes-on")
    assert ok(players[0].mine("GET", f"/games/{second}"))["dynasty"] == {"id": dynasty, "number": 2}
    with page_of(contexts, base_url, players[1], java_script_enabled=False) as still:
        still.goto(f"/games/{second}")
        before, after = sums(players[0], [first]), sums(players[0], [first, second])
        assert before != after
        expect(still.locator(".series .sums")).to_contain_text(after.split(" : ")[0])
        expect(still.locator(".series")).to_contain_text("Game 2 of 3")


@pytest.mark.parametrize("number", [1, 3])
def test_a_rematch_is_offered_after_the_last_game_only(service: Service, number: int) -> None:
    """Only the last game offers a rematch; after the others the next game follows automatically."""
    players = service.accounts(2)
    dynasty = ok(players[0].post("/dynasties", {"players": 2}), 201)["id"]
    ok(players[1].post(f"/dynasties/{dynasty}/seats", {}), 201)
    games = [play(players, dynasty, each) for each in range(1, number + 1)]
    actions = ok(players[0].mine("GET", f"/games/{games[-1]}"))["actions"]
    assert ("rematch" in {action["action"] for action in actions}) == (number == 3)
