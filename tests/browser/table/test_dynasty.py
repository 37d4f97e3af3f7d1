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
from service.application.games.presets import FIRST_BOT


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
    """An opener adds bots one by one, and is led to the first game with the last one.

    The preselected bot is an easy one, as the opener has won no game.
    """
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
    assert bots == [None, "greedy", FIRST_BOT]


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
        page.get_by_role("link", name="See who won the dynasty").click()
        expect(page.get_by_role("link", name="Replay 3")).to_be_visible()
        page.emulate_media(media="print")
        expect(page.locator("main tbody tr")).to_have_count(2)
        expect(page.locator("main :is(tfoot, summary, .button, #sent):visible")).to_have_count(0)
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


def test_a_dynasty_against_a_bot_begins_at_once(contexts: Contexts, base_url: str, service: Service) -> None:
    """After a game against a bot, "Play a dynasty" leads to the table of the dynasty's first game."""
    account = service.account()
    over = str(ok(account.post("/games", {"players": 2}), 201)["id"])
    ok(account.post(f"/games/{over}/bots", {"policy": "random"}), 201)
    ok(account.post(f"/games/{over}/abort", {}), 201)
    with page_of(contexts, base_url, account) as page:
        page.goto(f"/games/{over}")
        page.get_by_role("button", name="Play a dynasty").click()
        page.wait_for_url(re.compile(rf"/games/(?!{over})"))
        assert text_of(page) == "Game 1 of 3"


def test_the_end_of_a_dynasty(contexts: Contexts, base_url: str, service: Service) -> None:
    """The standings mark who won, are shared by their link, and lead to another dynasty or a single game."""
    players = service.accounts(2)
    dynasty = ok(players[0].post("/dynasties", {"players": 2}), 201)["id"]
    ok(players[1].post(f"/dynasties/{dynasty}/seats", {}), 201)
    with page_of(contexts, base_url, players[0]) as page:
        page.goto(f"/dynasties/{dynasty}")
        expect(page.locator("#afterwards, .won")).to_have_count(0)
        for number in (1, 2, 3):
            play(players, dynasty, number)
        eventually(lambda: shown(players[0], dynasty)["winners"] is not None, SCORED_SECONDS)
        page.goto(f"/dynasties/{dynasty}")
        winners = [players[seat].name for seat in shown(players[0], dynasty)["winners"]]
        rows = page.locator("tbody tr", has=page.locator(".won"))
        expect(rows.locator("th a")).to_have_text(winners)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.evaluate("navigator.share = undefined")
        page.get_by_role("button", name="Share").click()
        expect(page.locator("#told")).to_have_text("Copied.")
        assert page.evaluate("navigator.clipboard.readText()") == page.url
        page.get_by_role("button", name="Play a single game").click()
        page.wait_for_url(re.compile("/games/"))
        page.goto(f"/dynasties/{dynasty}")
        page.get_by_role("button", name="Play another dynasty").click()
        page.wait_for_url(re.compile(rf"/dynasties/(?!{dynasty})"))
    with page_of(contexts, base_url, service.account()) as page:
        page.goto(f"/dynasties/{dynasty}")
        expect(page.get_by_role("button", name="Share")).to_be_visible()
        expect(page.get_by_role("button", name="Play")).to_have_count(0)
