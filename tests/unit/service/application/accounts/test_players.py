"""Profiles, on an in-memory store."""

import itertools
from collections.abc import Iterator
from typing import cast

import pytest
from fakeredis import FakeRedis, FakeServer

from harness.clock import Clock
from harness.games import ADDRESS
from replays.log.event_log import StoreAway, UnknownOutcome
from service.application.account_keys import AccountErased
from service.application.accounts.access.invitations import ENDED
from service.application.accounts.naming.index import KEY as KEY_OF_NAMES
from service.application.accounts.players import (
    NAME_SECONDS,
    NameMismatch,
    Players,
    Profile,
    RegistrationKeyReused,
)

KEY = bytes(32)
REQUEST = "6f2c1f5e-9d53-4bb5-8f5b-0a4d7c1f3b52"
NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def store() -> FakeRedis:
    """Give an empty store."""
    return FakeRedis()


@pytest.fixture
def clock() -> Clock:
    """Give a clock that the test controls."""
    return Clock()


@pytest.fixture
def players(store: FakeRedis, clock: Clock) -> Players:
    """Give players with distinct random bytes, the same in each test."""
    return players_on(store, clock)


def players_on(store: FakeRedis, clock: Clock, key: bytes = KEY) -> Players:
    """Players as in a separate process."""
    numbers = itertools.count(1)
    return Players(store, key, lambda size: next(numbers).to_bytes(size), clock)


def everything(store: FakeRedis) -> bytes:
    """All content of the store."""
    held: list[bytes] = []
    held.append(repr(store.zrange(KEY_OF_NAMES, 0, -1)).encode())
    for key in cast("Iterator[bytes]", store.scan_iter(_type="hash")):
        pairs = cast("dict[bytes, bytes]", store.hgetall(key)).items()
        held += [key, *(part for pair in pairs for part in pair)]
    return b"".join(held)


def test_the_same_request_again(store: FakeRedis, players: Players, clock: Clock) -> None:
    """Player and token are the same, in another process too, and the store does not change."""
    first = players.register("Ann", REQUEST, ADDRESS, 1)
    held = everything(store)
    assert players.register("Ann", REQUEST, ADDRESS, 2) == first
    assert players_on(store, clock).register("Ann", REQUEST, ADDRESS, 3) == first
    assert everything(store) == held


def test_the_same_request_with_another_name(store: FakeRedis, players: Players) -> None:
    """The request is refused; the first name stays."""
    ann = players.register("Ann", REQUEST, ADDRESS, 1)
    with pytest.raises(RegistrationKeyReused):
        players.register("Bob", REQUEST, ADDRESS, 2)
    assert players.names([ann.id]) == {ann.id: "Ann"}


def test_a_request_key_alone_gives_no_token(store: FakeRedis, players: Players, clock: Clock) -> None:
    """The token can be derived only with the server's secret key."""
    ann = players.register("Ann", REQUEST, ADDRESS, 1)
    other = players_on(store, clock, key=bytes([1] * 32)).register("Ann", REQUEST, ADDRESS, 1)
    assert other.id != ann.id
    assert other.token.partition(".")[2] != ann.token.partition(".")[2]


def test_names_are_current_and_unknown_players_have_none(
    store: FakeRedis, players: Players, clock: Clock
) -> None:
    """Names are current; for unknown players they are None, for erased ones within seconds."""
    ann = players.register("Ann", None, ADDRESS, 1)
    assert players.names([ann.id, NOBODY, ann.id]) == {ann.id: "Ann", NOBODY: None}
    assert players.names([]) == {}
    store.delete(f"player:{ann.id}")
    assert players.names([ann.id]) == {ann.id: "Ann"}
    clock.advance(NAME_SECONDS)
    assert players.names([ann.id]) == {ann.id: None}


def test_names_are_in_the_order_in_which_they_are_asked_for(players: Players) -> None:
    """The order does not depend on the cache, since names are part of cache keys."""
    ann, ben = (players.register(name, None, ADDRESS, 1).id for name in ("Ann", "Ben"))
    players.names([ben])
    assert list(players.names([ann, ben]).items()) == [(ann, "Ann"), (ben, "Ben")]


def test_names_in_any_script(players: Players) -> None:
    """Names come back unchanged."""
    names = ["Ğüneş", "김민수", "🐉", "a\u0301", "O'Brien <b>"]
    made = [players.register(name, None, ADDRESS, 1) for name in names]
    assert list(players.names(player.id for player in made).values()) == names


def test_a_store_that_is_away(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads and writes raise `StoreAway`; a registration that may have arrived raises `UnknownOutcome`."""
    server = FakeServer()
    players = players_on(FakeRedis(server=server), clock)
    ann = players.register("Ann", None, ADDRESS, 1)
    server.connected = False
    with monkeypatch.context() as indexed:
        indexed.setattr(players.index, "add", list)
        with pytest.raises(UnknownOutcome):
            players.register("Bob", None, ADDRESS, 1)
    with pytest.raises(StoreAway):
        players.register("Bob", None, ADDRESS, 1)
    with pytest.raises(StoreAway):
        players.profile(ann.id)
    with pytest.raises(StoreAway):
        players.names([ann.id])


def test_a_profile(players: Players) -> None:
    """A profile has the name and the registration time; an unknown player has none."""
    ann = players.register("Ann", None, ADDRESS, 7)
    assert players.profile(ann.id) == Profile(ann.id, "Ann", 7)
    with pytest.raises(AccountErased):
        players.profile(NOBODY)


def test_a_new_name_is_shown_at_once_or_within_seconds(
    players: Players, store: FakeRedis, clock: Clock
) -> None:
    """The new name is visible at once in the same process, and within seconds in another."""
    ann, other = players.register("Ann", None, ADDRESS, 7), players_on(store, clock)
    assert players.names([ann.id]) == other.names([ann.id]) == {ann.id: "Ann"}
    players.rename(ann.id, "Anna")
    assert players.profile(ann.id).name == "Anna"
    assert players.names([ann.id]) == {ann.id: "Anna"}
    assert other.names([ann.id]) == {ann.id: "Ann"}
    clock.advance(NAME_SECONDS)
    assert other.names([ann.id]) == {ann.id: "Anna"}


def test_an_erased_account(players: Players, store: FakeRedis) -> None:
    """The name is deleted at once, from the store too; no change or registration restores it."""
    ann = players.register("Ann", REQUEST, ADDRESS, 7)
    assert players.names([ann.id]) == {ann.id: "Ann"}
    players.erase(ann.id, "Ann")
    assert players.names([ann.id]) == {ann.id: None}
    with pytest.raises(AccountErased):
        players.profile(ann.id)
    with pytest.raises(AccountErased):
        players.rename(ann.id, "Ann")
    with pytest.raises(AccountErased):
        players.erase(ann.id, "Ann")
    with pytest.raises(RegistrationKeyReused):
        players.register("Ann", REQUEST, ADDRESS, 8)
    left = store.hgetall(f"player:{ann.id}")
    assert int(left.pop(ENDED.encode())) > 0, "the keys that Ann gave to private games are valid no more"
    assert left == {b"erased": b"1"}


def test_erasing_takes_the_right_name(players: Players) -> None:
    """With another name the account stays as it is."""
    ann = players.register("Ann", None, ADDRESS, 7)
    for name in ("ann", "Ann ", ""):
        with pytest.raises(NameMismatch):
            players.erase(ann.id, name)
    assert players.profile(ann.id) == Profile(ann.id, "Ann", 7)
