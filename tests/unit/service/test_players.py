"""Profiles and tokens, on a store in memory."""

import itertools
from collections.abc import Iterator
from typing import cast

import pytest
from fakeredis import FakeRedis, FakeServer

from replays.log import StoreAway, UnknownOutcome
from service.players import NAME_SECONDS, NameMismatch, Players
from tests.support.clock import Clock

KEY = bytes(32)
REQUEST = "6f2c1f5e-9d53-4bb5-8f5b-0a4d7c1f3b52"
NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def store() -> FakeRedis:
    """Give an empty store."""
    return FakeRedis()


@pytest.fixture
def clock() -> Clock:
    """Give a clock in the test's hand."""
    return Clock()


@pytest.fixture
def players(store: FakeRedis, clock: Clock) -> Players:
    """Give players whose random bytes differ from one another, and are the same in each test."""
    return players_on(store, clock)


def players_on(store: FakeRedis, clock: Clock, key: bytes = KEY) -> Players:
    """Players of a process of its own."""
    numbers = itertools.count(1)
    return Players(store, key, lambda size: next(numbers).to_bytes(size), clock)


def everything(store: FakeRedis) -> bytes:
    """All that the store holds."""
    held: list[bytes] = []
    for key in cast("Iterator[bytes]", store.scan_iter()):
        pairs = cast("dict[bytes, bytes]", store.hgetall(key)).items()
        held += [key, *(part for pair in pairs for part in pair)]
    return b"".join(held)


def test_a_token_names_its_player(players: Players) -> None:
    """And nobody else; two players have different ids and tokens."""
    ann, bob = players.register("Ann", None, 1), players.register("Ann", None, 2)
    assert players.authenticate(ann.token) == ann.id
    assert players.authenticate(bob.token) == bob.id
    assert ann.id != bob.id


def test_a_token_is_not_in_the_store(store: FakeRedis, players: Players) -> None:
    """Neither whole nor its secret part, in no spelling: who reads the store can sign in as nobody."""
    ann = players.register("Ann", None, 1)
    secret = ann.token.partition(".")[2]
    held = everything(store)
    assert ann.id.encode() in held
    assert b"Ann" in held
    for text in (ann.token.encode(), secret.encode(), bytes.fromhex(secret)):
        assert text not in held
    kept = store.hget(f"player:{ann.id}", "token")
    assert isinstance(kept, bytes)
    assert players.authenticate(f"{ann.id}.{kept.decode()}") is None


def test_a_token_has_256_bits(players: Players) -> None:
    """So a plain hash of it cannot be turned back by trying."""
    assert len(bytes.fromhex(players.register("Ann", None, 1).token.partition(".")[2])) == 32


def test_wrong_tokens(players: Players) -> None:
    """Each is nobody's: cut, lengthened, of another player, of no form at all."""
    ann, bob = players.register("Ann", None, 1), players.register("Bob", None, 2)
    secret = ann.token.partition(".")[2]
    wrong = ["", ".", ann.id, f"{ann.id}.", f".{secret}", secret, ann.token[:-1], f"{ann.token}0"]
    wrong += [f"{bob.id}.{secret}", f"{NOBODY}.{secret}", f"{ann.id.upper()}.{secret}", "\x00.\x00", "é.é"]
    wrong += [f"{{{ann.id}}}.{secret}", f"{ann.id.replace('-', '')}.{secret}", f"*.{secret}"]
    assert [players.authenticate(token) for token in wrong] == [None] * len(wrong)


def test_the_same_request_again(store: FakeRedis, players: Players, clock: Clock) -> None:
    """It gives the same player and token, also in another process, and changes nothing in the store."""
    first = players.register("Ann", REQUEST, 1)
    held = everything(store)
    assert players.register("Ann", REQUEST, 2) == first
    assert players_on(store, clock).register("Ann", REQUEST, 3) == first
    assert everything(store) == held


def test_the_same_request_with_another_name(store: FakeRedis, players: Players) -> None:
    """It is refused; the first name stays."""
    ann = players.register("Ann", REQUEST, 1)
    with pytest.raises(NameMismatch):
        players.register("Bob", REQUEST, 2)
    assert players.names([ann.id]) == {ann.id: "Ann"}
    assert players.authenticate(ann.token) == ann.id


def test_a_request_key_alone_gives_no_token(store: FakeRedis, players: Players, clock: Clock) -> None:
    """Only the server, which has the secret key, derives the token from it."""
    ann = players.register("Ann", REQUEST, 1)
    other = players_on(store, clock, key=bytes([1] * 32)).register("Ann", REQUEST, 1)
    assert other.id != ann.id
    assert other.token.partition(".")[2] != ann.token.partition(".")[2]


def test_names(store: FakeRedis, players: Players, clock: Clock) -> None:
    """Present ones; None for who is unknown or erased, at the latest some seconds after."""
    ann = players.register("Ann", None, 1)
    assert players.names([ann.id, NOBODY, ann.id]) == {ann.id: "Ann", NOBODY: None}
    assert players.names([]) == {}
    store.delete(f"player:{ann.id}")
    assert players.names([ann.id]) == {ann.id: "Ann"}
    clock.advance(NAME_SECONDS)
    assert players.names([ann.id]) == {ann.id: None}
    assert players.authenticate(ann.token) is None


def test_names_in_any_script(players: Players) -> None:
    """They come back as they were given."""
    names = ["Ğüneş", "김민수", "🐉", "a\u0301", "O'Brien <b>"]
    made = [players.register(name, None, 1) for name in names]
    assert list(players.names(player.id for player in made).values()) == names


def test_a_store_that_is_away(clock: Clock) -> None:
    """Everything says so; a registration that may have arrived says that it may have."""
    server = FakeServer()
    players = players_on(FakeRedis(server=server), clock)
    ann = players.register("Ann", None, 1)
    server.connected = False
    with pytest.raises(UnknownOutcome):
        players.register("Bob", None, 1)
    with pytest.raises(StoreAway):
        players.authenticate(ann.token)
    with pytest.raises(StoreAway):
        players.names([ann.id])
