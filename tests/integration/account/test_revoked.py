"""Moves with a revoked token."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from redis import Redis

from harness.service import API, Account, Service, ok
from harness.wire.http import Answer
from replays.encoding.identity import GameId
from replays.store import clients
from replays.streams import keys
from service.application.account_keys import profile_key
from service.http.authentication import COOKIE


@pytest.fixture
def store(service: Service) -> Iterator[Redis]:
    """Give a client of the service's store."""
    with clients.writer(service.store_url) as client:
        yield client


class Lost(NamedTuple):
    """A game in which a phone has made a move, the move sent, and the moves possible after its loss."""

    game: str
    owner: Account
    phone: Account
    sent: dict[str, Any]
    offered: Any


def begun(players: Sequence[Account], *, private: bool) -> str:
    """The id of a new game of these two players."""
    opened = {"players": 2, **({"visibility": "private"} if private else {})}
    game = str(ok(players[0].post("/games", opened), 201)["id"])
    key = ok(players[0].mine("GET", f"/games/{game}/invitation"))["key"] if private else ""
    ok(players[1].post(f"/games/{game}/seats?invitation={key}", {}), 201)
    return game


def lost_phone(service: Service, *, turns: int, private: bool) -> Lost:
    """A game of two, after `turns` moves, the first of them by the phone whose token is then revoked."""
    players = service.accounts(2)
    game = begun(players, private=private)
    offered = ok(players[0].mine("GET", f"/games/{game}/moves"))
    owner = players[offered["seat"]]
    made = ok(owner.post("/me/tokens", {"name": "phone"}), 201)
    phone = Account(service.http(), owner.id, owner.name, made["token"])
    sent = {
        "move": offered["moves"][0],
        "version": offered["version"],
        "Idempotency_Key": "my-first-move-here",
    }
    ok(phone.move(game, **sent), 201)
    for _ in range(turns - 1):
        offered = ok(players[0].mine("GET", f"/games/{game}/moves"))
        mover = players[offered["seat"]]
        ok(mover.move(game, offered["moves"][0], offered["version"]), 201)
    offered = ok(players[0].mine("GET", f"/games/{game}/moves"))
    assert owner.mine("DELETE", f"/me/tokens/{made['id']}").status == 204
    return Lost(game, owner, phone, sent, offered)


def of_no_moment(answer: Answer) -> dict[str, str]:
    """The headers of a response without those that are new each time."""
    return {name: value for name, value in answer.headers.items() if name not in {"date", "x-request-id"}}


TRIES: dict[str, Callable[[Lost], Answer]] = {
    "a good move": lambda lost: lost.phone.move(lost.game, lost.offered["moves"][0], lost.offered["version"]),
    "the first move again": lambda lost: lost.phone.move(lost.game, **lost.sent),
    "another move with its key": lambda lost: lost.phone.move(
        lost.game, lost.offered["moves"][0], lost.offered["version"], Idempotency_Key="my-first-move-here"
    ),
    "an old version": lambda lost: lost.phone.move(lost.game, lost.offered["moves"][0], 1),
    "no version": lambda lost: lost.phone.post(f"/games/{lost.game}/moves", lost.offered["moves"][0]),
    "a move that cannot be": lambda lost: lost.phone.move(
        lost.game, {"type": "discard", "domino": 48}, lost.offered["version"]
    ),
    "no move": lambda lost: lost.phone.move(lost.game, {"type": "jump"}, lost.offered["version"]),
    "no JSON": lambda lost: lost.phone.move(lost.game, b"{", lost.offered["version"]),
    "another game": lambda lost: lost.phone.move("00000000-0000-4000-8000-000000000000", {}, 1),
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("private", [False, True], ids=["public", "private"])
@pytest.mark.parametrize("turns", [1, 2, 3])
@pytest.mark.parametrize("attempt", TRIES.values(), ids=TRIES)
def test_a_revoked_token_moves_nothing(
    service: Service, store: Redis, attempt: Callable[[Lost], Answer], turns: int, *, private: bool
) -> None:
    """Every request with a revoked token is 401 and reveals nothing of the game."""
    lost = lost_phone(service, turns=turns, private=private)
    before = store.xrange(keys.stream(GameId(lost.game)))
    stranger = Account(service.http(), lost.phone.id, "", "nobody's")
    told = of_no_moment(stranger.move(lost.game, {}, 1))
    assert told["www-authenticate"] == "Bearer"
    for answer in (attempt(lost), attempt(lost)):
        assert (answer.status, answer.code) == (401, "auth/unknown-token")
        assert of_no_moment(answer) == told
    assert store.xrange(keys.stream(GameId(lost.game))) == before


def test_a_token_is_looked_up_with_every_move(service: Service, store: Redis) -> None:
    """Without limits no process caches a token: here it is removed directly in the store."""
    players = service.accounts(2)
    game = service.table(players)
    for _ in range(2):
        offered = players[0].moves(game)
        mover = players[offered["seat"]]
        ok(mover.move(game, offered["moves"][0], offered["version"]), 201)
    offered = players[0].moves(game)
    mover = players[offered["seat"]]
    store.hset(profile_key(mover.id), "token", "")
    refused = mover.move(game, offered["moves"][0], offered["version"])
    assert (refused.status, refused.code) == (401, "auth/unknown-token")
    assert players[0].moves(game) == offered


def test_a_lost_cookie_moves_nothing(service: Service, store: Redis) -> None:
    """A revoked cookie moves nothing, nor does a valid cookie sent by a browser for another site."""
    lost = lost_phone(service, turns=2, private=False)
    path, http = f"{API}/games/{lost.game}/moves", service.http()
    before = store.xrange(keys.stream(GameId(lost.game)))

    def moved(token: str, **headers: str) -> tuple[int, str]:
        asked = {"If_Match": f'"{lost.offered["version"]}"', "Cookie": f"{COOKIE}={token}", **headers}
        answer = http.post(path, lost.offered["moves"][0], **asked)
        return answer.status, answer.code

    owner = lost.owner.token
    for site in ("cross-site", "same-site"):
        assert moved(owner, Sec_Fetch_Site=site) == (403, "auth/cross-site")
    assert moved(owner) == (403, "auth/cross-site")
    for headers in ({}, {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-origin"}):
        assert moved(lost.phone.token, **headers) == (401, "auth/unknown-token")
    assert store.xrange(keys.stream(GameId(lost.game))) == before
