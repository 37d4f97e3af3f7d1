"""The inboxes in the store, by their suite."""

import os
import time

import pytest
from redis import Redis

from replays.store.lease import Lease
from service.application.account_keys import (
    blocked_key,
    muted_key,
    notices_key,
    notices_state_key,
    talk_muted_key,
    unread_key,
)
from service.application.accounts.players import Players
from service.application.notices.inboxes.inboxes import Inboxes
from service.application.notices.inboxes.stored import StoredInboxes
from tests.integration.log.suites.notices_suite import SCORED, TURN, NoticesSuite, entry


class TestStoredInboxes(NoticesSuite):
    """The suite on a server, and tests of its storage."""

    @pytest.fixture
    def players(self, store: Redis) -> Players:
        """Give accounts."""
        return Players(store, b"key", os.urandom, time.monotonic)

    @pytest.fixture
    def inboxes(self, store: Redis) -> StoredInboxes:
        """Give empty inboxes."""
        return StoredInboxes(store)

    @pytest.fixture
    def ann(self, players: Players) -> str:
        """Give a registered player."""
        return players.register("Ann", None, "127.0.0.1", 0).id

    @pytest.fixture
    def erased(self, players: Players) -> str:
        """Give a player whose account was erased."""
        bob = players.register("Bob", None, "127.0.0.1", 0).id
        players.erase(bob, "Bob")
        return bob

    @pytest.fixture(autouse=True)
    def _on(self, store: Redis) -> None:
        self.store = store

    def block(self, inboxes: Inboxes, player: str, other: str) -> None:
        """Add the player to the account's list."""
        del inboxes
        self.store.hset(blocked_key(player), other, "1")

    def mute(self, inboxes: Inboxes, player: str, other: str) -> None:
        """Add the player or game to the account's lists."""
        del inboxes
        for key in (muted_key, talk_muted_key):
            self.store.hset(key(player), other, "1")

    def test_notices_are_erased_with_the_account(
        self, store: Redis, inboxes: StoredInboxes, players: Players, ann: str
    ) -> None:
        """Notices are erased with the account, with all their keys."""
        inboxes.write(ann, [entry(TURN, SCORED)])
        keys = [key(ann) for key in (notices_key, notices_state_key, unread_key)]
        assert store.exists(*keys) == 3
        players.erase(ann, "Ann")
        assert store.exists(*keys) == 0
        assert inboxes.write(ann, [entry(SCORED)]) is None
        assert store.exists(*keys) == 0


def test_a_lease_has_one_holder(store: Redis) -> None:
    """A lease stays with its holder until it is released or expires; then another one can hold it."""
    one, other = (Lease(store, "lease", name, 60_000) for name in ("one", "other"))
    assert [one.hold(), one.hold(), other.hold()] == [True, True, False]
    other.release()
    assert not other.hold()
    one.release()
    assert other.hold()
    store.pexpire("lease", 1)
    while store.exists("lease"):
        pass
    assert one.hold()
