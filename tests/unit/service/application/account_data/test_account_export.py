"""The export of an account, built piece by piece, on an in-memory store."""

import json
import uuid
from collections.abc import Callable
from io import BytesIO
from typing import Any, cast
from unittest.mock import patch
from zipfile import ZipFile

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from harness.play.signing_in import Browser, World, ann, code
from replays.log.event_log import StoreAway
from service.application.account_data import running
from service.application.account_data.archive import archive
from service.application.account_data.document import PIECE_BYTES, document
from service.application.account_data.running import LEASE_MS, ExportRunning, begin
from service.application.account_data.stores import AccountStores
from service.application.account_keys import AccountErased, notes_key, seen_key
from service.application.quotas.hash_pages import MOST_BYTES
from service.services import EXTENSION

__all__ = ["ann"]

LONGEST = "🐉" * 10_000


@pytest.fixture
def world() -> World:
    """Give the application."""
    return World()


@pytest.fixture
def parts(world: World) -> AccountStores:
    """Give the stores of account data."""
    return cast("AccountStores", world.app.extensions[EXTENSION])


def begun_for(world: World, parts: AccountStores, player: str) -> running.Export:
    """A running export of this account."""
    return begin(world.store, player, lambda: document(parts, player))


def player(browser: Browser) -> str:
    """The id of the signed-in player."""
    return str(browser.who()["id"])


def exported(browser: Browser, method: str = "GET") -> int:
    """The status of an export whose response is read to the end."""
    answer = browser.ask(method, "/me/export")
    assert answer.data or method == "HEAD"
    answer.close()
    return answer.status_code


def read_at_once(world: World, ask: Callable[[], object]) -> int:
    """The largest number of bytes of values that one command read meanwhile."""
    most = 0
    hmget = world.store.hmget

    def measured(key: Any, *fields: Any) -> Any:
        nonlocal most
        found = hmget(key, *fields)
        most = max(most, sum(len(value) for value in found if value))
        return found

    with patch.object(world.store, "hmget", measured):
        ask()
    return most


@pytest.mark.long
def test_a_large_account_is_read_and_sent_in_pieces(world: World, ann: Browser, parts: AccountStores) -> None:
    """Whatever the size, few values are read at a time, in order, each once; the whole is valid JSON."""
    who = player(ann)
    notes = {str(uuid.UUID(int=number)): LONGEST for number in range(60)}
    notes |= {str(uuid.UUID(int=1_000 + number)): f"note {number}" for number in range(3_000)}
    for game, text in notes.items():
        world.store.hset(notes_key(who), game, text)
    seen = {str(uuid.UUID(int=number)): number for number in range(3_000)}
    for game, version in seen.items():
        world.store.hset(seen_key(who), game, str(version))
    pieces: list[bytes] = []
    most = read_at_once(world, lambda: pieces.extend(document(parts, who)))
    assert most <= MOST_BYTES
    assert max(map(len, pieces)) <= PIECE_BYTES + len(LONGEST.encode()) + 100
    found = json.loads(b"".join(pieces))
    assert [(each["game"], each["text"]) for each in found["notes"]] == sorted(notes.items())
    assert {each["game"]: each["version"] for each in found["seen"]} == seen
    assert list(found) == [
        *("id", "name", "created_at", "page", "language", "email", "proposed_email", "tokens"),
        "passkeys",
        *("notice_preferences", "notice_targets", "calendar"),
        *("audit", "notices", "webhooks", "reports", "decisions", "views"),
        *("following", "blocked", "muted", "muted_talk"),
        *("notes", "comments", "talk", "collections", "studies"),
        *("plans", "results", "ratings", "seen", "games", "dynasties", "tournaments", "receipts"),
    ]
    assert found["notices"] == []
    zipped: list[bytes] = []
    most = read_at_once(world, lambda: zipped.extend(archive(parts, who, 1_750_000_000)))
    assert most <= MOST_BYTES
    with ZipFile(BytesIO(b"".join(zipped))) as file:
        assert file.testzip() is None
        files = {name: file.read(name) for name in file.namelist()}
    assert files.pop("receipts.txt") == b""
    lists = {name: json.loads(text) for name, text in files.items() if name.endswith(".json")}
    account = lists.pop("account.json")
    lists["receipts"] = []
    assert account | {name.removesuffix(".json"): items for name, items in lists.items()} == found
    told = files["README.txt"].decode()
    assert all(f"\n{name}: " in told for name in ("account.json", "receipts.txt", "notes.json"))


def test_one_at_a_time(world: World, ann: Browser, parts: AccountStores) -> None:
    """Each account has one running export across processes; when it has ended, another may begin."""
    bob = world.browser()
    bob.guest("Bob")
    begun = begun_for(world, parts, player(ann))
    refused = ann.ask("GET", "/me/export")
    assert code(refused) == (429, "limit/exports")
    assert refused.headers["Retry-After"] == "5"
    assert exported(bob) == 200
    begun.end()
    begun.end()
    assert [exported(ann, method) for method in ("GET", "GET", "HEAD", "GET")] == [200] * 4


def test_who_has_read_it_all_may_ask_again(world: World, ann: Browser, parts: AccountStores) -> None:
    """The export has ended before the last piece of the response is sent."""
    begun = begun_for(world, parts, player(ann))
    list(begun.pieces())
    begun_for(world, parts, player(ann)).end()


def test_an_export_whose_process_died_is_forgotten(world: World, ann: Browser, parts: AccountStores) -> None:
    """The lease lasts a minute; a running export renews it; a late end does not release another's lease."""
    who = player(ann)
    lost = begun_for(world, parts, who)
    key = f"{{player:{who}}}:export"
    assert 0 < world.store.pttl(key) <= LEASE_MS
    world.store.pexpire(key, 1_000)
    with patch.object(running, "RENEW_SECONDS", -1.0):
        pieces = lost.pieces()
        assert [next(pieces) for _ in range(3)]
    assert world.store.pttl(key) > 1_000
    world.store.delete(key)
    other = begun_for(world, parts, who)
    lost.end()
    with pytest.raises(ExportRunning):
        begun_for(world, parts, who)
    other.end()


def test_a_store_that_fails_at_the_beginning_is_503(world: World, ann: Browser) -> None:
    """The next export may begin."""
    with patch("service.application.account_data.document.account", side_effect=StoreAway("gone")):
        assert code(ann.ask("GET", "/me/export")) == (503, "store/away")
    assert exported(ann) == 200


def test_a_store_that_fails_meanwhile_breaks_the_answer_off(world: World, ann: Browser) -> None:
    """The broken-off text is invalid JSON, and the next export may begin."""
    world.store.hset(notes_key(player(ann)), mapping={str(n): LONGEST for n in range(20)})
    hmget = world.store.hmget
    asked: list[str] = []

    def failing(key: Any, *fields: Any) -> Any:
        if key == notes_key(player_id):
            asked.append(key)
            if len(asked) > 2:
                raise RedisConnectionError("lost")
        return hmget(key, *fields)

    player_id = player(ann)
    with patch.object(world.store, "hmget", failing):
        answer = ann.client.get("/api/v1/me/export", buffered=False)
        pieces: list[bytes] = []
        with pytest.raises(ConnectionResetError):
            pieces.extend(cast("Any", answer.response))
        answer.close()
    sent = b"".join(pieces)
    assert sent.startswith(b'{"id":')
    with pytest.raises(json.JSONDecodeError):
        json.loads(sent)
    assert exported(ann) == 200


def test_an_account_erased_meanwhile_gives_no_whole_file(
    world: World, ann: Browser, parts: AccountStores
) -> None:
    """A complete file would claim that the account had no data."""
    pieces = document(parts, player(ann))
    next(pieces)
    assert ann.ask("DELETE", "/me", {"confirm": "Ann"}).status_code == 204
    with pytest.raises(AccountErased):
        list(pieces)
