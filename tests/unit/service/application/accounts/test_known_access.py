"""The access that a process knows, and the stream from which it learns what to forget."""

from collections.abc import Iterable

import pytest
from fakeredis import FakeRedis

from harness.store.fake_log import FakeEventLog
from replays.log.event_log import StoreAway
from replays.match.matches import Matches
from service.application.accounts.access import known as of_known
from service.application.accounts.access.known import (
    CHANGES,
    FRESH_SECONDS,
    KEPT_SECONDS,
    MOST,
    KnownAccess,
    report_change,
)
from service.application.live import access_changes
from service.application.live.access_changes import AccessChanges
from service.application.live.hub import Hub

ANN, BOB = "ann", "bob"


class Process:
    """A web process on a store: what it knows, and its place in the stream; its clock stands still."""

    def __init__(self, store: FakeRedis) -> None:
        self.now = 100.0
        self.known = KnownAccess[str](lambda: self.now)
        self.concerned: list[set[str]] = []
        log = FakeEventLog()
        self.hub = Hub(log, Matches(log), 1)
        self.changes = AccessChanges(store, self.known, self.hub)

    def learn(self, players: Iterable[str] = (ANN, BOB)) -> None:
        """Keep the access to these accounts, as the store gave it."""
        for player in players:
            self.known.keep(player, "digest", f"access of {player}", self.known.forgotten)

    def follow(self, *, anew: bool = False) -> None:
        """Read the stream once."""
        self.changes.follow(anew=anew)

    def knows(self) -> list[str]:
        """The accounts to which it knows the access."""
        return [player for player in (ANN, BOB) if self.known.find(player, "digest")]


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> FakeRedis:
    """Give a store; reads of the stream do not wait."""
    monkeypatch.setattr(access_changes, "BLOCK_MS", 1)
    return FakeRedis()


@pytest.fixture
def process(store: FakeRedis) -> Process:
    """Give a process that follows and knows both accounts."""
    made = Process(store)
    made.follow()
    made.learn()
    assert made.knows() == [ANN, BOB]
    return made


def elsewhere(store: FakeRedis, player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process ends access to the account."""
    with monkeypatch.context() as patched:
        patched.setattr(of_known, "CACHES", ())
        report_change(store, player)


def test_nothing_is_known_before_the_stream_is_read(store: FakeRedis) -> None:
    """A process that does not follow asks the store for each request."""
    process = Process(store)
    process.learn()
    assert process.knows() == []


def test_what_ends_here_is_forgotten_at_once(store: FakeRedis, process: Process) -> None:
    """Nobody waits for the stream, even if the report fails."""
    report_change(store, ANN)
    assert process.knows() == [BOB]
    store.set(CHANGES, "foreign")
    with pytest.raises(StoreAway):
        report_change(store, BOB)
    assert process.knows() == []


def test_what_ends_elsewhere_is_forgotten_when_it_is_read(
    store: FakeRedis, process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other accounts stay known."""
    elsewhere(store, ANN, monkeypatch)
    process.follow()
    assert process.knows() == [BOB]


def test_a_process_that_cannot_read_knows_nothing_after_two_seconds(process: Process) -> None:
    """The time counts from the beginning of the last read that was answered."""
    process.now += FRESH_SECONDS - 0.001
    assert process.knows() == [ANN, BOB]
    process.now += 0.001
    assert process.knows() == []


def test_a_read_counts_from_its_beginning(store: FakeRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change may come just after the store has answered, and the answer may be long on its way."""
    process = Process(store)

    def slow(*_: object, **__: object) -> list[object]:
        process.now += FRESH_SECONDS
        return []

    monkeypatch.setattr(store, "xread", slow)
    process.follow()
    process.learn()
    assert process.knows() == []


def test_an_end_that_was_never_reported_holds_after_ten_seconds(process: Process) -> None:
    """A process may die between the end of a token and its report."""
    for _ in range(10):
        assert process.knows() == [ANN, BOB]
        process.now += KEPT_SECONDS / 10
        process.follow()
    assert process.knows() == []


def test_what_the_store_said_before_a_change_is_not_kept(store: FakeRedis, process: Process) -> None:
    """The store is asked, the token ends, and the answer comes after the report."""
    forgotten = process.known.forgotten
    report_change(store, ANN)
    process.known.keep(ANN, "digest", "access", forgotten)
    assert process.knows() == [BOB]


def test_what_happened_before_the_first_read_is_read(
    store: FakeRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process may be asked before it follows."""
    process = Process(store)
    process.learn()
    elsewhere(store, ANN, monkeypatch)
    process.follow()
    assert process.knows() == [BOB]


def test_what_happened_during_an_outage_is_read(
    store: FakeRedis, process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if the stream of the new server has other ids: all that it keeps is read."""
    elsewhere(store, BOB, monkeypatch)
    process.follow()
    process.learn()
    store.delete(CHANGES)
    store.xadd(CHANGES, {"account": ANN}, id="1-0")
    process.follow()
    assert process.knows() == [ANN, BOB]
    process.follow(anew=True)
    assert process.knows() == [BOB]


def test_so_many_changes_that_some_may_be_missing_forget_all(
    store: FakeRedis, process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stream keeps the newest ones only; the process goes on with the next."""
    elsewhere(store, ANN, monkeypatch)
    for _ in range(MOST):
        elsewhere(store, "other", monkeypatch)
    assert store.xlen(CHANGES) < 2 * MOST
    process.follow()
    assert process.knows() == []
    process.learn()
    process.follow()
    assert process.knows() == [ANN, BOB]


def test_a_token_is_found_by_its_hash(process: Process) -> None:
    """Another token of the account is asked for, and is then the one that is known."""
    assert process.known.find(ANN, "other") is None
    process.known.keep(ANN, "other", "access", process.known.forgotten)
    assert process.known.find(ANN, "other") == "access"
    assert process.known.find(ANN, "digest") is None
