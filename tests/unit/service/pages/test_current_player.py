"""The current player on every page, from the session cookie, and never cached for others."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from werkzeug.test import TestResponse

from harness.play.signing_in import Browser, World
from service.http.authentication import COOKIE

WITHOUT_SCRIPTS = "/nothing"
PAGES = ("/", "/new", "/rules", "/tutorial", "/sign-in", "/account", "/api/v1/docs", WITHOUT_SCRIPTS)


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    """Give the application."""
    made = World()
    yield made
    made.hub.close()


def me(page: TestResponse) -> Any:
    """The player that the page gives to its scripts."""
    found = re.search(r'id="me"[^>]*>(.*?)</script>', page.text)
    assert found, page.text
    return json.loads(found[1])


def account_link(page: TestResponse) -> tuple[str, str]:
    """The URL and text of the account link in the header."""
    found = re.search(r'id="account".*?<a href="([^"]*)"[^>]*>([^<]*)</a>', page.text, re.DOTALL)
    assert found, page.text
    return found[1], found[2]


def get(browser: Browser, path: str) -> TestResponse:
    """A page after redirects."""
    return browser.client.get(path, follow_redirects=True)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_shows_who_is_here(world: World, path: str) -> None:
    """It has the name and the account link; shared caches do not store it."""
    ann = world.browser()
    player = ann.guest("Ann & Ben")
    page = get(ann, path)
    assert path == WITHOUT_SCRIPTS or me(page) == {"id": player, "name": "Ann & Ben"}
    assert account_link(page) == ("/account", "Ann &amp; Ben")
    assert page.vary.as_set() >= {"cookie"}
    assert page.cache_control.no_store or (page.cache_control.private and page.cache_control.no_cache)


@pytest.mark.parametrize("path", PAGES)
def test_to_strangers_every_page_shows_the_way_in(world: World, path: str) -> None:
    """Without a cookie, and with an invalid one, it has the sign-in link."""
    world.browser().guest()
    stranger, late = world.browser(), world.browser()
    late.client.set_cookie(COOKIE, "of-nobody")
    for browser in (stranger, late):
        page = get(browser, path)
        assert path == WITHOUT_SCRIPTS or me(page) is None
        assert account_link(page) == ("/sign-in", "Sign in")
        assert "cookie" in page.vary.as_set()
        assert page.cache_control.no_store or page.cache_control.no_cache


def test_a_form_of_another_site_gets_its_answer(world: World) -> None:
    """The response is 403, and rendering its page does not fail."""
    ann = world.browser()
    ann.guest()
    answer = ann.client.post("/account/name", data={"name": "X"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403


def test_a_new_name_is_shown_at_once(world: World) -> None:
    """The page after the form has the new name."""
    ann = world.browser()
    ann.guest("Ann")
    answer = ann.form("/account/name", name="Anna")
    assert account_link(get(ann, answer.headers["Location"])) == ("/account", "Anna")


def test_my_games_and_people(world: World) -> None:
    """The lobby has one's own games, the form known and requested players; strangers have neither."""
    ann, bob, eve = (world.browser() for _ in range(3))
    ann.guest("Ann")
    names = {"Bob": bob.guest("Bob"), "Eve": eve.guest("Eve")}
    made = ann.ask("POST", "/games", {"players": 2, "clock": {"policy": "per_turn", "seconds": 7200}}).json
    assert made
    assert bob.ask("POST", f"/games/{made['id']}/seats", {}).status_code == 201
    lobbies = [get(browser, "/").text for browser in (ann, bob, eve)]
    ours = [own_games(text) for text in lobbies]
    assert [f'href="/games/{made["id"]}"' in text for text in ours] == [True, True, False]
    assert sum("Next game that waits for me" in text for text in ours) == 1
    assert re.search(r'<time datetime="[0-9T:+-]+">in (1 hour|2 hours), .* UTC</time>', ours[0])
    form = get(ann, f"/new?invited={names['Eve']}&invited=nobody").text
    offered = re.findall(r'name="invited" value="([^"]*)"( checked)?', form)
    assert offered == [(names["Eve"], " checked"), (names["Bob"], "")]
    assert 'name="invited"' not in get(eve, "/new").text


def test_tables_at_which_one_can_sit_down(world: World) -> None:
    """The lobby offers games and dynasties, except one's own and those for others."""
    ann, bob, eve = (world.browser() for _ in range(3))
    ann.guest("Ann")
    guest = bob.guest("Bob")
    tables = {
        path + str(more): open_table(ann, path, **more)
        for path in ("/games", "/dynasties")
        for more in ({}, {"invited": [guest]}, {"visibility": "private"})
    }
    everybodys = {tables["/games{}"], tables["/dynasties{}"]}
    invited = {table for name, table in tables.items() if "invited" in name}
    for browser, expected in ((ann, set()), (bob, everybodys | invited), (eve, everybodys)):
        offered = re.findall(r'data-table="([^"]*)"', get(browser, "/").text)
        assert set(offered) & set(tables.values()) == expected
    mine = own_games(get(ann, "/").text)
    assert all(table in mine for table in tables.values())


def own_games(lobby: str) -> str:
    """The part of the lobby with one's own games."""
    return lobby.partition('id="mine"')[2].partition("</section>")[0]


def open_table(browser: Browser, path: str, **more: Any) -> str:
    """The id of a new table for two."""
    answer = browser.ask("POST", path, {"players": 2, **more})
    assert answer.json
    return str(answer.json["id"])


@pytest.mark.parametrize("mail", [True, False], ids=["with a mail server", "without"])
def test_pages_ask_for_no_address_that_cannot_be_confirmed(*, mail: bool) -> None:
    """With a mail server a guest may add an address, and a forgotten password has a link."""
    world = World(mail=mail)
    try:
        stranger, guest = world.browser(), world.browser()
        guest.guest("Ann")
        account, sign_in = get(guest, "/account").text, get(stranger, "/sign-in").text
        assert ("Send me a link to confirm" in account, 'name="email"' in account) == (mail, mail)
        assert ("This service sends no e-mail" in account) == (not mail)
        assert ("/sign-in/reset" in sign_in, "add an e-mail address" in sign_in) == (mail, mail)
    finally:
        world.hub.close()


def test_signing_in_leads_back_with_the_query(world: World) -> None:
    """The key of a private table is in the query and must not be lost."""
    asked = f"/games/00000000-0000-4000-8000-000000000000/collect?invitation={'0' * 32}"
    stranger = world.browser()
    led = stranger.client.get(asked)
    assert (led.status_code, parse_qs(urlsplit(led.location).query)) == (303, {"back": [asked]})
    assert f'name="back" value="{asked}"' in stranger.client.get(led.location).text
    begun = stranger.form("/sign-in/guest", name="Ann", key="1" * 32, back=asked)
    assert (begun.status_code, begun.location) == (303, asked)
