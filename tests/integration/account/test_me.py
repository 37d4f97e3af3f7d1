"""A player's own data, on the whole service: the account, its tokens, its games, its notes."""

import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Barrier
from typing import Any, NamedTuple

import pytest

from harness.games import STUDY, seeded
from harness.play.dynasty_play import founded
from harness.play.playing import Game, move
from harness.service import API, SCORED_SECONDS, Account, Service, ok
from harness.waiting import eventually
from harness.wire.http import Answer
from harness.wire.sse import Message, messages
from replays.encoding.entries import Head
from replays.encoding.identity import GameId
from replays.encoding.signing import parse_receipt, verify
from replays.streams import keys
from service.api.accounts.schemas.notes import LONGEST_NOTE
from service.application.account_keys import notes_key, profile_key, seen_key
from service.application.accounts.access.invitations import ENDED
from tests.integration.contract.account.me_cases import CASES, OWN


class Parts(NamedTuple):
    """The inputs of the cases."""

    service: Service
    stranger: Account
    waiting: str


NOWHERE = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def pair(service: Service) -> tuple[Account, Account]:
    """Give two players."""
    ann, bob = service.accounts(2)
    return ann, bob


def again(service: Service, account: Account, token: str | None = None) -> Account:
    """The same account on its own connection, with another token if one is given."""
    return Account(service.http(), account.id, account.name, token or account.token)


def at_once(requests: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """The responses to simultaneous requests, each sent from its own thread."""
    ready = Barrier(len(requests))

    def send(request: Callable[[], Answer]) -> Answer:
        ready.wait()
        return request()

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(send, requests))


@contextmanager
def listening(service: Service, account: Account) -> Iterator[Iterator[Message]]:
    """The account's hints as they arrive."""
    with (
        service.http() as http,
        http.stream(f"{API}/me/events", Authorization=f"Bearer {account.token}") as (answer, lines),
    ):
        assert answer.status == 200
        assert answer.headers["cache-control"] == "no-store"
        yield messages(lines)


def hints_up_to(stream: Iterator[Message], game: str, version: int) -> set[str]:
    """The games of the hints up to the one for this version of this game."""
    games: set[str] = set()
    for message in stream:
        assert (message.type, message.id) == ("message", None)
        games.add(message.json["game"])
        if message.json == {"game": game, "version": version}:
            break
    return games


@pytest.mark.sampled(16)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[1]} {case[2]}")
def test_nobody_on_the_way_keeps_an_answer(
    service: Service, pair: tuple[Account, Account], case: tuple[str, str, int]
) -> None:
    """Every response, errors included, forbids caches to store it."""
    table = ok(pair[0].post("/games", {"players": 3}), 201)["id"]
    answer = CASES[case](Parts(service, pair[1], table))
    assert answer.status == case[2]
    assert answer.headers["cache-control"] == "no-store"


def test_a_token_is_asked_for_first(service: Service) -> None:
    """A missing or unknown token is refused before the path, the body and anything else is checked."""
    with service.http() as http:
        for method, path in OWN:
            where = path.replace("{game}", NOWHERE)
            for headers in ({}, {"Authorization": f"Bearer {NOWHERE}.00"}):
                answer = http.ask(method.upper(), API + where, b"{", headers)
                assert answer.status == 401, path
                assert answer.code.startswith("auth/")


def test_an_unknown_game_comes_before_the_body(pair: tuple[Account, Account]) -> None:
    """An unknown game or token is 404 even if the body is wrong or is not JSON."""
    for path in (f"/games/{NOWHERE}/seen", f"/games/{NOWHERE}/notes", "/me/tokens/no"):
        for body in (b"{", {"more": 1}):
            assert pair[0].mine("PUT", path, body).status == 404


def test_a_profile(pair: tuple[Account, Account]) -> None:
    """The profile has the account's data; a new name is shown everywhere."""
    ann, bob = pair
    me = ok(ann.mine("GET", "/me"))
    empty = {"bytes": 0, "limit": None}
    assert me == {"id": ann.id, "name": ann.name, "created_at": me["created_at"], "page": "everybody"} | {
        "language": None,
        "storage": empty,
    }
    game = ok(ann.post("/games", {"players": 2}), 201)["id"]
    assert bob.state(game)["players"][0]["name"] == ann.name
    assert ok(ann.mine("PUT", "/me", {"name": "Zoë"})) == {**me, "name": "Zoë"}
    assert ok(ann.mine("GET", "/me"))["name"] == bob.state(game)["players"][0]["name"] == "Zoë"


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "A\x00", "\u202eAnn", 7, None])
def test_a_name_that_is_none(pair: tuple[Account, Account], name: Any) -> None:
    """An invalid name is refused as in a registration, for players and for tokens."""
    before = kept_of(pair[0])
    for method, path in (("PUT", "/me"), ("POST", "/me/tokens"), ("PUT", "/me/tokens/0")):
        answer = pair[0].mine(method, path, {"name": name})
        assert (answer.status, answer.code) == (422, "request/invalid")
    assert kept_of(pair[0]) == before


def kept_of(account: Account) -> dict[str, Any]:
    """The export without its audit log, which each export extends, and without times of last use."""
    exported = ok(account.mine("GET", "/me/export"))
    exported["tokens"] = [without(token, "last_used") for token in exported["tokens"]]
    return without(exported, "audit")


def without(document: dict[str, Any], *names: str) -> dict[str, Any]:
    """The document without these members."""
    return {name: value for name, value in document.items() if name not in names}


def test_renames_at_once(service: Service, pair: tuple[Account, Account]) -> None:
    """After simultaneous renames one name is the last, and everybody sees that name."""
    ann, bob = pair
    game = ok(ann.post("/games", {"players": 2}), 201)["id"]
    names = [f"Ann {number}" for number in range(6)]
    answers = at_once([partial(again(service, ann).mine, "PUT", "/me", {"name": name}) for name in names])
    assert {answer.status for answer in answers} == {200}
    name = ok(ann.mine("GET", "/me"))["name"]
    assert name in names
    eventually(lambda: bob.state(game)["players"][0]["name"] == name)


def test_a_second_token_works_like_the_first(service: Service, pair: tuple[Account, Account]) -> None:
    """A second token works like the first one; the list marks the token of the request."""
    ann = pair[0]
    made = ok(ann.mine("POST", "/me/tokens", {"name": "phone"}), 201)
    assert made.keys() == {"id", "name", "token", "scopes"}
    phone = again(service, ann, made["token"])
    listed = ok(phone.mine("GET", "/me/tokens"))["tokens"]
    assert [(token["id"], token["name"], token["current"]) for token in listed] == [
        ("0", "first", False),
        (made["id"], "phone", True),
    ]
    assert [token["current"] for token in ok(ann.mine("GET", "/me/tokens"))["tokens"]] == [True, False]
    renamed = ok(ann.mine("PUT", f"/me/tokens/{made['id']}", {"name": "tablet"}))
    assert renamed == {
        "id": made["id"],
        "name": "tablet",
        "created_at": listed[1]["created_at"],
        "scopes": made["scopes"],
    }
    game = ok(phone.post("/games", {"players": 2}), 201)
    assert game["players"][0]["player"] == ann.id
    assert ann.mine("DELETE", f"/me/tokens/{made['id']}").status == 204
    answer = phone.mine("GET", "/me")
    assert (answer.status, answer.code) == (401, "auth/unknown-token")
    assert ann.mine("GET", "/me").status == 200


def test_the_token_in_use_can_be_revoked(service: Service, pair: tuple[Account, Account]) -> None:
    """A token can revoke itself, unless it is the last one."""
    ann = pair[0]
    last = ann.mine("DELETE", "/me/tokens/0")
    assert (last.status, last.code) == (409, "token/last")
    phone = again(service, ann, ok(ann.mine("POST", "/me/tokens", {"name": "phone"}), 201)["token"])
    assert ann.mine("DELETE", "/me/tokens/0").status == 204
    assert ann.mine("GET", "/me").status == 401
    assert phone.mine("GET", "/me").status == 200


def test_a_token_made_twice(pair: tuple[Account, Account]) -> None:
    """The same key gives the same token; with another name, or a short key, it is refused."""
    key = str(uuid.uuid4())
    answers = [pair[0].post("/me/tokens", {"name": "phone"}, Idempotency_Key=key) for _ in range(2)]
    assert answers[0].status == answers[1].status == 201
    assert answers[0].body == answers[1].body
    assert len(ok(pair[0].mine("GET", "/me/tokens"))["tokens"]) == 2
    reused = pair[0].post("/me/tokens", {"name": "laptop"}, Idempotency_Key=key)
    assert (reused.status, reused.code) == (422, "idempotency/reused")
    short = pair[0].post("/me/tokens", {"name": "laptop"}, Idempotency_Key="mine")
    assert (short.status, short.code) == (422, "idempotency/too-short")


def test_tokens_revoked_at_once(service: Service, pair: tuple[Account, Account]) -> None:
    """Of two tokens that revoke each other one remains, so that the account stays usable."""
    ann = pair[0]
    made = ok(ann.mine("POST", "/me/tokens", {"name": "phone"}), 201)
    phone = again(service, ann, made["token"])
    answers = at_once(
        [
            partial(ann.mine, "DELETE", f"/me/tokens/{made['id']}"),
            partial(phone.mine, "DELETE", "/me/tokens/0"),
        ]
    )
    assert sorted(answer.status for answer in answers) in ([204, 401], [204, 409])
    assert sorted(account.mine("GET", "/me").status for account in (ann, phone)) == [200, 401]


def test_a_token_revoked_while_it_is_used(service: Service, pair: tuple[Account, Account]) -> None:
    """Each request succeeds or is 401; after the response to the revocation none succeeds."""
    ann = pair[0]
    made = ok(ann.mine("POST", "/me/tokens", {"name": "phone"}), 201)
    phones = [again(service, ann, made["token"]) for _ in range(6)]
    requests = [partial(phone.mine, "PUT", "/me", {"name": "Ann"}) for phone in phones]
    answers = at_once([*requests, partial(ann.mine, "DELETE", f"/me/tokens/{made['id']}")])
    assert answers[-1].status == 204
    assert {answer.status for answer in answers[:-1]} <= {200, 401}
    assert {request().status for request in requests} == {401}


def test_my_games(service: Service, pair: tuple[Account, Account]) -> None:
    """Games in which it is my turn come first; each is as in the list of all games, plus my own data."""
    ann, bob = pair
    tables = [service.table(pair) for _ in range(4)]
    summaries = {game["id"]: game for game in ok(ann.get(f"/games?player={ann.id}"))["games"]}
    for account, seat in ((ann, 0), (bob, 1)):
        listed = ok(account.mine("GET", "/me/games"))
        assert listed["next"] is None
        games = listed["games"]
        assert {game["id"] for game in games} == set(tables)
        for game in games:
            summary = summaries[game["id"]]
            assert game["waiting"] == (summary["to_act"]["seat"] == seat)
            assert game == {**summary, "waiting": game["waiting"], "deadline": None, "seen": None}
        waiting = [game["waiting"] for game in games]
        assert waiting == sorted(waiting, reverse=True)


def test_pages_of_my_games(service: Service, pair: tuple[Account, Account]) -> None:
    """The pages are linked by cursor and by Link header."""
    over = Game(service.table(pair), pair)
    move(over, seeded(1))
    eventually(lambda: pair[0].state(over.id)["status"] == "scored", SCORED_SECONDS)
    tables = {over.id, *(service.table(pair) for _ in range(3))}
    found: list[str] = []
    path: str | None = "/me/games?limit=3"
    while path:
        answer = pair[0].mine("GET", path)
        found += [game["id"] for game in ok(answer)["games"]]
        link = answer.headers.get("link")
        assert (link is None) == (answer.json["next"] is None)
        path = link.partition(">")[0].removeprefix(f"<{API}") if link else None
    assert len(found) == len(set(found))
    assert set(found) == tables
    scored = ok(pair[0].mine("GET", "/me/games?status=scored"))["games"]
    assert [game["id"] for game in scored] == found[-1:]


def test_hints_report_every_change_in_my_games_and_no_others(
    service: Service, pair: tuple[Account, Account]
) -> None:
    """Hints report every change in my games, later ones and a dynasty's included, but none of other games."""
    ann, bob = pair
    game = Game(service.table(pair), pair)
    with listening(service, ann) as stream:
        move(game, seeded(1), 3)
        assert hints_up_to(stream, game.id, ann.state(game.id)["version"]) == {game.id}
        service.table(service.accounts(2))
        later = ok(bob.post("/games", {"players": 2}), 201)["id"]
        ok(ann.post(f"/games/{later}/seats", {}), 201)
        assert hints_up_to(stream, later, ann.state(later)["version"]) == {later}
        dynasty = founded([ann, bob])
        first = eventually(lambda: ok(ann.get(f"/dynasties/{dynasty}"))["games"])[0]["id"]
        assert hints_up_to(stream, first, ann.state(first)["version"]) == {first}


def test_hints_up_to_the_score(service: Service, pair: tuple[Account, Account]) -> None:
    """The stream reports the last event of a game, and stays open."""
    game = Game(service.table(pair), pair)
    with listening(service, pair[1]) as stream:
        move(game, seeded(2))
        eventually(lambda: pair[0].state(game.id)["status"] == "scored", SCORED_SECONDS)
        last = pair[0].state(game.id)["version"]
        assert hints_up_to(stream, game.id, last) == {game.id}
        other = service.table(pair)
        assert hints_up_to(stream, other, pair[0].state(other)["version"]) == {other}


def test_what_was_seen(service: Service, pair: tuple[Account, Account]) -> None:
    """The version seen only increases, up to the head; `since` has the events after it."""
    ann, stranger = pair[0], service.account()
    game = service.table(pair)
    events = ok(ann.get(f"/games/{game}/events"))["events"]
    head = len(events)
    assert ok(ann.mine("GET", f"/games/{game}/since")) == {"seen": None, "version": head, "events": events}
    for version, seen in ((2, 2), (head - 1, head - 1), (1, head - 1), (head, head)):
        assert ann.mine("PUT", f"/games/{game}/seen", {"version": version}).status == 204
        since = ok(ann.mine("GET", f"/games/{game}/since"))
        assert since == {"seen": seen, "version": head, "events": events[seen:]}
    ahead = ann.mine("PUT", f"/games/{game}/seen", {"version": head + 1})
    assert (ahead.status, ahead.code, ahead.json["version"]) == (422, "version/ahead", head)
    for wrong in (0, -1, "1", 1.0, True, None, 10**30):
        assert ann.mine("PUT", f"/games/{game}/seen", {"version": wrong}).code == "request/invalid"
    assert [each["seen"] for each in ok(ann.mine("GET", "/me/games"))["games"]] == [head]
    assert [each["seen"] for each in ok(pair[1].mine("GET", "/me/games"))["games"]] == [None]
    assert stranger.mine("PUT", f"/games/{game}/seen", {"version": 3}).status == 204
    assert ok(stranger.mine("GET", f"/games/{game}/since"))["events"] == events[3:]
    for _ in range(2):
        assert stranger.mine("DELETE", f"/games/{game}/seen").status == 204
        assert ok(stranger.mine("GET", f"/games/{game}/since"))["seen"] is None


def test_notes(service: Service, pair: tuple[Account, Account]) -> None:
    """Each account has its own note, stored as it was written, until it is deleted."""
    ann, bob = pair
    path = f"/games/{service.table(pair)}/notes"
    longest = "🐉\n" * (LONGEST_NOTE // 2)
    for text in ("Bob wants the swamps", "é" * LONGEST_NOTE, longest):
        assert ann.mine("PUT", path, {"text": text}).status == 204
        assert ok(ann.mine("GET", path)) == {"text": text}
    assert ok(bob.mine("GET", path)) == {"text": None}
    for wrong in ("", "x" * (LONGEST_NOTE + 1), 7, None):
        assert ann.mine("PUT", path, {"text": wrong}).code == "request/invalid"
    assert ok(ann.mine("GET", path)) == {"text": longest}
    assert [ann.mine("DELETE", path).status for _ in range(2)] == [204, 204]
    assert ok(ann.mine("GET", path)) == {"text": None}


def test_what_is_kept_is_private(service: Service, pair: tuple[Account, Account]) -> None:
    """Private data does not change the game's log or its commands in the store by a byte."""
    game = GameId(service.table(pair))
    held = [keys.stream(game), keys.commands(game)]
    before = [service.store.dump(key) for key in held]
    ok(pair[0].mine("POST", "/me/tokens", {"name": "phone"}), 201)
    pair[0].mine("PUT", f"/games/{game}/notes", {"text": "swamps"})
    pair[0].mine("PUT", f"/games/{game}/seen", {"version": 2})
    assert [service.store.dump(key) for key in held] == before


def kept(service: Service, account: Account) -> set[str]:
    """The account's own keys in the store."""
    names = (profile_key(account.id), seen_key(account.id), notes_key(account.id))
    return {name for name in names if service.store.exists(name)}


def test_an_export(service: Service, pair: tuple[Account, Account]) -> None:
    """An export has all stored data, no token and no hash, and is offered as a file."""
    ann = pair[0]
    games = [service.table(pair) for _ in range(2)]
    dynasty = founded([*pair, service.account()])
    made = ok(ann.mine("POST", "/me/tokens", {"name": "phone"}), 201)
    ann.mine("PUT", f"/games/{games[0]}/notes", {"text": "swamps"})
    ann.mine("PUT", f"/games/{games[1]}/seen", {"version": 2})
    study = ok(ann.post("/studies", STUDY), 201)["id"]
    first = eventually(lambda: ok(ann.get(f"/dynasties/{dynasty}"))["games"])[0]["id"]
    answer = ann.mine("GET", "/me/export")
    assert answer.headers["content-disposition"].startswith("attachment")
    document = ok(answer)
    tokens = ok(ann.mine("GET", "/me/tokens"))["tokens"]
    assert all("last_used" in token for token in document["tokens"])
    document["tokens"] = [without(token, "last_used") for token in document["tokens"]]
    assert document == {
        **without(ok(ann.mine("GET", "/me")), "storage"),
        "email": None,
        "proposed_email": None,
        "tokens": [without(token, "current", "last_used") for token in tokens],
        **{name: document[name] for name in ("notice_preferences", "notice_targets", "calendar", "audit")},
        "passkeys": [],
        "webhooks": [],
        "notes": [{"game": games[0], "text": "swamps"}],
        "following": [],
        "blocked": [],
        "results": [],
        "comments": [],
        "plans": [],
        "ratings": [],
        "collections": [],
        "decisions": [],
        "views": [],
        "muted": [],
        "muted_talk": [],
        "reports": [],
        "talk": [],
        "seen": [{"game": games[1], "version": 2}],
        "notices": document["notices"],
        "games": [first, *reversed(games)],
        "dynasties": [dynasty],
        "tournaments": [],
        "receipts": document["receipts"],
        "studies": [
            {"id": study, "created_at": document["studies"][0]["created_at"], "text": STUDY.decode()}
        ],
    }
    receipts = [parse_receipt(receipt) for receipt in document["receipts"]]
    assert [receipt.game for receipt in receipts] == [first, *reversed(games), dynasty]
    assert all(verify(receipt) for receipt in receipts)
    last = ok(ann.get(f"/games/{games[0]}/events"))["events"][-1]
    assert receipts[2].head == Head(last["version"], last["hash"])
    assert {each["game"] for each in document["notices"]} <= {first, *games, None}
    for token in (ann.token, made["token"]):
        assert token.partition(".")[2].encode() not in answer.body


def test_an_erased_account(service: Service, pair: tuple[Account, Account]) -> None:
    """An erased account has no name and no token at once; the game goes on with an unchanged record."""
    ann, bob = pair
    game = service.table(pair)
    made = ok(ann.mine("POST", "/me/tokens", {"name": "phone"}), 201)
    ann.mine("PUT", f"/games/{game}/notes", {"text": "swamps"})
    ann.mine("PUT", f"/games/{game}/seen", {"version": 2})
    assert len(kept(service, ann)) == 3
    for confirm in ({"confirm": bob.name}, {}, {"confirm": ann.name.upper() + "!"}):
        assert ann.mine("DELETE", "/me", confirm).status == 422
    record = bob.get(f"/games/{game}/events").body
    assert ann.name.encode() not in record
    assert ann.mine("DELETE", "/me", {"confirm": ann.name}).status == 204
    players = bob.state(game)["players"]
    assert [(each["player"], each["name"]) for each in players] == [(ann.id, None), (bob.id, bob.name)]
    for token in (ann.token, made["token"]):
        answer = again(service, ann, token).mine("GET", "/me")
        assert (answer.status, answer.code) == (401, "auth/unknown-token")
    assert kept(service, ann) == {profile_key(ann.id)}
    assert set(service.store.hgetall(profile_key(ann.id))) == {b"erased", ENDED.encode()}
    assert bob.get(f"/games/{game}/events").body == record
    assert bob.get(f"/games/{game}/replay").status == 200
