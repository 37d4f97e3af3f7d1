"""Comments on the whole service: who may write, read, change and delete them, and their erasure."""

from typing import Any, NamedTuple

import pytest

from harness.service import API, Account, Service, ok
from harness.wire.http import Answer
from replays.encoding.identity import GameId
from replays.streams import keys
from service.api.accounts.schemas.comments import LONGEST_COMMENT

NOWHERE = "00000000-0000-4000-8000-000000000000"


class Over(NamedTuple):
    """A game of two that was called off, and its last version."""

    game: str
    head: int
    players: tuple[Account, Account]


def called_off(service: Service, **more: Any) -> Over:
    """A game of two that was called off."""
    first, second = service.accounts(2)
    game = str(ok(first.post("/games", {"players": 2, **more}), 201)["id"])
    key = ok(first.mine("GET", f"/games/{game}/invitation"))["key"] or ""
    ok(second.post(f"/games/{game}/seats?invitation={key}", {}), 201)
    head = ok(first.post(f"/games/{game}/abort", {}), 201)["version"]
    return Over(game, head, (first, second))


@pytest.fixture
def over(service: Service) -> Over:
    """Give a finished game."""
    return called_off(service)


def write(author: Account, game: str, text: Any, version: Any = 1, **headers: str) -> Answer:
    """The response to a comment."""
    return author.post(f"/games/{game}/comments", {"version": version, "text": text}, **headers)


def listed(reader: Account, game: str, query: str = "") -> list[Any]:
    """The comments on a game, read without a token."""
    return list(ok(reader.get(f"/games/{game}/comments{query}"))["comments"])


def test_a_comment(service: Service, over: Over) -> None:
    """Any account may comment, everybody may read it under the current name; it can be edited and deleted."""
    author, (reader, _) = service.account(), over.players
    answer = write(author, over.game, "Why not\nthe swamp? 🐉", 2)
    made = ok(answer, 201)
    path = f"/games/{over.game}/comments/{made['id']}"
    assert answer.headers["location"] == API + path
    assert made == {
        "id": made["id"],
        "version": 2,
        "player": author.id,
        "name": author.name,
        "text": "Why not\nthe swamp? 🐉",
        "created_at": made["created_at"],
        "edited_at": None,
        "hidden": None,
    }
    assert listed(reader, over.game) == [made]
    ok(author.mine("PUT", "/me", {"name": "Zoë"}))
    edited = ok(author.mine("PUT", path, {"text": "The swamp!"}))
    assert edited == {**made, "name": "Zoë", "text": "The swamp!", "edited_at": edited["edited_at"]}
    assert edited["edited_at"] >= made["created_at"]
    assert listed(reader, over.game) == [edited]
    assert author.mine("DELETE", path).status == 204
    assert listed(reader, over.game) == []
    assert author.mine("DELETE", path).code == "comment/unknown"
    assert not list(service.store.scan_iter(f"*comments*{over.game}*"))


def test_only_who_wrote_it_changes_it(service: Service, over: Over) -> None:
    """Only the author can change or delete a comment; a player of the game cannot."""
    made = ok(write(service.account(), over.game, "Mine"), 201)
    path = f"/games/{over.game}/comments/{made['id']}"
    for method, body in (("PUT", {"text": "Yours"}), ("DELETE", None)):
        refused = over.players[0].mine(method, path, body)
        assert (refused.status, refused.code) == (403, "comment/not-yours")
    assert listed(over.players[0], over.game) == [made]


def test_the_order_of_errors(service: Service, over: Over) -> None:
    """Errors come in this order: token, game, comment, body, author; no refused request is stored."""
    author = service.account()
    path = f"/games/{over.game}/comments"
    theirs = f"{path}/{ok(write(over.players[0], over.game, 'Mine'), 201)['id']}"
    assert author.http.post(f"{API}/games/{NOWHERE}/comments", b"{").code == "auth/missing"
    assert author.post(f"/games/{NOWHERE}/comments", b"{").code == "game/unknown"
    for method in ("PUT", "DELETE"):
        assert author.http.ask(method, f"{API}{path}/{NOWHERE}", b"{").code == "auth/missing"
        assert author.mine(method, f"/games/{NOWHERE}/comments/{NOWHERE}", b"{").code == "game/unknown"
        for unknown in (NOWHERE, "x"):
            assert author.mine(method, f"{path}/{unknown}", b"{").code == "comment/unknown"
    assert author.post(path, b"{").status == author.mine("PUT", theirs, b"{").status == 400
    assert author.mine("PUT", theirs, {"text": ""}).code == "request/invalid"
    assert len(listed(author, over.game)) == 1


def test_a_comment_stands_on_its_own_game(service: Service, over: Over) -> None:
    """A comment does not exist under another game's path."""
    author, other = service.account(), called_off(service)
    made = ok(write(author, over.game, "Here"), 201)
    refused = author.mine("PUT", f"/games/{other.game}/comments/{made['id']}", {"text": "There"})
    assert (refused.status, refused.code) == (404, "comment/unknown")


@pytest.mark.parametrize(
    "text", ["", " ", "\n\u200b", "x" * (LONGEST_COMMENT + 1), "a\x00b", "a\x1b[2J", 7, None]
)
def test_a_text_that_is_none(over: Over, text: Any) -> None:
    """An invalid text is refused, and so is a lone half of a surrogate pair, which is not valid JSON."""
    author = over.players[0]
    assert write(author, over.game, text).code == "request/invalid"
    lone = author.post(f"/games/{over.game}/comments", b'{"version": 1, "text": "\\ud83d"}')
    assert lone.status == 400
    assert listed(author, over.game) == []


@pytest.mark.parametrize(
    "text", ["é" * LONGEST_COMMENT, "<b>&amp;</b>", "a\tb\n\nc", "👩‍👩‍👧 ולא", "https://example.org"]
)
def test_a_text_is_kept_as_it_is(over: Over, text: str) -> None:
    """A text in any script, with any markup, is stored unchanged."""
    ok(write(over.players[0], over.game, text), 201)
    assert [comment["text"] for comment in listed(over.players[1], over.game)] == [text]


def test_a_version_that_is_not_there(over: Over) -> None:
    """A version that the game does not have is refused; its first and last can be commented on."""
    author = over.players[0]
    for version in (1, over.head):
        ok(write(author, over.game, "Here", version), 201)
    ahead = write(author, over.game, "There", over.head + 1)
    assert (ahead.status, ahead.code, ahead.json["version"]) == (422, "version/ahead", over.head)
    for wrong in (0, -1, "1", 1.0, True, None, 10**30):
        assert write(author, over.game, "Where?", wrong).code == "request/invalid"
    assert len(listed(author, over.game)) == 2


def test_nobody_comments_while_it_is_played(service: Service) -> None:
    """Nobody can comment on an open or running game; its list of comments is empty, not an error."""
    players = service.accounts(2)
    opened = str(ok(players[0].post("/games", {"players": 2}), 201)["id"])
    for game in (opened, service.table(players)):
        refused = write(players[0], game, "I need a swamp")
        assert (refused.status, refused.code) == (409, "game/not-over")
        assert listed(players[1], game) == []


def test_pages_of_comments(service: Service, over: Over) -> None:
    """Comments come by version, then by time, in linked pages; one version can be selected."""
    first, second = over.players
    for author, version, text in ((first, 3, "d"), (second, 1, "a"), (first, 2, "c"), (second, 1, "b")):
        ok(write(author, over.game, text, version), 201)
    reader, found = service.account(), []
    path: str | None = f"/games/{over.game}/comments?limit=3"
    while path:
        answer = reader.get(path)
        found += [comment["text"] for comment in ok(answer)["comments"]]
        link = answer.headers.get("link")
        assert (link is None) == (answer.json["next"] is None)
        path = link.partition(">")[0].removeprefix(f"<{API}") if link else None
    assert found == ["a", "b", "c", "d"]
    assert [comment["text"] for comment in listed(reader, over.game, "?version=1")] == ["a", "b"]
    for wrong in ("cursor=x", "limit=0", "limit=201", "version=0", "more=1"):
        assert reader.get(f"/games/{over.game}/comments?{wrong}").code == "request/invalid"


def test_the_same_request_writes_one_comment(over: Over) -> None:
    """A retry with the same key adds no comment; another text is refused; keys are per account and game."""
    first, second = over.players
    made = ok(write(first, over.game, "Once", Idempotency_Key="one"), 201)
    assert ok(write(first, over.game, "Once", Idempotency_Key="one"), 201) == made
    other = write(first, over.game, "Twice", Idempotency_Key="one")
    assert (other.status, other.code) == (422, "idempotency/reused")
    assert ok(write(second, over.game, "Once", Idempotency_Key="one"), 201)["id"] != made["id"]
    path = f"/games/{over.game}/comments/{made['id']}"
    edited = ok(first.mine("PUT", path, {"text": "Changed"}))
    assert ok(write(first, over.game, "Once", Idempotency_Key="one"), 201) == edited
    assert len(listed(first, over.game)) == 2


def test_too_many_comments(service: Service, over: Over) -> None:
    """An account at its limit of comments is refused, and can comment again after deleting one."""
    author = over.players[0]
    made = ok(write(author, over.game, "One"), 201)
    key = f"comments:{over.game}"
    place = service.store.hget(key, made["id"])
    service.store.hset(key, mapping={str(number): place or b"" for number in range(99)})
    refused = write(author, over.game, "More")
    assert (refused.status, refused.code) == (409, "comment/too-many")
    assert author.mine("DELETE", f"/games/{over.game}/comments/{made['id']}").status == 204
    ok(write(author, over.game, "More"), 201)


def test_private_games_have_private_comments(service: Service) -> None:
    """To strangers a private game does not exist; players and holders of its key read and write comments."""
    over, stranger = called_off(service, visibility="private"), service.account()
    key = ok(over.players[0].mine("GET", f"/games/{over.game}/invitation"))["key"]
    made = ok(write(over.players[0], over.game, "Between us"), 201)
    path = f"/games/{over.game}/comments"
    for answer in (
        stranger.mine("GET", path),
        write(stranger, over.game, "Hello"),
        stranger.mine("PUT", f"{path}/{made['id']}", {"text": "Hello"}),
        stranger.mine("DELETE", f"{path}/{made['id']}"),
    ):
        assert (answer.status, answer.code) == (404, "game/unknown")
    answer = stranger.get(f"{path}?invitation={key}")
    assert ok(answer)["comments"] == [made]
    assert "private" in answer.headers["cache-control"]
    ok(stranger.post(f"{path}?invitation={key}", {"version": 1, "text": "Hello"}), 201)
    assert len(ok(over.players[1].mine("GET", path))["comments"]) == 2


def test_without_spectators_only_players_comment(service: Service) -> None:
    """Without spectators, only players can comment; to others the game does not exist."""
    over, stranger = called_off(service, spectators=False), service.account()
    assert write(stranger, over.game, "Hello").code == "game/unknown"
    ok(write(over.players[1], over.game, "Well played"), 201)


def test_comments_are_beside_the_record(service: Service, over: Over) -> None:
    """Comments do not change the game's log in the store by a byte."""
    held = [of(GameId(over.game)) for of in (keys.stream, keys.commands)]
    before = [service.store.dump(key) for key in held]
    ok(write(over.players[0], over.game, "Well played"), 201)
    assert [service.store.dump(key) for key in held] == before


def test_comments_go_with_their_account(service: Service, over: Over) -> None:
    """Comments are in their author's export, and erased with the account without a trace; others stay."""
    author, (other, _) = service.account(), over.players
    text = f"by {author.id}"
    made = ok(write(author, over.game, text), 201)
    kept = ok(write(other, over.game, "Stays"), 201)
    exported = ok(author.mine("GET", "/me/export"))["comments"]
    told = {name: made[name] for name in ("version", "text", "created_at", "edited_at", "hidden")}
    assert exported == [{"game": over.game, **told}]
    assert author.mine("DELETE", "/me", {"confirm": "somebody else"}).status == 422
    assert len(listed(other, over.game)) == 2
    assert author.mine("DELETE", "/me", {"confirm": author.name}).status == 204
    assert listed(other, over.game) == [kept]
    assert list(service.store.hgetall(f"comments:{over.game}")) == [kept["id"].encode()]
    assert not list(service.store.scan_iter(f"*{author.id}*comments"))
