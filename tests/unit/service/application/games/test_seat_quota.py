"""The seat quota, on the whole application with an in-memory store."""

from collections.abc import Iterator
from typing import Any, cast
from unittest.mock import patch

import pytest

from harness.play.signing_in import API, OURS, Browser, World, ann, code
from harness.play.tournaments import plan
from replays.encoding.identity import new_game_id
from replays.tournament.deciding.opening import enter_players
from replays.tournament.kind import TOURNAMENT
from service import services as composition
from service.application.games.seats.seat_quota import Cap, Caps
from service.application.quotas import throttle
from service.application.quotas.counters import Limit
from service.application.quotas.throttle import Attempt

__all__ = ["ann"]

SMALL = Caps(guest=Cap(open=2, active=1), member=Cap(open=4, active=3), address=5)
FULL = (409, "seat/too-many")
ADDRESS_FULL = (409, "table/too-many")
OPENED = (201, None)


@pytest.fixture
def world() -> Iterator[World]:
    """Give the application with small caps."""
    rare = (Attempt.TABLE_FOR_OTHERS, Attempt.BOT_FROM, Attempt.STUDY_FROM)
    few = {**throttle.LIMITS, **dict.fromkeys(rare, Limit(2, 60))}
    with patch.object(composition, "CAPS", SMALL), patch.object(composition, "LIMITS", few):
        made = World(limits=True)
    yield made
    made.hub.close()


def opened(browser: Browser, kind: str = "games", **more: Any) -> tuple[int, str | None]:
    """The status and code of the response to opening a table."""
    return code(browser.ask("POST", f"/{kind}", {"players": 2, **more}))


def table(browser: Browser, kind: str = "games", **more: Any) -> str:
    """The id of a new table."""
    answer = browser.ask("POST", f"/{kind}", {"players": 2, **more})
    assert answer.json is not None
    return str(answer.json["id"])


def test_a_guest_waits_at_so_many_tables(ann: Browser, world: World) -> None:
    """Games and dynasties count together; beyond the quota nothing is opened, joined or stored."""
    bob = world.browser()
    bob.guest("Bob")
    there = table(bob)
    assert [opened(ann), opened(ann, "dynasties")] == [OPENED, OPENED]
    for kind in ("games", "dynasties"):
        assert opened(ann, kind) == FULL
    assert code(ann.ask("POST", f"/games/{there}/seats", {})) == FULL
    listed = ann.ask("GET", "/me/games")
    assert listed.json is not None
    assert len(listed.json["games"]) == 1


def test_a_guest_plays_so_many_games(ann: Browser, world: World) -> None:
    """A started table counts as active and frees a place among the open ones."""
    bob = world.browser()
    bob.guest("Bob")
    assert code(bob.ask("POST", f"/games/{table(ann)}/seats", {})) == OPENED
    assert opened(ann) == FULL
    cid = world.browser()
    cid.guest("Cid")
    assert code(ann.ask("POST", f"/games/{table(cid)}/seats", {})) == FULL


def test_who_has_an_e_mail_may_have_more(world: World) -> None:
    """The larger quota applies once the address is confirmed."""
    browser = world.browser()
    browser.member("ann@example.org")
    assert [opened(browser) for _ in range(5)] == [*[OPENED] * 4, FULL]


def test_what_was_done_is_answered_again(ann: Browser) -> None:
    """A repeated key takes no place, nor does a request refused for another reason."""
    keyed = {"Idempotency-Key": "one"}
    first = ann.ask("POST", "/games", {"players": 2}, **keyed)
    assert opened(ann) == OPENED
    again = ann.ask("POST", "/games", {"players": 2}, **keyed)
    assert (again.status_code, again.data) == (201, first.data)
    assert opened(ann, rules={"mighty_duel": True, "no_limit": True})[0] == 422
    seat = ann.ask("POST", f"/games/{first.json['id'] if first.json else ''}/seats", {})
    assert code(seat) == (409, "seat/taken-by-you")


def test_tables_for_others_are_few(world: World) -> None:
    """Tables opened for others also have a limit per time window."""
    ann = world.browser()
    ann.member("ann@example.org")
    key = {"Idempotency-Key": "one"}
    assert code(ann.ask("POST", "/games", {"players": 2, "join": False}, **key)) == OPENED
    assert opened(ann, "dynasties", join=False) == OPENED
    refused = ann.ask("POST", "/games", {"players": 2, "join": False})
    assert code(refused) == (429, "limit/reached")
    assert int(refused.headers["Retry-After"]) <= 60
    assert code(ann.ask("POST", "/games", {"players": 2, "join": False}, **key)) == OPENED
    assert opened(ann) == OPENED


def test_tables_for_others_count_while_they_are_open(ann: Browser) -> None:
    """They count until filled, once each, together with tables where the account sits."""
    answer = ann.ask("POST", "/games", {"players": 2, "join": False})
    assert answer.json is not None
    game = answer.json["id"]
    assert code(ann.ask("POST", f"/games/{game}/seats", {})) == OPENED
    assert opened(ann, "dynasties", join=False) == OPENED
    for join in (True, False):
        assert opened(ann, join=join) == FULL
    assert code(ann.ask("POST", f"/games/{game}/abort")) == OPENED
    assert opened(ann) == OPENED


def at(world: World, address: str, name: str = "Ann") -> Browser:
    """A new guest at this network address."""
    browser = world.browser()
    browser.client.environ_base["REMOTE_ADDR"] = address
    browser.guest(name)
    return browser


def test_an_address_opens_so_many_tables(world: World) -> None:
    """All accounts there count together, for games, dynasties, tables for others and rematches."""
    first, second, third = (at(world, f"2001:db8::{number}") for number in (1, 2, 3))
    for _ in range(2):
        assert code(first.ask("POST", f"/games/{table(first)}/abort")) == OPENED
    assert [opened(first), opened(first, "dynasties")] == [OPENED] * 2
    assert [opened(second), opened(second, join=False)] == [OPENED] * 2
    assert opened(third) == OPENED
    for kind in ("games", "dynasties"):
        assert opened(third, kind) == opened(third, kind, join=False) == ADDRESS_FULL
    elsewhere = at(world, "2001:db8:0:1::1")
    over = table(elsewhere)
    assert code(elsewhere.ask("POST", f"/games/{over}/abort")) == OPENED
    elsewhere.client.environ_base["REMOTE_ADDR"] = "2001:db8::4"
    for dynasty in (False, True):
        assert code(elsewhere.ask("POST", f"/games/{over}/rematch", {"dynasty": dynasty})) == ADDRESS_FULL


def test_an_address_has_room_again(world: World) -> None:
    """A filled or called-off table frees its place; repeated requests and joining need none."""
    browsers = [at(world, "192.0.2.1") for _ in range(4)]
    tables = [table(browsers[number // 2]) for number in range(4)]
    keyed = {"Idempotency-Key": "one"}
    assert code(browsers[2].ask("POST", "/games", {"players": 2}, **keyed)) == OPENED
    assert opened(browsers[2]) == ADDRESS_FULL
    assert code(browsers[2].ask("POST", "/games", {"players": 2}, **keyed)) == OPENED
    assert code(browsers[2].ask("POST", f"/games/{tables[0]}/seats", {})) == OPENED
    assert code(browsers[1].ask("POST", f"/games/{tables[2]}/abort")) == OPENED
    assert [opened(browsers[number]) for number in (1, 3, 3)] == [OPENED, OPENED, ADDRESS_FULL]


def test_the_store_keeps_no_address_of_who_opens_a_table(world: World) -> None:
    """The address is in no key or value."""
    opened(at(world, "192.0.2.77"))
    [key] = world.store.keys("opened:*")
    assert "192.0.2" not in f"{key!r} {world.store.zrange(key, 0, -1)}"


def test_an_address_lets_bots_play_so_many_seats(ann: Browser, world: World) -> None:
    """All accounts at the address count, and so do resignations that seat a stand-in."""
    bot = {"policy": "random"}
    game = table(ann, absent="bot")
    assert code(ann.ask("POST", f"/games/{game}/bots", bot)) == OPENED
    assert code(ann.ask("POST", f"/games/{game}/resign")) == OPENED
    bob = world.browser()
    bob.guest("Bob")
    there = table(bob)
    refused = bob.ask("POST", f"/games/{there}/bots", bot)
    assert code(refused) == (429, "limit/reached")
    assert int(refused.headers["Retry-After"]) <= 60


def test_a_game_that_ends_with_a_resignation_needs_no_bot(ann: Browser, world: World) -> None:
    """Such a resignation does not count, so nobody has to stay for want of bots."""
    bot = {"policy": "random"}
    games = [table(ann), table(ann)]
    for game in games:
        assert code(ann.ask("POST", f"/games/{game}/bots", bot)) == OPENED
    for game in games:
        left = ann.ask("POST", f"/games/{game}/resign")
        assert code(left) == OPENED
        assert left.json is not None
        assert left.json["end_cause"] == "left"


def test_an_address_keeps_so_many_studies(ann: Browser, world: World) -> None:
    """All accounts at the address count together."""
    game = table(ann)
    ann.ask("POST", f"/games/{game}/bots", {"policy": "random"})
    text = ann.ask("GET", f"/games/{game}", Accept="text/plain").text
    bob = world.browser()
    bob.guest("Bob")
    asked = [
        browser.client.post(f"{API}/studies", data=text, headers=OURS, content_type="text/plain")
        for browser in (ann, bob, bob)
    ]
    assert [code(each) for each in asked] == [OPENED, OPENED, (429, "limit/reached")]


def test_without_limits_there_is_no_cap() -> None:
    """`KINGDOMINO_LIMITS=off` removes all caps."""
    with patch.object(composition, "CAPS", SMALL):
        world = World()
    browser = world.browser()
    browser.guest()
    assert {opened(browser) for _ in range(10)} == {OPENED}
    assert {opened(browser, join=False) for _ in range(10)} == {OPENED}
    assert world.store.keys("opened:*") == []
    world.hub.close()


def test_tournaments_do_not_count(ann: Browser, world: World) -> None:
    """A director may enter people, so entries would keep them from tables of their own."""
    bob = world.browser()
    tournaments = world.services.streams.commands(TOURNAMENT)
    director = bob.guest("Bob")
    player = cast("Any", ann.ask("GET", "/me").json)["id"]
    for number in range(3):
        found = tournaments.found(new_game_id(bytes([number] * 16)), plan(), director).after
        tournaments.change(found, lambda now, _: enter_players(now, [player], director))
    assert [opened(ann), opened(bob)] == [OPENED, OPENED]
