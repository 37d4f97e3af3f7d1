"""Nothing is kept of an account that no registry declares: all of it is exported, counted and erased."""

from collections.abc import Iterator
from typing import Any, cast

import pytest
from redis import Redis

from harness.play.claims import unclaimed
from harness.play.signing_in import World
from harness.play.whole_account import WholeAccount
from kingdomino.board.numbers import Seat
from replays.bootstrap import now_ms
from replays.encoding.identity import GameId
from service.api.accounts.schemas.export import ExportAnswer
from service.application.account_data.elsewhere import ELSEWHERE
from service.application.account_data.erasing import erase
from service.application.account_data.export import LISTS, account
from service.application.account_keys import PARTS
from service.application.problem import Problem
from service.application.quotas.storage_ledger import COUNTED, KINDS, PLAN, STUDY, OtherSlot, Thing


@pytest.fixture(scope="module")
def whole() -> Iterator[WholeAccount]:
    """Give an account with everything, which no test changes."""
    made = WholeAccount(World(limits=True))
    yield made
    made.world.hub.close()


def exported(whole: WholeAccount) -> dict[str, Any]:
    """The members of the account's export."""
    found: dict[str, Any] = whole.ann.ask("GET", "/me/export").json  # type: ignore[assignment]
    return found


def test_the_account_has_everything(whole: WholeAccount) -> None:
    """A new part, counted kind or list is kept by the account of these tests, too."""
    with whole.busy():
        missing = [part.holds for part in PARTS if not whole.world.store.exists(part(whole.id))]
    assert missing == []
    assert [name for name, value in exported(whole).items() if not value] == []


def test_every_key_of_an_account_is_declared(whole: WholeAccount) -> None:
    """No key has the account's id in its name or its value that no entry claims."""
    with whole.busy():
        assert unclaimed(whole.world.store, whole.id) == []


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("{{player:{id}}}:bookmarks", "a part that is not in `PARTS`"),
        ("bookmarks:{id}", "a key elsewhere"),
        ("bookmarks", "a list of all accounts, with {id}"),
        ("{{player:{id}}}", "a key with the hash tag alone"),
    ],
)
def test_a_key_that_nobody_declared_is_found(whole: WholeAccount, key: str, text: str) -> None:
    """In the account's slot, in another one, and in a value."""
    key, store = key.format(id=whole.id), whole.world.store
    store.set(key, text.format(id=whole.id))
    assert unclaimed(store, whole.id) == [key]
    store.delete(key)


def test_every_member_of_the_export_is_declared(whole: WholeAccount) -> None:
    """The export, what the registries say of it, the lists and the API document have the same members."""
    members = list(exported(whole))
    lists = [each.name for each in LISTS]
    shown = [each for each in (*PARTS, *ELSEWHERE) if not isinstance(each.exported, str)]
    assert members == [*account(whole.world.services, whole.id), *lists]
    assert {name for each in shown for name in each.exported} == set(members)
    assert ExportAnswer().fields.keys() == set(members)


def test_every_counted_kind_is_declared_once() -> None:
    """Each is a part of the account, or lies elsewhere."""
    elsewhere = [each.counted for each in ELSEWHERE if isinstance(each.counted, OtherSlot)]
    assert [*COUNTED, *elsewhere] == list(KINDS)


def test_everything_is_counted(whole: WholeAccount) -> None:
    """The ledger has the bytes of each counted thing of the account, as they are in the store and the log."""
    store, parts, lengths = whole.world.store, whole.world.services, {}
    for part in COUNTED:
        for name, value in hash_of(store, part(whole.id)).items():
            lengths[Thing(part, name.decode())] = len(value)
    for study in parts.storage.things(whole.id, STUDY):
        lengths[study] = len(hash_of(store, study.place("")[0])[b"text"])
    for plan in parts.storage.things(whole.id, PLAN):
        seat, _, game = plan.name.partition(":")
        lengths[plan] = len(parts.tables.log.plan(GameId(game), Seat(int(seat))) or b"")
    assert {thing.kind for thing in lengths} == set(KINDS)
    assert parts.storage.usage(whole.id).used == sum(each.bytes(size) for each, size in lengths.items())


def hash_of(store: Redis, key: str) -> dict[bytes, bytes]:
    """The fields of a hash."""
    return cast("dict[bytes, bytes]", store.hgetall(key))


def test_an_erased_account_leaves_nothing_but_what_says_so() -> None:
    """Its own keys are gone, but for the mark that its id is used up; what stays elsewhere has a reason.

    Erasing needs no request. With another name nothing happens.
    """
    whole = WholeAccount(World(limits=True))
    store, before = whole.world.store, exported(whole)
    with pytest.raises(Problem, match="not your name"):
        erase(whole.world.services, whole.id, "Anna", now_ms())
    after = exported(whole)
    assert after == {**before, "audit": after["audit"]}
    with whole.busy():
        erase(whole.world.services, whole.id, "Ann", now_ms())
    left = [part.name for part in PARTS if store.exists(part(whole.id))]
    assert left == [PARTS[0].name]
    assert store.hkeys(PARTS[0](whole.id)) == [b"erased", b"invitations-ended"]
    assert unclaimed(store, whole.id, is_erased=True) == [PARTS[0](whole.id)]
    whole.world.hub.close()
