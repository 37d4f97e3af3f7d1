"""What happened since the last visit of a game: counted on every device, and a step away."""

import re

import pytest
from playwright.sync_api import Page, expect

from harness.browser.at_table import LAPTOP, Player, be, player
from harness.browser.contexts import Contexts
from harness.service import Account, Service, ok
from harness.waiting import PATIENCE, eventually


def moved(game: str, people: tuple[Account, Account], moves: int) -> int:
    """Make so many legal moves; gives the version after them."""
    for _ in range(moves):
        state = people[0].state(game)
        mover = people[state["to_act"]["seat"]]
        ok(mover.move(game, mover.moves(game)["moves"][0], state["version"]), 201)
    return int(people[0].state(game)["version"])


def stored(owner: Account, game: str) -> int | None:
    """The version that the account has seen."""
    found: int | None = ok(owner.mine("GET", f"/games/{game}/since"))["seen"]
    return found


@pytest.mark.smoke
def test_new_events_on_another_device(contexts: Contexts, base_url: str, service: Service) -> None:
    """The table names the turn and the opponent in its title, and counts what came between two visits."""
    ann, ben = service.account("Ann"), service.account("Ben")
    game = service.table((ann, ben))
    first = moved(game, (ann, ben), 3)
    with (
        player(contexts, base_url, "Guest", **LAPTOP) as laptop,
        player(contexts, base_url, "Guest") as phone,
    ):
        for here in (laptop, phone):
            be(here.page, ann)
        visit(laptop, game, None)
        turn = "● Your turn: Ben" if laptop.has_turn else "Ben is to move"
        expect(laptop.page).to_have_title(re.compile(rf"^(\(\d+\) )?{turn} \u2013 Kingdomino$"))
        laptop.page.goto("/rules")
        eventually(lambda: stored(ann, game) == first)
        head = moved(game, (ann, ben), 2)
        phone.page.goto("/")
        expect(phone.see("#mine .unseen")).to_contain_text(f"{head - first} new events")
        phone.page.goto(f"/watch?game={game}")
        expect(phone.see("#stage .unseen")).to_contain_text(f"{head - first} new events")
        visit(phone, game, head - first)
        expect(phone.see(".fresh")).to_have_attribute("href", f"/games/{game}/replay?version={first + 1}")
        eventually(lambda: stored(ann, game) == head)
        visit(phone, game, None)
        phone.page.goto("/rules")
        ok(ben.post(f"/games/{game}/resign", {}), 201)  # the game ends, and needs no entry any more
        eventually(lambda: ann.state(game)["status"] == "scored")
        visit(phone, game, ann.state(game)["version"] - head)
        eventually(lambda: stored(ann, game) is None)


def test_what_was_watched_is_seen(contexts: Contexts, base_url: str, service: Service) -> None:
    """A page that is left stores it, also where a service worker keeps pages: a step back counts nothing."""
    ann, ben = service.account("Ann"), service.account("Ben")
    game = service.table((ann, ben))
    first = moved(game, (ann, ben), 3)
    with player(contexts, base_url, "Guest", **LAPTOP) as here:
        be(here.page, ann)
        visit(here, game, None)
        here.page.goto("/rules")
        eventually(lambda: stored(ann, game) == first)
        visit(here, game, None)
        head = moved(game, (ann, ben), 2)
        here.see(".panels .moves summary").click()
        expect(here.see(f".panels .moves li[value='{head}']")).to_have_count(1)
        here.page.goto("/rules")
        eventually(lambda: stored(ann, game) == head)
        here.page.go_back()
        here.page.wait_for_selector("#position[aria-busy=false]")
        expect(here.see(".fresh")).to_be_hidden()


HIDING = """hidden => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_what_another_device_shows_is_seen(contexts: Contexts, base_url: str, service: Service) -> None:
    """What an open page shows, no other device counts: no list, and no page that comes back into view."""
    ann, ben = service.account("Ann"), service.account("Ben")
    game = service.table((ann, ben))
    moved(game, (ann, ben), 3)
    with (
        player(contexts, base_url, "Guest", **LAPTOP) as laptop,
        player(contexts, base_url, "Guest") as phone,
    ):
        for here in (laptop, phone):
            be(here.page, ann)
        visit(phone, game, None)
        phone.page.evaluate(HIDING, arg=True)
        visit(laptop, game, None)
        head = moved(game, (ann, ben), 2)
        eventually(lambda: stored(ann, game) == head, 2 * PATIENCE)
        with phone.page.expect_response("**/since"):
            phone.page.evaluate(HIDING, arg=False)
        expect(phone.see(".fresh")).to_be_hidden()
        phone.page.goto("/")
        expect(phone.see("#mine .card")).to_be_visible()
        expect(phone.see("#mine .unseen")).to_have_count(0)


def test_lists_count_for_readers_without_an_account(page: Page, service: Service) -> None:
    """Lists tell a reader without an account what came since this browser's last visit."""
    people = (service.account(), service.account())
    # Of two openers: a second table of one comes after the first tables of all others, maybe on another page.
    game, unvisited = service.table(people), service.table(people[::-1])
    first = moved(game, people, 2)
    spectator = Player(page)
    visit(spectator, game, None)
    page.goto("/rules")
    head = moved(game, people, 2)
    for path in ("/games?status=active", f"/players/{people[0].id}?status=active"):
        page.goto(path)
        expect(page.locator(f".unseen[data-game='{unvisited}']")).to_be_hidden()
        link = page.locator(f".unseen[data-game='{game}']")
        expect(link).to_have_text(f"{head - first} new events since your last visit")
        expect(link).to_have_attribute("href", f"/games/{game}/replay?version={first + 1}")
    page.goto(f"/watch?game={game}")
    link = page.locator("#stage .unseen")
    expect(link).to_have_text(f"{head - first} new events since your last visit")
    head = moved(game, people, 1)
    expect(link).to_have_text(f"{head - first} new events since your last visit")
    expect(link).to_have_attribute("href", f"/games/{game}/replay?version={first + 1}")
    visit(spectator, game, head - first)


def visit(here: Player, game: str, new: int | None) -> None:
    """Open the game; the page counts so many new events, or none."""
    here.open(game)
    if new is None:
        expect(here.see(".fresh")).to_be_hidden()
    else:
        expect(here.see(".fresh")).to_have_text(f"{new} new event{'s' if new > 1 else ''}")
