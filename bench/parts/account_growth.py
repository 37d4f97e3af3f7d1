"""Memory of accounts in the store: each thing that an address can write, on a real server."""

import os
from collections.abc import Callable, Iterator
from uuid import uuid4

import orjson
from redis import Redis

from harness.store.server import running_server
from replays.store import clients

COUNT = 3_000
FULL_NAME = "🐉" * 40
DIGEST, MOMENT = "a" * 64, 1_798_761_599_999

Write = Callable[[Redis], object]


def account_growths() -> Iterator[tuple[str, float]]:
    """The name of each thing, and its bytes: the mean of 3,000, as the server counts memory."""
    with running_server() as server, clients.writer(server.url) as store:
        for name, write in WRITES.items():
            yield name, _each(store, write)


def _each(store: Redis, write: Write) -> float:
    write(store)
    before = store.info("memory")["used_memory"]
    for _ in range(0, COUNT, 500):
        with store.pipeline(transaction=False) as pipeline:
            for _ in range(500):
                write(pipeline)
            pipeline.execute()
    return float(store.info("memory")["used_memory"] - before) / COUNT


def _player(store: Redis, name: str) -> None:
    store.hset(
        f"player:{uuid4()}",
        mapping={"name": name, "token": DIGEST, "created_at": MOMENT, "from": "a" * 22},
    )


def _token(store: Redis, name: str) -> None:
    token = os.urandom(8).hex()
    tokens = {f"token:{token}": f"{DIGEST} {MOMENT}", f"token-name:{token}": name}
    store.hset("player:tokens", mapping=tokens)  # type: ignore[arg-type]


def _comment(store: Redis) -> None:
    game, author, comment = str(uuid4()), str(uuid4()), str(uuid4())
    place = {"version": 117, "created_at": MOMENT, "id": comment, "game": game, "author": author}
    store.hset(f"comments:{game}", comment, orjson.dumps(place | {"request": DIGEST}).decode())
    store.hset("comments", f"{game}/{comment}", orjson.dumps({"text": "", "edited_at": None}).decode())


def _message(store: Redis) -> None:
    game, author, message = str(uuid4()), str(uuid4()), str(uuid4())
    store.incr(f"talk:{{{game}}}")
    store.zadd(f"talk:{{{game}}}:players", {f"117 {author} {message} {DIGEST[:16]}": 117})
    said = orjson.dumps({"at": MOMENT, "text": ""}).decode()
    store.hset("talk", f"{game}/players/117/{message}", said)


def _study(store: Redis) -> None:
    study = str(uuid4())
    store.hset(f"study:{study}", mapping={"text": "x" * 1_000, "owner": str(uuid4()), "created_at": MOMENT})
    store.zadd("studies", {study: MOMENT})
    store.hset("ledger", f"study:{study}", "1600 117")


def _plan(store: Redis) -> None:
    game = str(uuid4())
    store.hset(f"plans:{game}", "0", "x" * 100)
    store.hset("ledger", f"plan:0:{game}", "550 117")


def _sign_in(store: Redis) -> None:
    player = str(uuid4())
    store.hset(f"credentials:{player}", mapping={"email": "ann@example.org", "password": "x" * 97})
    store.set(f"email:{DIGEST[:32]}{player}", player)


def _email(store: Redis) -> None:
    player = str(uuid4())
    proposal = {"email": "ann@example.org", "password": "x" * 97, "digest": DIGEST}
    store.hset(f"proposal:{player}", mapping=proposal)  # type: ignore[arg-type]
    store.hset(f"mail:{player}", DIGEST[:32], "x" * 700)
    store.zadd("mail", {player: MOMENT})


WRITES: dict[str, Write] = {
    "player, name of 3 letters": lambda store: _player(store, "Ann"),
    "player, longest name": lambda store: _player(store, FULL_NAME),
    "token": lambda store: _token(store, "phone"),
    "token, longest name": lambda store: _token(store, FULL_NAME),
    "revoked token": lambda store: store.hset("player:marks", f"token:{os.urandom(8).hex()}", ""),
    "e-mail and password": _sign_in,
    "letter and proposal": _email,
    "note of 1 byte": lambda store: store.hset("notes", str(uuid4()), "x"),
    "note of 100 bytes": lambda store: store.hset("notes", str(uuid4()), "x" * 100),
    "note of 40,000 bytes": lambda store: store.hset("long notes", str(uuid4()), "x" * 40_000),
    "version seen": lambda store: store.hset("seen", str(uuid4()), "117"),
    "comment without text": _comment,
    "message without text, the first of its game": _message,
    "study of 1,000 bytes": _study,
    "plan of 100 bytes": _plan,
    "ledger of an account": lambda store: store.hset(
        f"ledger:{uuid4()}", mapping={"total": 12_345, "n": 17, "at": "x" * 22}
    ),
    "guest at an address": lambda store: store.hset("storage:address", str(uuid4()), "17 12345"),
}
"""Commands by name; each writes one more."""
