"""Notices by the API, created by a real worker: with text, in order, only for the players concerned."""

from typing import Any

from harness.service import SCORED_SECONDS, Account, Service, ok
from harness.waiting import eventually
from harness.wire.http import Answer
from harness.wire.sse import messages
from tests.integration.history.test_comments import write


def notices(owner: Account, query: str = "", **headers: str) -> Any:
    """A page of notices."""
    return ok(owner.mine("GET", f"/me/notices{query}", **headers))


def told(owner: Account, kind: str) -> Any:
    """The newest notice of this kind, as soon as it exists."""

    def found() -> Any:
        return next((each for each in notices(owner)["notices"] if each["kind"] == kind), None)

    return eventually(found, SCORED_SECONDS)


def see(owner: Account, **body: Any) -> Answer:
    """Mark notices as read."""
    return owner.mine("PUT", "/me/notices/seen", body)


def opened(owner: Account, **more: Any) -> str:
    """The id of a new table of two."""
    return str(ok(owner.post("/games", {"players": 2, **more}), 201)["id"])


def join(guest: Account, game: str) -> None:
    """Take a seat."""
    ok(guest.post(f"/games/{game}/seats", {}), 201)


def mover(game: str, *players: Account) -> Account:
    """The player whose turn it is."""
    state = players[0].state(game)
    return next(each for each in players if each.id == state["players"][state["to_act"]["seat"]]["player"])


def test_a_turn_is_unread_until_it_is_marked_or_moved(service: Service) -> None:
    """A turn is unread until it is marked or the player has moved; its form is as documented."""
    ann, ben = service.accounts(2)
    assert notices(ann) == {"notices": [], "unread": 0, "next": None}
    game = opened(ann)
    join(ben, game)
    first = mover(game, ann, ben)
    other = ben if first is ann else ann
    turn = told(first, "turn")
    assert turn == {
        "id": turn["id"],
        "kind": "turn",
        "game": game,
        "dynasty": None,
        "tournament": None,
        "at": turn["at"],
        "read": False,
        "text": f"It is your turn in the game with {other.name}.",
    }
    assert (
        turn["at"] == service.http().get(f"/api/v1/games/{game}/events?limit=1000").json["events"][-1]["at"]
    )
    unread = notices(first)["unread"]
    assert ok(see(first, id=turn["id"])) == {"unread": 0}
    assert unread in (1, 2)
    assert told(first, "turn")["read"]
    while mover(game, ann, ben) is first:
        offered = first.moves(game)
        ok(first.move(game, offered["moves"][0], offered["version"]), 201)
    assert not told(other, "turn")["read"]
    assert told(first, "turn")["text"].startswith("It was your turn ")


def test_what_is_not_true_any_more_is_not_unread(service: Service) -> None:
    """A turn is read as soon as the player has moved, even before notices are updated."""
    ann, ben = service.accounts(2)
    game = opened(ann)
    join(ben, game)
    first = mover(game, ann, ben)
    assert not told(first, "turn")["read"]
    while mover(game, ann, ben) is first:
        offered = first.moves(game)
        ok(first.move(game, offered["moves"][0], offered["version"]), 201)
    assert told(first, "turn")["read"]
    eventually(lambda: notices(first)["unread"] == 0)


def test_pages_and_what_is_refused(service: Service) -> None:
    """Notices come newest first in pages by cursor; wrong ids, and ids that do not exist yet, are refused."""
    ann, ben, cleo = service.accounts(3)
    for _ in range(3):
        join(ben, str(ok(ann.post("/games", {"players": 3}), 201)["id"]))
    eventually(lambda: notices(ann)["unread"] == 3, SCORED_SECONDS)
    first = notices(ann, "?limit=2")
    rest = notices(ann, f"?limit=2&cursor={first['next']}")
    ids = [each["id"] for page in (first, rest) for each in page["notices"]]
    assert (ids, rest["next"]) == (["3", "2", "1"], None)
    assert {each["text"] for each in first["notices"]} == {f"{ben.name} has joined your table."}
    assert ok(see(ann, id="2")) == {"unread": 1}
    assert [each["read"] for each in notices(ann)["notices"]] == [False, True, True]
    game = notices(ann)["notices"][0]["game"]
    assert ok(see(ann, game=game)) == {"unread": 0}
    refused = see(ann, id="4")
    assert (refused.status, refused.json["code"], refused.json["newest"]) == (422, "notice/ahead", "3")
    for body in ({}, {"id": 3}, {"id": "x"}, {"id": "3", "game": "x"}, {"id": "3", "more": 1}):
        assert (see(ann, **body).status, see(ann, **body).json["code"]) == (422, "request/invalid")
    for query in ("?cursor=x", "?limit=0", "?limit=201", "?more=1"):
        assert ann.mine("GET", f"/me/notices{query}").json["code"] == "request/invalid"
    assert service.http().get("/api/v1/me/notices").json["code"] == "auth/missing"
    assert notices(cleo)["notices"] == []


def test_private_tables(service: Service) -> None:
    """Only invited players get an invitation; players who may not watch after the start lose the notice."""
    ann, ben, cleo = service.accounts(3)
    options = {"visibility": "private", "spectators": False, "invited": [ben.id, cleo.id]}
    game = str(ok(ann.post("/games", {"players": 2, **options}), 201)["id"])
    assert told(ben, "invited")["text"] == f"{ann.name} invites you to a game."
    assert told(cleo, "invited")["game"] == game
    join(ben, game)
    told(ann, "game_started")
    eventually(lambda: notices(cleo) == {"notices": [], "unread": 0, "next": None}, SCORED_SECONDS)


def test_the_end_a_comment_and_a_rematch(service: Service) -> None:
    """A called-off game, a comment and an offered rematch each give the other player a notice."""
    ann, ben = service.accounts(2)
    game = opened(ann)
    join(ben, game)
    ok(ann.post(f"/games/{game}/abort", {}), 201)
    assert told(ben, "called_off")["text"] == f"The game with {ann.name} was called off."
    ok(write(ann, game, "Well played", 1, Idempotency_Key="once"), 201)
    ok(write(ann, game, "Well played", 1, Idempotency_Key="once"), 201)
    assert told(ben, "comment")["text"] == f"{ann.name} commented on your game."
    ok(ann.post(f"/games/{game}/rematch", {}), 201)
    assert told(ben, "rematch_offered")["text"] == f"{ann.name} offers a rematch."
    kinds = [each["kind"] for each in notices(ben)["notices"]]
    assert kinds.count("comment") == 1
    assert "called_off" not in [each["kind"] for each in notices(ann)["notices"]]


def test_a_stream_tells_when_they_change(service: Service) -> None:
    """The stream starts with the number of unread notices, then reports each possible change of it."""
    ann, ben = service.accounts(2)
    with service.http().stream("/api/v1/events?mine=true", Authorization=f"Bearer {ann.token}") as (_, lines):
        heard = (message.json for message in messages(lines) if message.type == "notices")
        assert next(heard) == {"unread": 0, "game": None}
        game = str(ok(ann.post("/games", {"players": 3}), 201)["id"])
        join(ben, game)
        assert next(heard) == {"unread": 1, "game": game}


def test_notices_are_part_of_the_export_and_erased(service: Service) -> None:
    """Notices are in the export without their texts, which are generated when they are read."""
    ann, ben = service.accounts(2)
    join(ben, str(ok(ann.post("/games", {"players": 3}), 201)["id"]))
    notice = told(ann, "player_joined")
    exported = ok(ann.mine("GET", "/me/export"))["notices"]
    assert exported == [{name: value for name, value in notice.items() if name != "text"}]
    assert ann.mine("DELETE", "/me", {"confirm": ann.name}).status == 204
    assert ann.mine("GET", "/me/notices").status == 401
