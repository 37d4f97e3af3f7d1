"""Gains of moves over HTTP: with the moves, for each domino on offer, or withheld by the table."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from harness.play.signing_in import Browser, World, code
from service.api.games.schemas.gains import OffersQuery


@pytest.fixture
def world() -> Iterator[World]:
    """Give the application."""
    made = World()
    yield made
    made.hub.close()


def begun(world: World, **agreed: Any) -> tuple[list[Browser], str]:
    """Two players and the path of their started game."""
    players = [world.browser(), world.browser()]
    for each in players:
        each.guest()
    opened: Any = players[0].ask("POST", "/games", {"players": 2, **agreed}).json
    path = f"/games/{opened['id']}"
    assert players[1].ask("POST", f"{path}/seats", {}).status_code == 201
    return players, path


def move(players: list[Browser], path: str, offered: Any, index: int) -> Any:
    """The state after a listed move, sent unchanged."""
    sent = players[offered["seat"]].ask(
        "POST", f"{path}/moves", offered["moves"][index], If_Match=f'"{offered["version"]}"'
    )
    assert sent.status_code == 201, sent.json
    return sent.json


def total(state: Any, seat: int) -> int:
    """The points of a seat."""
    points: int = state["kingdoms"][seat]["score"]["total"]
    return points


@pytest.mark.slow
def test_each_gain_is_what_the_move_then_brings(world: World) -> None:
    """Gains and previews are in the order of the moves, which can be sent unchanged."""
    players, path = begun(world, rules={"middle_kingdom": True, "harmony": True})
    placed = 0
    while placed < 10:
        offered: Any = players[0].ask("GET", f"{path}/moves").json
        moves, gains, previews = offered["moves"], offered["gains"], offered["previews"]
        assert len(moves) == len(gains) == len(previews)
        placements = [listed["type"] == "place" for listed in moves]
        assert placements == [gain is not None for gain in gains] == [each is not None for each in previews]
        seat, index = offered["seat"], (7 * placed) % len(moves)
        before: Any = players[0].ask("GET", path).json
        after = move(players, path, offered, index)
        if not placements[index]:
            continue
        assert total(after, seat) - total(before, seat) == gains[index]
        kingdom = after["kingdoms"][seat]["score"]
        assert all(region in kingdom["regions"] for region in previews[index]["regions"])
        changed = kingdom["middle_kingdom"] - before["kingdoms"][seat]["score"]["middle_kingdom"]
        assert previews[index]["bonuses"].get("middle_kingdom", 0) == changed
        assert previews[index]["reachable"].keys() == {"middle_kingdom", "harmony"}
        placed += 1


@pytest.mark.slow
def test_each_domino_on_offer_has_its_best_gain(world: World) -> None:
    """Offers exist for both seats, and for the state after a tried placement."""
    players, path = begun(world)
    while (listed := _moves(players, path))["moves"][0]["type"] != "place":
        move(players, path, listed, 0)
    state: Any = players[0].ask("GET", path).json
    free = [slot["domino"] for slot in state["next_line"]]
    answer: Any = players[0].ask("GET", f"{path}/offers").json
    assert (answer["seat"], answer["version"]) == (listed["seat"], state["version"])
    assert [each["domino"] for each in answer["offers"]] == free
    assert all(each["fits"] == "now" and each["gain"] >= 0 for each in answer["offers"])
    other: Any = players[0].ask("GET", f"{path}/offers?seat={1 - answer['seat']}").json
    assert other["seat"] == 1 - answer["seat"]
    first = listed["moves"][0]
    tried = f"{first['domino']}@{first['x']},{first['y']}{first['direction'][0]}"
    after: Any = players[0].ask("GET", f"{path}/offers?place={tried}").json
    assert after["placed"] == {"gain": listed["gains"][0], "preview": listed["previews"][0]}
    assert "placed" not in answer
    move(players, path, listed, 0)
    assert after["offers"] == players[0].ask("GET", f"{path}/offers").json["offers"]  # type: ignore[index]


@pytest.mark.parametrize("text", ["24", "0@1,0e", "49@1,0e", "7@01,0e", "7@1,-0e", "7@1,0x", "7@1,0e "])
def test_a_placement_is_in_the_documented_form(world: World, text: str) -> None:
    """What the pattern in the document does not match is refused; an empty one stands for none."""
    players, path = begun(world)
    pattern = OffersQuery().fields["place"].metadata["pattern"]
    assert re.fullmatch(pattern, "")
    assert players[0].ask("GET", f"{path}/offers?place=").status_code == 200
    refused = players[0].ask("GET", f"{path}/offers?place={quote(text)}")
    assert code(refused) == (422, "request/invalid")
    assert not re.fullmatch(pattern, text)


def test_nothing_is_on_offer_after_an_early_end(world: World) -> None:
    """After a resignation neither seat has offers, though dominoes still lie in the line."""
    players, path = begun(world)
    while (listed := _moves(players, path))["moves"][0]["type"] != "place":
        move(players, path, listed, 0)
    state: Any = players[0].ask("GET", path).json
    own = next(slot for slot in state["line"] if slot["seat"] is not None)
    assert players[0].ask("POST", f"{path}/resign", {}).status_code == 201
    for query in ("", "?seat=0", "?seat=1", f"?seat={own['seat']}&place={own['domino']}@1,0e"):
        answer = players[1].ask("GET", f"{path}/offers{query}")
        assert (answer.status_code, answer.json and answer.json["offers"]) == (200, []), query


def _moves(players: list[Browser], path: str) -> Any:
    return players[0].ask("GET", f"{path}/moves").json


def test_a_bad_question_about_offers_is_refused(world: World) -> None:
    """An unknown seat, a malformed placement and one that the rules forbid are refused."""
    players, path = begun(world)
    while (listed := _moves(players, path))["moves"][0]["type"] != "place":
        move(players, path, listed, 0)
    domino = listed["moves"][0]["domino"]
    ask = players[0].ask
    assert code(ask("GET", f"{path}/offers?seat=3")) == (422, "request/invalid")
    assert code(ask("GET", f"{path}/offers?place=here")) == (422, "request/invalid")
    assert code(ask("GET", f"{path}/offers?place={domino}@0,0e")) == (409, "placement/occupied")
    assert code(ask("GET", f"{path}/offers?seat={1 - listed['seat']}&place={domino}@1,0e")) == (
        409,
        "placement/wrong-domino",
    )


def test_before_the_start_nothing_is_offered(world: World) -> None:
    """An open table has no seat to act and no line."""
    owner = world.browser()
    owner.guest()
    opened: Any = owner.ask("POST", "/games", {"players": 2}).json
    answer: Any = owner.ask("GET", f"/games/{opened['id']}/offers").json
    assert answer == {"seat": None, "version": opened["version"], "offers": []}
    assert owner.ask("GET", f"/games/{opened['id']}/moves").json == {
        "seat": None,
        "version": opened["version"],
        "moves": [],
    }


def test_a_table_may_withhold_what_moves_bring(world: World) -> None:
    """With `hints` false there are no gains, offers or variations; state and record have the option."""
    players, path = begun(world, hints=False)
    listed = _moves(players, path)
    assert listed.keys() == {"seat", "version", "moves"}
    assert code(players[0].ask("GET", f"{path}/offers")) == (403, "hints/off")
    assert code(players[0].ask("GET", f"{path}/variation")) == (403, "hints/off")
    state: Any = players[0].ask("GET", path).json
    assert state["hints"] is False
    created = players[0].ask("GET", f"{path}/events").json["events"][0]  # type: ignore[index]
    assert created["data"]["options"]["hints"] is False


def test_a_list_that_was_shown_before_is_not_shown_to_strangers(world: World) -> None:
    """The moves of a private game, and the actions of a player, after that player has read both."""
    players, path = begun(world, spectators=False)
    mine: Any = players[0].ask("GET", path).json
    assert players[0].ask("GET", f"{path}/moves").json == players[1].ask("GET", f"{path}/moves").json
    stranger = world.browser()
    stranger.guest()
    for what in (path, f"{path}/moves"):
        assert code(stranger.ask("GET", what)) == (404, "game/unknown")
    watched, watched_path = begun(world)
    shown: Any = watched[0].ask("GET", watched_path).json
    assert {"resign", "abort"} & {each["action"] for each in shown["actions"]}
    seen: Any = stranger.ask("GET", watched_path).json
    assert seen["actions"] == []
    again: Any = players[0].ask("GET", path).json
    assert mine["actions"] == again["actions"]


def test_hints_are_true_or_false(world: World) -> None:
    """Other values are refused; the default true is not stored."""
    owner = world.browser()
    owner.guest()
    assert code(owner.ask("POST", "/games", {"players": 2, "hints": 0})) == (422, "request/invalid")
    opened: Any = owner.ask("POST", "/games", {"players": 2, "hints": True}).json
    assert "hints" not in opened


@pytest.mark.slow
def test_cavemen_say_what_they_would_bring_before_anything_is_paid(world: World) -> None:
    """The gain is reached by the stated way of paying, taking and putting."""
    rules = {"game": "origins", "mode": "tribe"}
    players, path = begun(world, rules=rules)
    recruited = 0
    while recruited < 3:
        offered: Any = players[0].ask("GET", f"{path}/moves").json
        [*moves] = offered["moves"]
        if moves[0]["type"] != "recruit":
            assert "cavemen" not in offered
            move(players, path, offered, 0)
            continue
        seat = offered["seat"]
        before = total(players[0].ask("GET", path).json, seat)
        best = max(offered["cavemen"], key=lambda each: each["gain"])
        kinds = [each["caveman"] for each in offered["cavemen"]]
        assert len(kinds) == len(set(kinds))
        move(
            players, path, offered, moves.index({"type": "recruit", "from": best["from"], "pay": best["pay"]})
        )
        taking: Any = players[0].ask("GET", f"{path}/moves").json
        [again] = [each for each in taking["cavemen"] if each["caveman"] == best["caveman"]]
        assert (again["pay"], again["x"], again["y"]) == ([], best["x"], best["y"])
        move(players, path, taking, taking["moves"].index({"type": "take", "caveman": best["caveman"]}))
        putting: Any = players[0].ask("GET", f"{path}/moves").json
        at = putting["moves"].index({"type": "put", "x": best["x"], "y": best["y"]})
        assert putting["gains"][at] == again["gain"] == max(putting["gains"])
        assert total(move(players, path, putting, at), seat) - before == best["gain"]
        recruited += 1


def test_a_table_without_hints_says_nothing_of_cavemen(world: World) -> None:
    """A table without hints has no gains of cavemen either."""
    players, path = begun(world, rules={"game": "origins", "mode": "tribe"}, hints=False)
    offered: Any = players[0].ask("GET", f"{path}/moves").json
    while offered["moves"][0]["type"] != "recruit":
        move(players, path, offered, 0)
        offered = players[0].ask("GET", f"{path}/moves").json
    assert not {"cavemen", "gains", "previews"} & offered.keys()
