"""Naming the first event of a table together with entropy: seats, dynasties and rematches."""

from typing import Any

import pytest

from harness.play.signing_in import Browser, World, code

ENTROPY, OTHER = "a1" * 32, "cd" * 32
REFUSED = (409, "seat/other-opening")


def ok(who: Browser, method: str, path: str, body: Any = None) -> Any:
    """The JSON of a successful response."""
    answer = who.ask(method, path, body)
    assert answer.status_code in {200, 201}, answer.data
    return answer.json


def first_of(who: Browser, table: str) -> Any:
    """The first event of this table, a path `/games/…` or `/dynasties/…`."""
    return ok(who, "GET", f"{table}/events?limit=1")["events"][0]


@pytest.mark.parametrize("series", ["games", "dynasties"])
def test_a_seat_names_the_first_event(series: str) -> None:
    """A hash other than the record's is refused, and no seat is taken; without entropy it is invalid."""
    world = World()
    ann = world.browser()
    ann.guest("Ann")
    table = f"/{series}/{ok(ann, 'POST', f'/{series}', {'players': 2, 'join': False})['id']}"
    first = first_of(ann, table)
    assert first["data"]["draws"] == 2
    other = ann.ask("POST", f"{table}/seats", {"entropy": ENTROPY, "seen": OTHER})
    assert code(other) == REFUSED
    wrong = ann.ask("POST", f"{table}/seats", {"seen": first["hash"]})
    assert (wrong.status_code, list((wrong.json or {})["errors"]["json"])) == (422, ["seen"])
    assert ann.ask("POST", f"{table}/seats", {"entropy": ENTROPY, "seen": "no hash"}).status_code == 422
    ok(ann, "POST", f"{table}/seats", {"entropy": ENTROPY, "seen": first["hash"]})
    seated = ok(ann, "GET", f"{table}/events")["events"][1]["data"]
    assert (seated["entropy"], seated["seen"]) == (ENTROPY, first["hash"])


@pytest.mark.parametrize("dynasty", [False, True])
def test_a_rematch_is_opened_first(dynasty: bool) -> None:  # noqa: FBT001
    """With `join` false the table has no seated player; a second request with entropy takes a seat."""
    world = World()
    ann, bob = world.browser(), world.browser()
    ann.guest("Ann")
    bob.guest("Bob")
    game = ok(ann, "POST", "/games", {"players": 2})["id"]
    ok(bob, "POST", f"/games/{game}/seats", {})
    ok(ann, "POST", f"/games/{game}/abort", {})
    body, again = {"dynasty": dynasty}, f"/games/{game}/rematch"
    both = ann.ask("POST", again, {**body, "join": False, "entropy": ENTROPY})
    assert both.status_code == 422
    opened = ok(ann, "POST", again, {**body, "join": False})
    assert opened["players"] == []
    table = f"/{'dynasties' if dynasty else 'games'}/{opened['id']}"
    first = first_of(ann, table)["hash"]
    other = ann.ask("POST", again, {**body, "entropy": ENTROPY, "seen": OTHER})
    assert code(other) == REFUSED
    there = ok(ann, "POST", again, {**body, "entropy": ENTROPY, "seen": first})
    assert len(there["players"]) == 1
    assert ok(ann, "GET", f"{table}/events")["events"][1]["data"]["seen"] == first
