"""Dynasties over HTTP on the whole service: opened, played to the end, and rebuilt from their record."""

from typing import Any

import pytest

from harness.games import seeded
from harness.play.dynasty_play import ENTROPY, check_decided, founded, play, shown
from harness.service import API, SCORED_SECONDS, Service, ok
from harness.waiting import eventually

NOWHERE = "00000000-0000-4000-8000-000000000000"
MEMBERS = ["id", "version", "status", "rules", "players", "games", "totals", "winners"]


RULES = [
    (3, {"edition": "second"}),
    (2, {"game": "origins", "mode": "tribe"}),
]


@pytest.mark.long
@pytest.mark.parametrize(("number", "rules"), RULES)
def test_a_dynasty_from_the_first_seat_to_the_decision(
    service: Service, number: int, rules: dict[str, Any]
) -> None:
    """A dynasty has three games and right totals, the most points win, and all matches its events."""
    players = service.accounts(number)
    dynasty = founded(players, harmony=True, **rules)
    decided = play(players, dynasty, seeded(number))
    assert list(decided) == MEMBERS
    check_decided(players, dynasty, decided)


def test_a_new_dynasty(service: Service) -> None:
    """A new dynasty's response equals its GET, with Location and ETag; nobody can take two seats."""
    ann, bob = service.accounts(2)
    made = ann.post("/dynasties", {"players": 3})
    body = ok(made, 201)
    assert list(body) == MEMBERS
    assert (body["status"], body["games"], body["totals"], body["winners"]) == ("open", [], [0, 0, 0], None)
    assert [seat["player"] for seat in body["players"]] == [ann.id]
    assert made.headers["location"].endswith(f"{API}/dynasties/{body['id']}")
    assert made.headers["etag"] == f'"{body["version"]}"'
    got = ann.get(f"/dynasties/{body['id']}")
    assert got.body == made.body
    assert got.headers["etag"] == made.headers["etag"]
    assert ann.get(f"/dynasties/{body['id']}", If_None_Match=got.headers["etag"]).status == 304
    again = ann.post(f"/dynasties/{body['id']}/seats", {})
    assert (again.status, again.code) == (409, "seat/taken-by-you")
    empty = ok(bob.post("/dynasties", {"players": 2, "join": False}), 201)
    assert empty["players"] == []
    assert ok(bob.post(f"/dynasties/{empty['id']}/seats", {"entropy": ENTROPY}), 201) == {"seat": 0}


def test_repeated_requests_are_carried_out_once(service: Service) -> None:
    """A retry with the same key gives the same dynasty and seat; another body is refused."""
    ann, bob, cleo = service.accounts(3)
    first = ann.post("/dynasties", {"players": 2}, Idempotency_Key="one")
    assert ann.post("/dynasties", {"players": 2}, Idempotency_Key="one").body == first.body
    other = ann.post("/dynasties", {"players": 3}, Idempotency_Key="one")
    assert (other.status, other.code) == (422, "idempotency/reused")
    game = ann.post("/games", {"players": 2}, Idempotency_Key="one")
    assert ok(game, 201)["id"] != first.json["id"]
    seats = f"/dynasties/{first.json['id']}/seats"
    assert ok(bob.post(seats, {}, Idempotency_Key="two"), 201) == {"seat": 1}
    assert ok(bob.post(seats, {}, Idempotency_Key="two"), 201) == {"seat": 1}
    full = cleo.post(seats, {})
    assert (full.status, full.code) == (409, "seat/none-free")


def test_refusals(service: Service) -> None:
    """Requests without a token, for an unknown dynasty, with a game's id or with wrong bodies are refused."""
    ann = service.account()
    game = ok(ann.post("/games", {"players": 2}), 201)["id"]
    dynasty = ok(ann.post("/dynasties", {"players": 2}), 201)["id"]
    assert ann.http.post(f"{API}/dynasties", {"players": 2}).code == "auth/missing"
    assert ann.http.post(f"{API}/dynasties/{dynasty}/seats", {}).code == "auth/missing"
    for unknown in (NOWHERE, game, "x"):
        assert ann.post(f"/dynasties/{unknown}/seats", {}).code == "dynasty/unknown"
        for path in ("", "/events", "/replay"):
            answer = ann.get(f"/dynasties/{unknown}{path}")
            assert (answer.status, answer.code) == (404, "dynasty/unknown")
    for path in ("", "/moves", "/events", "/replay"):
        assert ann.get(f"/games/{dynasty}{path}").code == "game/unknown"
    assert ann.post(f"/games/{dynasty}/seats", {}).code == "game/unknown"
    unplayable = {"players": 3, "rules": {"mighty_duel": True}}
    for body in ({"players": 7}, {"players": 2, "more": 1}, unplayable):
        assert ann.post("/dynasties", body).status == 422
    assert ann.post("/dynasties", b"{").status == 400
    assert ann.get("/dynasties?cursor=x").code == "request/invalid"
    assert ann.get("/dynasties?status=finished").status == 422


def test_dynasties_are_listed_apart_from_games(service: Service) -> None:
    """Dynasties are listed newest first, in pages, by status and player; their games are among the games."""
    ann, bob = service.accounts(2)
    made = [ok(ann.post("/dynasties", {"players": 2}), 201)["id"] for _ in range(3)]
    ok(bob.post(f"/dynasties/{made[1]}/seats", {}), 201)
    listed = ann.get(f"/dynasties?player={ann.id}&limit=2")
    page = ok(listed)
    rest = ok(ann.get(f"/dynasties?player={ann.id}&limit=2&cursor={page['next']}"))
    assert 'rel="next"' in listed.headers["link"]
    assert rest["next"] is None
    entries = page["dynasties"] + rest["dynasties"]
    assert {entry["id"] for entry in entries} == set(made)
    assert [entry["created_at"] for entry in entries] == sorted(
        (entry["created_at"] for entry in entries), reverse=True
    )
    assert all(list(entry) == [*MEMBERS, "seats", "created_at", "updated_at"] for entry in entries)
    [active] = ok(ann.get(f"/dynasties?player={ann.id}&status=active"))["dynasties"]
    assert active["id"] == made[1]
    eventually(lambda: shown(ann, made[1])["games"], SCORED_SECONDS)
    [game] = ok(ann.get(f"/games?player={ann.id}"))["games"]
    assert game["id"] == shown(ann, made[1])["games"][0]["id"]


def test_the_page_of_a_dynasty(service: Service) -> None:
    """The page of a dynasty shows players, games and links to them; an unknown one is 404."""
    ann, bob = service.account("<Ann>"), service.account("Bob")
    dynasty = ok(ann.post("/dynasties", {"players": 2}), 201)["id"]
    page = ann.http.get(f"/dynasties/{dynasty}")
    assert page.status == 200
    assert b"Waiting for 1 more player." in page.body
    assert f'href="{API}/dynasties/{dynasty}/audit"'.encode() in page.body
    assert b"&lt;Ann&gt;" in page.body
    ok(bob.post(f"/dynasties/{dynasty}/seats", {}), 201)
    [game] = eventually(lambda: shown(ann, dynasty)["games"], SCORED_SECONDS)
    page = ann.http.get(f"/dynasties/{dynasty}")
    assert b"Game 1 of 3" in page.body
    assert f'href="/games/{game["id"]}"'.encode() in page.body
    assert ann.http.get(f"/dynasties/{NOWHERE}").status == 404
    assert ann.http.get("/dynasties/x").status == 404
    assert ann.http.get(f"/games/{dynasty}").status == 404
