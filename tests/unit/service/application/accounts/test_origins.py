"""Origins of accounts, on an in-memory store: accounts of one origin share turns for bots."""

import pytest
from fakeredis import FakeRedis, FakeServer

from harness.games import ADDRESS, KEY
from replays.log.event_log import StoreAway
from service.application.account_keys import profile_key
from service.application.accounts.origins import Origins
from service.application.accounts.players import Players

ELSEWHERE = "2001:db8:1:2::/64"
NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def store() -> FakeRedis:
    """Give an empty store."""
    return FakeRedis()


def register(store: FakeRedis, name: str, address: str) -> str:
    """Create an account at this address."""
    return Players(store, KEY, lambda _: name.encode(), lambda: 0.0).register(name, None, address, 1).id


def test_accounts_of_an_address_are_one_group(store: FakeRedis) -> None:
    """Accounts of another address form another group."""
    ann, ben = (register(store, name, ADDRESS) for name in ("Ann", "Ben"))
    cid = register(store, "Cid", ELSEWHERE)
    groups = Origins(store).groups([ann, ben, cid, ann])
    assert groups.keys() == {ann, ben, cid}
    assert groups[ann] == groups[ben] != groups[cid]


def test_no_address_is_kept(store: FakeRedis) -> None:
    """The store has only a value that cannot be computed without the server's key."""
    ann = register(store, "Ann", ADDRESS)
    assert not any(ADDRESS.encode() in value for value in store.hvals(profile_key(ann)))
    before = Origins(store).groups([ann])
    store.flushall()
    other = Players(store, bytes([1] * 32), lambda _: b"Ann", lambda: 0.0).register("Ann", None, ADDRESS, 1)
    assert Origins(store).groups([other.id]).values() != before.values()


def test_an_account_of_unknown_origin_is_a_group_of_its_own(store: FakeRedis) -> None:
    """Accounts older than origins and unknown accounts have their own group."""
    ann = register(store, "Ann", ADDRESS)
    store.hdel(profile_key(ann), "from")
    assert Origins(store).groups([ann, NOBODY]) == {ann: ann, NOBODY: NOBODY}


def test_erased_accounts_are_one_group(store: FakeRedis) -> None:
    """Otherwise erasing accounts would give more turns."""
    ann, ben = register(store, "Ann", ADDRESS), register(store, "Ben", ELSEWHERE)
    players = Players(store, KEY, bytes, lambda: 0.0)
    players.erase(ann, "Ann")
    players.erase(ben, "Ben")
    groups = Origins(store).groups([ann, ben, NOBODY])
    assert groups[ann] == groups[ben] != NOBODY


def test_a_store_that_is_away() -> None:
    """It raises `StoreAway`; the relay waits for the store."""
    server = FakeServer()
    server.connected = False
    with pytest.raises(StoreAway):
        Origins(FakeRedis(server=server)).groups([NOBODY])
