"""Conflicts, retries and lost responses, on the whole service, over real connections."""

import http.client
import json
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any
from urllib.parse import urlsplit

import pytest

from harness.audit.record import check_chain
from harness.processes import free_port
from harness.service import API, Account, Service, environment, ok, processes
from harness.wire.http import Answer, Http
from harness.wire.proxy import NEVER, Fault, Proxy, Way, proxy_to

THREADS = 50
SOON = 60.0
ENTROPY = "ab" * 32
CANNOT_BE = {"type": "place", "domino": 1, "x": 3, "y": 3, "direction": "east"}
"""A well-formed move that is never legal when a domino is to be chosen."""


def new_key() -> str:
    """A new key."""
    return str(uuid.uuid4())


def types(service: Service, game: str) -> list[str]:
    """The types of a game's events, whose chain must be intact."""
    with service.http() as http:
        events = ok(http.get(f"{API}/games/{game}/events"))["events"]
    check_chain(game, events)
    return [event["type"] for event in events]


def whose_turn(players: Sequence[Account], game: str) -> tuple[Account, Any]:
    """The player to act, and the moves offered."""
    offered = players[0].moves(game)
    return players[offered["seat"]], offered


def at_once(requests: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """The responses to simultaneous requests, each sent from its own thread."""
    ready = Barrier(len(requests))

    def send(request: Callable[[], Answer]) -> Answer:
        ready.wait()
        return request()

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(send, requests))


def test_two_moves_for_one_version(service: Service) -> None:
    """Of two moves for one version one is made; the other gets the new version, in the body and as ETag."""
    players = service.accounts(2)
    game = service.table(players)
    for _ in range(10):
        mover, offered = whose_turn(players, game)
        twin = Account(service.http(), mover.id, mover.name, mover.token)
        moves, version = offered["moves"], offered["version"]
        answers = at_once(
            [
                partial(mover.move, game, move, version)
                for mover, move in ((mover, moves[0]), (twin, moves[-1]))
            ]
        )
        made, refused = sorted(answers, key=lambda answer: answer.status)
        assert (made.status, refused.status, refused.code) == (201, 412, "version/stale")
        assert refused.json["version"] == made.json["version"]
        assert refused.headers["etag"] == made.headers["etag"] == f'"{made.json["version"]}"'
        assert players[0].state(game) == made.json


def test_a_move_sent_twice(service: Service) -> None:
    """A move sent twice gives one event and equal responses, even after others; another body is refused."""
    players = service.accounts(2)
    game = service.table(players)
    mover, offered = whose_turn(players, game)
    key, move, version = new_key(), offered["moves"][0], offered["version"]
    first = mover.move(game, move, version, Idempotency_Key=key)
    ok(first, 201)
    recorded = types(service, game)
    assert recorded.count("DominoChosen") == 1
    assert same(mover.move(game, move, version, Idempotency_Key=key), first)
    assert types(service, game) == recorded
    for _ in range(5):
        other, later = whose_turn(players, game)
        ok(other.move(game, later["moves"][0], later["version"]), 201)
    assert same(mover.move(game, move, version, Idempotency_Key=key), first)
    before = types(service, game)
    reused = mover.move(game, offered["moves"][1], version, Idempotency_Key=key)
    assert (reused.status, reused.code) == (422, "idempotency/reused")
    assert types(service, game) == before


def same(one: Answer, other: Answer) -> bool:
    """True if two responses are equal in status, bytes, ETag and Location."""
    names = ("etag", "location")
    return (one.status, one.body, *map(one.headers.get, names)) == (
        other.status,
        other.body,
        *map(other.headers.get, names),
    )


def test_a_key_belongs_to_an_account_and_a_game(service: Service) -> None:
    """The same key works once for each account and each game."""
    players = service.accounts(2)
    key = new_key()
    games = [service.table(players) for _ in range(2)]
    for game in games:
        moved: set[str] = set()
        while len(moved) < 2:
            mover, offered = whose_turn(players, game)
            used = new_key() if mover.id in moved else key
            moved.add(mover.id)
            ok(mover.move(game, offered["moves"][0], offered["version"], Idempotency_Key=used), 201)


def test_a_refusal_is_not_remembered(service: Service) -> None:
    """A key of a refused move can be used again."""
    players = service.accounts(2)
    game = service.table(players)
    mover, offered = whose_turn(players, game)
    key = new_key()
    assert mover.move(game, CANNOT_BE, offered["version"], Idempotency_Key=key).status == 409
    ok(mover.move(game, offered["moves"][0], offered["version"], Idempotency_Key=key), 201)


def test_a_game_opened_twice(service: Service) -> None:
    """A retry with the same key gives the same game, even after its start; another body is refused."""
    owner, guest = service.accounts(2)
    key = new_key()
    first = owner.post("/games", {"players": 2}, Idempotency_Key=key)
    game = ok(first, 201)["id"]
    assert first.headers["location"] == f"{API}/games/{game}"
    ok(guest.post(f"/games/{game}/seats", {}), 201)
    again = owner.post("/games", {"players": 2}, Idempotency_Key=key)
    assert same(again, first)
    assert types(service, game)[:2] == ["GameCreated", "PlayerSeated"]
    reused = owner.post("/games", {"players": 3}, Idempotency_Key=key)
    assert (reused.status, reused.code) == (422, "idempotency/reused")
    listed = ok(owner.get(f"/games?player={owner.id}"))["games"]
    assert [entry["id"] for entry in listed] == [game]
    other = ok(guest.post("/games", {"players": 2}, Idempotency_Key=key), 201)["id"]
    assert other != game


def test_a_seat_taken_twice(service: Service) -> None:
    """A retry with the same key takes no other seat, even at a full table; another body is refused."""
    owner, second, third = service.accounts(3)
    game = ok(owner.post("/games", {"players": 3}), 201)["id"]
    key = new_key()
    first = second.post(f"/games/{game}/seats", {}, Idempotency_Key=key)
    assert ok(first, 201) == {"seat": 1}
    assert same(second.post(f"/games/{game}/seats", {}, Idempotency_Key=key), first)
    ok(third.post(f"/games/{game}/seats", {}), 201)
    assert same(second.post(f"/games/{game}/seats", {}, Idempotency_Key=key), first)
    reused = second.post(f"/games/{game}/seats", {"entropy": "ab" * 32}, Idempotency_Key=key)
    assert (reused.status, reused.code) == (422, "idempotency/reused")
    without = second.post(f"/games/{game}/seats", {})
    assert (without.status, without.code) == (409, "seat/taken-by-you")
    assert types(service, game).count("PlayerSeated") == 3


def test_a_player_registered_twice(service: Service) -> None:
    """A retry with the same key gives the same player and token; another name is refused."""
    http, key = service.http(), new_key()
    first = http.post(f"{API}/players", {"name": "Ann"}, Idempotency_Key=key)
    ok(first, 201)
    assert same(http.post(f"{API}/players", {"name": "Ann"}, Idempotency_Key=key), first)
    reused = http.post(f"{API}/players", {"name": "Bob"}, Idempotency_Key=key)
    assert (reused.status, reused.code) == (422, "idempotency/reused")
    short = http.post(f"{API}/players", {"name": "Ann"}, Idempotency_Key="guess")
    assert (short.status, short.code) == (422, "idempotency/too-short")
    answers = at_once(
        [
            lambda: service.http().post(f"{API}/players", {"name": "Cyd"}, Idempotency_Key=f"{key}2")
            for _ in range(10)
        ]
    )
    assert {answer.status for answer in answers} == {201}
    assert len({answer.body for answer in answers}) == 1


class Situation:
    """A game in which every reason for refusing a move can be produced."""

    def __init__(self, service: Service) -> None:
        self.players = service.accounts(2)
        [self.stranger] = service.accounts(1)
        self.game = service.table(self.players)
        self.key = new_key()
        self.mover, offered = whose_turn(self.players, self.game)
        self.other = next(player for player in self.players if player is not self.mover)
        self.first_version = offered["version"]
        self.move = offered["moves"][0]
        self.first = self.mover.move(self.game, self.move, self.first_version, Idempotency_Key=self.key)
        ok(self.first, 201)
        self.now = self.players[0].moves(self.game)
        self.waits = self.players[1 - self.now["seat"]]

    def post(self, account: Account | None, *, game: str | None = None, **request: Any) -> Answer:
        """The response to a move; without an account it is sent without a token."""
        body = request.pop("body", self.now["moves"][0])
        path = f"/games/{game or self.game}/moves"
        if account is None:
            return self.stranger.http.post(API + path, body, **request)
        return account.post(path, body, **request)


@pytest.fixture(scope="module")
def situation(service: Service) -> Situation:
    """Give one such game, which no test changes."""
    return Situation(service)


NOWHERE = "00000000-0000-4000-8000-000000000000"

Asks = Callable[[Situation], Answer]

ORDER: list[tuple[str, Asks, int, str]] = [
    (
        "401 before 404",
        lambda s: s.post(None, game=NOWHERE),
        401,
        "auth/missing",
    ),
    (
        "401 before 400",
        lambda s: s.post(None, body=b"{", Authorization="Bearer x.y"),
        401,
        "auth/unknown-token",
    ),
    ("404 before 400", lambda s: s.post(s.mover, game=NOWHERE, body=b"{"), 404, "game/unknown"),
    ("404 before 422", lambda s: s.post(s.mover, game=NOWHERE, body={"type": 1}), 404, "game/unknown"),
    ("400 before 403", lambda s: s.post(s.stranger, body=b"{"), 400, "request/malformed"),
    ("422 before 403", lambda s: s.post(s.stranger, body={"type": "jump"}), 422, "request/invalid"),
    (
        "422 before a known key",
        lambda s: s.post(s.mover, body={"type": "jump"}, Idempotency_Key=s.key),
        422,
        "request/invalid",
    ),
    ("403 before 428", lambda s: s.post(s.stranger), 403, "seat/not-seated"),
    ("403 before 412", lambda s: s.post(s.stranger, If_Match='"1"'), 403, "seat/not-seated"),
    (
        "403 before 409",
        lambda s: s.post(s.stranger, body=CANNOT_BE, If_Match=f'"{s.now["version"]}"'),
        403,
        "seat/not-seated",
    ),
    ("a known key before 428", lambda s: s.post(s.mover, body=s.move, Idempotency_Key=s.key), 201, ""),
    (
        "a known key before 412",
        lambda s: s.post(s.mover, body=s.move, Idempotency_Key=s.key, If_Match='"999"'),
        201,
        "",
    ),
    (
        "a known key before 409",
        lambda s: s.post(s.mover, body=s.move, Idempotency_Key=s.key, If_Match=f'"{s.now["version"]}"'),
        201,
        "",
    ),
    (
        "a known key of another request before 428",
        lambda s: s.post(s.mover, body=CANNOT_BE, Idempotency_Key=s.key),
        422,
        "idempotency/reused",
    ),
    ("428 before 409", lambda s: s.post(s.waits, body=CANNOT_BE), 428, "version/required"),
    ("412 before 409", lambda s: s.post(s.waits, body=CANNOT_BE, If_Match='"1"'), 412, "version/stale"),
    (
        "412 for a version that is not there yet",
        lambda s: s.post(s.waits, If_Match=f'"{s.now["version"] + 1}"'),
        412,
        "version/stale",
    ),
    (
        "409 when all else is right",
        lambda s: s.post(s.waits, If_Match=f'W/"{s.now["version"]}"'),
        409,
        "turn/not-yours",
    ),
]


@pytest.mark.parametrize(("ask", "status", "code"), [row[1:] for row in ORDER], ids=[row[0] for row in ORDER])
def test_the_order_of_checks(situation: Situation, ask: Asks, status: int, code: str) -> None:
    """Of two errors the response has the one that is first in the contract; nothing changes."""
    before = situation.stranger.get(f"/games/{situation.game}").body
    answer = ask(situation)
    assert answer.status == status
    if code:
        assert answer.code == code
    else:
        assert same(answer, situation.first)
    assert situation.stranger.get(f"/games/{situation.game}").body == before


def test_not_seated_comes_before_a_known_key(service: Service) -> None:
    """An opener without a seat is not seated, even with a known key."""
    owner, *players = service.accounts(3)
    key = new_key()
    game = ok(owner.post("/games", {"players": 2, "join": False}, Idempotency_Key=key), 201)["id"]
    for player in players:
        ok(player.post(f"/games/{game}/seats", {}), 201)
    _, offered = whose_turn(players, game)
    refused = owner.move(game, offered["moves"][0], offered["version"], Idempotency_Key=key)
    assert (refused.status, refused.code) == (403, "seat/not-seated")


def test_versions_that_changed_no_position(service: Service) -> None:
    """If-Match may name any version from the last change of the position (turn_version) to the head."""
    owner, guest = service.accounts(2)
    table = ok(owner.post("/games", {"players": 3}), 201)["id"]
    ok(guest.post(f"/games/{table}/seats", {}), 201)
    state = owner.state(table)
    assert (state["turn_version"], state["version"]) == (1, 3)
    answers = [owner.move(table, CANNOT_BE, version) for version in range(5)]
    assert [answer.code for answer in answers] == [
        "version/stale",
        *["game/not-started"] * 3,
        "version/stale",
    ]
    game = service.table([owner, guest])
    mover, offered = whose_turn([owner, guest], game)
    stale = mover.move(game, offered["moves"][0], owner.state(game)["turn_version"] - 1)
    assert (stale.status, stale.json["version"]) == (412, offered["version"])


@pytest.mark.long
def test_fifty_threads_move(service: Service) -> None:
    """Of 50 simultaneous moves per turn exactly one is made, and the record has all acknowledged moves."""
    players = service.accounts(2)
    game = service.table(players)
    clients = [Account(service.http(), p.id, p.name, p.token) for p in players for _ in range(THREADS // 2)]
    statuses: Counter[int] = Counter()
    acknowledged: list[int] = []
    for _ in range(6):
        mover, offered = whose_turn(players, game)
        answers = at_once(
            [
                partial(
                    client.move,
                    game,
                    offered["moves"][n % len(offered["moves"])],
                    offered["version"],
                    Idempotency_Key=new_key(),
                )
                for n, client in enumerate(clients)
            ]
        )
        statuses.update(answer.status for answer in answers)
        made = [answer for answer in answers if answer.status == 201]
        assert len(made) == 1
        acknowledged.append(made[0].json["version"])
        for client, answer in zip(clients, answers, strict=True):
            if client.id != mover.id:
                assert answer.status in {409, 412}
    assert statuses.keys() <= {201, 409, 412}
    assert statuses.total() == 6 * THREADS
    by_players = [name for name in types(service, game) if name in {"DominoChosen", "DominoPlaced"}]
    assert len(by_players) == 6
    assert acknowledged == sorted(set(acknowledged))


def test_fifty_threads_repeat_one_move(service: Service) -> None:
    """The same request from 50 threads gives one event and 50 equal responses."""
    players = service.accounts(2)
    game = service.table(players)
    mover, offered = whose_turn(players, game)
    key = new_key()
    clients = [Account(service.http(), mover.id, mover.name, mover.token) for _ in range(THREADS)]
    answers = at_once(
        [
            partial(client.move, game, offered["moves"][0], offered["version"], Idempotency_Key=key)
            for client in clients
        ]
    )
    assert {(answer.status, answer.body) for answer in answers} == {(201, answers[0].body)}
    assert types(service, game).count("DominoChosen") == 1


def test_fifty_threads_sit_down(service: Service) -> None:
    """Of 50 players three take the three free seats, each a different one, and the game starts once."""
    [owner] = service.accounts(1)
    game = ok(owner.post("/games", {"players": 4}), 201)["id"]
    guests = [service.account() for _ in range(THREADS)]
    answers = at_once([partial(guest.post, f"/games/{game}/seats", {}) for guest in guests])
    seats = {a.json["seat"]: g.id for g, a in zip(guests, answers, strict=True) if a.status == 201}
    assert sorted(seats) == [1, 2, 3]
    assert Counter(answer.status for answer in answers) == {201: 3, 409: THREADS - 3}
    assert {answer.code for answer in answers if answer.status == 409} == {"seat/none-free"}
    state = owner.state(game)
    assert {p["seat"]: p["player"] for p in state["players"]} == {0: owner.id, **seats}
    recorded = types(service, game)
    assert (recorded.count("PlayerSeated"), recorded.count("GameStarted")) == (4, 1)


@pytest.fixture(scope="module")
def between_client_and_web(service: Service) -> Iterator[Proxy]:
    """Give a proxy in front of the service."""
    with proxy_to((service.host, service.port)) as proxy:
        yield proxy


def test_an_answer_lost_on_the_way_to_the_client(service: Service, between_client_and_web: Proxy) -> None:
    """After a lost response the move was made; a retry gets the response, and there is one event."""
    players = service.accounts(2)
    game = service.table(players)
    mover, offered = whose_turn(players, game)
    with Http(between_client_and_web.host, between_client_and_web.port) as http_through:
        through = Account(http_through, mover.id, mover.name, mover.token)
        between_client_and_web.lose_answer(b"/moves")
        key = new_key()
        with pytest.raises((http.client.HTTPException, ConnectionError)):
            through.move(game, offered["moves"][0], offered["version"], Idempotency_Key=key)
        assert between_client_and_web.lost.is_set()
        recorded = types(service, game)
        assert recorded.count("DominoChosen") == 1
        made = through.move(game, offered["moves"][0], offered["version"], Idempotency_Key=key)
    assert ok(made, 201) == players[0].state(game)
    assert types(service, game) == recorded


def test_a_request_cut_on_the_way_to_the_web_process(service: Service, between_client_and_web: Proxy) -> None:
    """A request that is cut at any byte has no effect; its retry works like a first request."""
    owner, guest = service.accounts(2)
    body = {"entropy": "ab" * 32}
    with Http(between_client_and_web.host, between_client_and_web.port) as http_through:
        through = Account(http_through, guest.id, guest.name, guest.token)

        def sit_down(game: str) -> Answer:
            return through.post(f"/games/{game}/seats", body, Idempotency_Key=f"the-key-of-{game}")

        def new_table() -> str:
            return str(ok(owner.post("/games", {"players": 2}), 201)["id"])

        trial = between_client_and_web.arm(Fault(b"POST", Way.REQUEST, NEVER))
        ok(sit_down(new_table()), 201)
        length, of_body = trial.passed[Way.REQUEST], len(json.dumps(body))
        for after in (0, 1, length - of_body, length - of_body + 1, length - 1):
            game = new_table()
            cut = between_client_and_web.arm(Fault(b"POST", Way.REQUEST, after))
            with pytest.raises((http.client.HTTPException, ConnectionError)):
                sit_down(game)
            assert cut.ended.wait(SOON)
            assert types(service, game) == ["GameCreated", "PlayerSeated"]
            assert ok(sit_down(game), 201) == {"seat": 1}
            assert types(service, game).count("PlayerSeated") == 2


@pytest.fixture(scope="module")
def behind_proxy(
    service: Service, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Service, Proxy]]:
    """Give a second web process on the same store, and the proxy between them."""
    with ExitStack() as stack:
        proxy = stack.enter_context(proxy_to(Path(urlsplit(service.store_url).path)))
        port = free_port()
        data = tmp_path_factory.mktemp("data")
        settings = environment(f"redis://{proxy.host}:{proxy.port}", data)
        stack.enter_context(processes(settings, port, ["web"]))
        yield Service(service.store_url, port, stack), proxy


def test_an_answer_lost_between_web_and_store(service: Service, behind_proxy: tuple[Service, Proxy]) -> None:
    """If the store's response is lost, the outcome is 503 unknown; a retry gets the response."""
    second, proxy = behind_proxy
    players = second.accounts(2)
    game = second.table(players)
    mover, offered = whose_turn(players, game)
    key = new_key()
    proxy.lose_answer(b"DominoChosen")
    lost = mover.move(game, offered["moves"][0], offered["version"], Idempotency_Key=key)
    assert (lost.status, lost.code) == (503, "store/unknown-outcome")
    assert lost.headers["retry-after"]
    assert proxy.lost.is_set()
    recorded = types(service, game)
    assert recorded.count("DominoChosen") == 1
    made = mover.move(game, offered["moves"][0], offered["version"], Idempotency_Key=key)
    assert ok(made, 201) == players[0].state(game)
    assert types(service, game) == recorded


@pytest.mark.parametrize("what", ["player", "game", "seat"])
def test_any_answer_lost_between_web_and_store(
    service: Service, behind_proxy: tuple[Service, Proxy], what: str
) -> None:
    """A lost response to registering, opening or sitting down gives one effect, and the retry succeeds."""
    second, proxy = behind_proxy
    owner, guest = second.accounts(2)
    game = ok(owner.post("/games", {"players": 2}), 201)["id"]
    ok(guest.mine("GET", "/me"))  # the first use of a token is stored, by a separate script
    first_hash = ok(owner.get(f"/games/{game}/events"))["events"][0]["hash"]
    requests: dict[str, tuple[bytes, Account, str, Any]] = {
        "player": (b"Annabel", owner, "/players", {"name": "Annabel"}),
        "game": (b"GameCreated", owner, "/games", {"players": 2}),
        "seat": (b"PlayerSeated", guest, f"/games/{game}/seats", {"entropy": ENTROPY, "seen": first_hash}),
    }
    mark, account, path, body = requests[what]  # a mark that nothing else has, such as a sign of life
    key = new_key()
    proxy.lose_answer(mark)
    lost = account.post(path, body, Idempotency_Key=key)
    assert lost.status == 503
    assert lost.code == "store/unknown-outcome"
    first = account.post(path, body, Idempotency_Key=key)
    ok(first, 201)
    assert same(account.post(path, body, Idempotency_Key=key), first)
    if what == "seat":
        seated = [event for event in ok(owner.get(f"/games/{game}/events"))["events"] if event["seat"] == 1]
        assert [event["data"]["entropy"] for event in seated if event["type"] == "PlayerSeated"] == [ENTROPY]
