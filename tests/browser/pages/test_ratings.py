"""Ratings on pages: the leaderboard, the player's page, the result of a game, the form of a new game."""

import pytest
from playwright.sync_api import Page, expect

from harness.browser.at_table import be
from harness.service import Account, Service, ok
from harness.waiting import eventually
from replays.encoding.identity import GameId
from service.application.people.ratings.ledger import RatingLedger
from tests.browser.pages.test_new_game import choice


@pytest.fixture(scope="module")
def pair(service: Service) -> tuple[Account, Account, str]:
    """Give two players and their rated game, which the second one resigned."""
    ann, ben = service.accounts(2)
    game = str(ok(ann.post("/games", {"players": 2, "rated": True}), 201)["id"])
    ok(ben.post(f"/games/{game}/seats", {}), 201)
    ok(ben.post(f"/games/{game}/resign", {}), 201)
    eventually(lambda: ok(ann.get(f"/games/{game}/ratings"))["status"] == "counted")
    return ann, ben, game


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("path", ["", "/replay"])
def test_a_result_shows_the_change(
    page: Page, still_page: Page, pair: tuple[Account, Account, str], path: str, *, scripts: bool
) -> None:
    """The result lists the winner first, with new rating and provisional mark; also without scripts."""
    reader, game = page if scripts else still_page, pair[2]
    last = ok(pair[0].get(f"/games/{game}"))["version"]
    reader.goto(f"/games/{game}{path}{f'?version={last}' if path else ''}")
    row = reader.locator(".counts-table tbody tr").filter(has_text="Rating")
    expect(row.locator("td").nth(0)).to_contain_text("+105")
    expect(row.locator("td").nth(0)).to_contain_text("1605?")
    expect(row.locator("td").nth(1)).to_contain_text("\N{MINUS SIGN}105")


def test_a_table_sees_its_ratings_come(page: Page, service: Service) -> None:
    """A viewer of a rated game's end sees the change without a reload."""
    ann, ben = service.accounts(2)
    game = str(ok(ann.post("/games", {"players": 2, "rated": True}), 201)["id"])
    ok(ben.post(f"/games/{game}/seats", {}), 201)
    be(page, ann)
    page.goto(f"/games/{game}")
    page.wait_for_selector("#position[aria-busy=false]")
    ok(ben.post(f"/games/{game}/resign", {}), 201)
    row = page.locator(".counts-table tbody tr").filter(has_text="Rating")
    expect(row.locator("td").nth(0)).to_contain_text("+105")


def test_an_annulled_game_says_so(page: Page, service: Service) -> None:
    """An annulled game shows the organizer's reason and no numbers."""
    ann, ben = service.accounts(2)
    game = str(ok(ann.post("/games", {"players": 2, "rated": True}), 201)["id"])
    ok(ben.post(f"/games/{game}/seats", {}), 201)
    ok(ben.post(f"/games/{game}/resign", {}), 201)
    eventually(lambda: ok(ann.get(f"/games/{game}/ratings"))["status"] == "counted")
    RatingLedger(service.store).annul(GameId(game), 1, "both were Ann")
    page.goto(f"/games/{game}")
    expect(page.locator(".result")).to_contain_text("An organizer annulled this game: both were Ann.")
    expect(
        page.locator(".counts-table tbody tr").filter(has_text="Rating").locator("td").nth(0)
    ).to_have_text("\N{EN DASH}")


def test_the_leaderboard(page: Page, pair: tuple[Account, Account, str]) -> None:
    """The leaderboard has pools, provisional ratings on demand with a mark, and links to the players."""
    page.goto("/ratings")
    expect(page.get_by_text("Nobody has an established rating here yet.")).to_be_visible()
    page.get_by_role("link", name="With provisional ratings").click()
    row = page.get_by_role("row").filter(has_text=pair[0].name)
    expect(row).to_contain_text("1605")
    expect(row.locator(".visually-hidden")).to_have_text("provisional")
    page.get_by_role("navigation", name="Leaderboards").get_by_role("link", name="Mighty Duel").click()
    expect(page.get_by_text("Nobody is rated here yet.")).to_be_visible()
    page.go_back()
    page.get_by_role("row").get_by_role("link", name=pair[0].name, exact=True).click()
    expect(page.get_by_role("heading", name="Ratings")).to_be_visible()
    expect(page.locator(".rating-card")).to_contain_text("1605")
    expect(page.get_by_role("img", name="Between 1500 and 1605 in the latest games")).to_be_visible()
    assert page.goto("/ratings?pool=chess").status == 404  # type: ignore[union-attr]


def test_a_table_says_that_it_is_rated(page: Page, service: Service) -> None:
    """The lobby and the terms say that a table is rated, before anybody joins."""
    owner = service.account("Rita")
    game = str(ok(owner.post("/games", {"players": 2, "rated": True}), 201)["id"])
    page.goto("/")
    expect(page.locator("#open .card").filter(has_text="Rita")).to_contain_text("Rated")
    page.goto(f"/games/{game}")
    expect(page.locator("#terms")).to_contain_text("Rated. The result changes the players' ratings.")


def test_the_form_rates_games_of_people(page: Page, service: Service) -> None:
    """Tables open to everybody are rated by default, but not with a bot on a seat or for a time-out."""
    be(page, service.account())
    page.goto("/new?preset=open")
    fold = page.locator(".fold").filter(has_text="Who may come")
    fold.locator("summary").click()
    page.locator(".fold").filter(has_text="Clock").locator("summary").click()
    expect(choice(page, "rated", "true")).to_be_checked()
    expect(choice(page, "on_timeout", "bot")).to_be_disabled()
    expect(choice(page, "on_timeout", "forfeit")).to_be_checked()
    page.get_by_label("Seat 2").select_option("A fair bot")
    expect(choice(page, "rated", "true")).to_be_disabled()
    expect(choice(page, "rated", "false")).to_be_checked()
    expect(fold).to_contain_text("A game with bots is not rated.")
    expect(choice(page, "on_timeout", "bot")).to_be_enabled()
    page.get_by_label("Seat 2").select_option("A person")
    choice(page, "rated", "true").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/games/*")
    expect(page.locator("#terms, .terms").first).to_contain_text("Rated")
