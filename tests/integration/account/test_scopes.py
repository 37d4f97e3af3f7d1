"""Tokens with scopes, on the whole service: what a program can do with its token."""

import pytest

from harness.service import Account, Service, ok


@pytest.fixture
def ann(service: Service) -> Account:
    """Give an account with a token of all scopes."""
    return service.account()


def limited(service: Service, owner: Account, *scopes: str) -> Account:
    """The account with a token of these scopes."""
    made = ok(owner.post("/me/tokens", {"name": "bot", "scopes": list(scopes)}), 201)
    return Account(service.http(), owner.id, owner.name, made["token"])


def needed(account: Account, method: str, path: str, body: object = None) -> object:
    """The scopes that the account's token lacks for a request, which is refused for that."""
    answer = account.mine(method, path, body)
    assert (answer.status, answer.json["code"]) == (403, "auth/scope"), answer
    return answer.json["needed"]


def test_a_bot_plays_and_reaches_nothing_else(service: Service, ann: Account) -> None:
    """A token with `play` opens tables and moves, but cannot change tokens or name, nor erase the account."""
    bot, bob = limited(service, ann, "play"), service.account()
    game = service.table([bot, bob])
    players = {ann.id: bot, bob.id: bob}
    state = bot.state(game)
    offered = bot.moves(game)
    mover = players[state["players"][offered["seat"]]["player"]]
    ok(mover.move(game, offered["moves"][0], offered["version"]), 201)
    assert needed(bot, "GET", "/me/tokens") == ["account"]
    assert needed(bot, "POST", "/me/tokens", {"name": "more"}) == ["account"]
    assert needed(bot, "PUT", "/me", {"name": "Mallory"}) == ["account"]
    assert needed(bot, "DELETE", "/me", {"confirm": ann.name}) == ["account"]
    assert ok(ann.mine("GET", "/me"))["name"] == ann.name


def test_a_reader_changes_nothing(service: Service, ann: Account) -> None:
    """A token with `read` sees the private game of its player, and cannot move."""
    game = ok(ann.post("/games", {"players": 2, "visibility": "private"}), 201)["id"]
    reader = limited(service, ann, "read")
    assert ok(reader.mine("GET", f"/games/{game}"))["id"] == game
    assert needed(reader, "POST", f"/games/{game}/moves", {}) == ["play"]
    assert needed(reader, "POST", "/games", {"players": 2}) == ["play", "organize"]


def test_an_organizer_opens_tables(service: Service, ann: Account) -> None:
    """A token with `organize` opens games and dynasties, and cannot move in them."""
    organizer = limited(service, ann, "organize")
    game = ok(organizer.post("/games", {"players": 2}), 201)["id"]
    ok(organizer.post("/dynasties", {"players": 2}), 201)
    assert needed(organizer, "POST", f"/games/{game}/moves", {}) == ["play"]


def test_no_token_makes_a_mightier_one(service: Service, ann: Account) -> None:
    """A token cannot create one with more scopes, not even by omitting the scopes; fewer are allowed."""
    manager = limited(service, ann, "read", "account")
    assert needed(manager, "POST", "/me/tokens", {"name": "x"}) == ["play", "organize"]
    assert needed(manager, "POST", "/me/tokens", {"name": "x", "scopes": ["play"]}) == ["play"]
    ok(manager.post("/me/tokens", {"name": "x", "scopes": ["read"]}), 201)


def test_pages_of_the_account_take_all_scopes(service: Service, ann: Account) -> None:
    """Forms of the account's pages refuse a token without all scopes, also as a cookie."""
    token = limited(service, ann, "read", "play", "organize").token
    http = service.http()
    for header in ({"Authorization": f"Bearer {token}"}, {"Cookie": f"kingdomino_session={token}"}):
        sent = {**header, "Sec-Fetch-Site": "same-origin"}
        assert http.ask("GET", "/account", headers=sent).status == 403
        form = {**sent, "Content-Type": "application/x-www-form-urlencoded"}
        assert http.ask("POST", "/account/name", b"name=Mallory", form).status == 403
    assert ok(ann.mine("GET", "/me"))["name"] == ann.name


def test_unknown_scopes_are_refused(ann: Account) -> None:
    """Unknown scopes are refused by name, and so is an empty list, whose token would be useless."""
    for scopes in ([], ["admin"], "play", ["read"] * 5):
        answer = ann.post("/me/tokens", {"name": "x", "scopes": scopes})
        assert (answer.status, answer.json["code"]) == (422, "request/invalid")
        assert "scopes" in answer.json["errors"]["json"]
