"""E-mails that wait to be sent, in an in-memory store."""

import pytest
from fakeredis import FakeRedis, FakeServer

from replays.log.event_log import StoreAway
from service.application.account_keys import emails_key
from service.application.mail.outbox import (
    GRACE_MS,
    INDEX,
    LEASE_MS,
    LONGEST_WAIT_MS,
    Email,
    Links,
    Outbox,
)

KEY = bytes(range(32))
ANN = "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        """Return the time."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """Give a clock."""
    return Clock()


@pytest.fixture
def store() -> FakeRedis:
    """Give an empty store."""
    return FakeRedis(server=FakeServer())


@pytest.fixture
def outbox(store: FakeRedis, clock: Clock) -> Outbox:
    """Give an empty outbox."""
    return Outbox(store, clock)


def an_email(number: int = 1, at: int = 5) -> Email:
    """An e-mail."""
    return Email(f"{number:032x}", "ann@example.org", "Hello", "Here: {link}\n", "/verify/", at, at + 1000)


def post(outbox: Outbox, store: FakeRedis, one: Email) -> None:
    """Store an e-mail in the same steps as the scripts of accounts."""
    with outbox.posting(ANN):
        store.hset(emails_key(ANN), one.id, one.stored())


def post_and_die(outbox: Outbox, store: FakeRedis) -> None:
    """Store an e-mail and fail before the final step."""
    with outbox.posting(ANN):
        store.hset(emails_key(ANN), an_email().id, an_email().stored())
        raise StoreAway


def test_a_letter_is_claimed_once_and_kept_until_it_is_done(outbox: Outbox, store: FakeRedis) -> None:
    """No second sender can claim it; after removal and settling the store is empty."""
    post(outbox, store, an_email(2, 9))
    post(outbox, store, an_email(1, 5))
    claimed = outbox.claim()
    assert claimed is not None
    assert claimed[0] == ANN
    assert outbox.claim() is None
    assert outbox.emails(ANN) == [an_email(1, 5), an_email(2, 9)]
    for one in outbox.emails(ANN):
        outbox.remove(ANN, one)
    outbox.settle(*claimed, None)
    assert store.keys() == []


def test_a_sender_that_dies_is_replaced(outbox: Outbox, store: FakeRedis, clock: Clock) -> None:
    """Another sender can claim the e-mail once the lease has expired, not before."""
    post(outbox, store, an_email())
    outbox.claim()
    clock.now += LEASE_MS - 1
    assert outbox.claim() is None
    clock.now += 1
    assert outbox.claim() is not None


def test_a_writer_that_dies_has_its_letter_sent(outbox: Outbox, store: FakeRedis, clock: Clock) -> None:
    """The index entry is written first with a later due time, so no sender finds it without the e-mail."""
    with pytest.raises(StoreAway):
        post_and_die(outbox, store)
    assert outbox.claim() is None
    clock.now += GRACE_MS
    assert outbox.claim() is not None


def test_a_letter_that_comes_meanwhile_is_not_lost(outbox: Outbox, store: FakeRedis) -> None:
    """Settling an older claim leaves the newer entry in the index."""
    post(outbox, store, an_email())
    claimed = outbox.claim()
    assert claimed is not None
    post(outbox, store, an_email(2))
    outbox.settle(*claimed, None)
    outbox.settle(*claimed, claimed[1] + 99)
    assert outbox.claim() is not None


def test_a_claim_can_be_put_off(outbox: Outbox, store: FakeRedis, clock: Clock) -> None:
    """Until the given time nobody can claim it."""
    post(outbox, store, an_email())
    claimed = outbox.claim()
    assert claimed is not None
    outbox.settle(*claimed, clock.now + 77)
    assert outbox.claim() is None
    clock.now += 77
    assert outbox.claim() is not None
    assert store.zcard(INDEX) == 1


def test_a_link_follows_from_its_letter_under_the_key_alone() -> None:
    """Another e-mail, player or key gives another token, and the store does not contain it."""
    tokens = {
        links.token(player, one)
        for links in (Links(KEY), Links(bytes(32)))
        for player in (ANN, ANN.replace("0", "1"))
        for one in ("00", "01")
    }
    assert len(tokens) == 8
    token = Links(KEY).token(ANN, an_email().id)
    assert token.startswith(f"{ANN}.")
    assert token.partition(".")[2] not in an_email().stored()
    assert Email.read(an_email().stored().encode()) == an_email()


def test_a_clock_that_was_ahead_holds_up_no_email(outbox: Outbox, store: FakeRedis, clock: Clock) -> None:
    """An e-mail posted or claimed a day ahead is due once after the clock is set back."""
    clock.now += 86_400_000
    post(outbox, store, an_email())
    clock.now -= 86_400_000
    assert outbox.claim() == (ANN, clock.now + LEASE_MS)
    assert outbox.claim() is None
    clock.now += 86_400_000
    assert outbox.claim() is not None
    clock.now -= 86_400_000
    assert outbox.claim() is not None


def test_a_letter_waits_as_long_as_it_may(outbox: Outbox, store: FakeRedis, clock: Clock) -> None:
    """An e-mail postponed by the maximum wait is not claimed before."""
    post(outbox, store, an_email())
    claimed = outbox.claim()
    assert claimed is not None
    outbox.settle(*claimed, clock.now + LONGEST_WAIT_MS)
    assert outbox.claim() is None
    clock.now += LONGEST_WAIT_MS
    assert outbox.claim() is not None
