"""The data that accounts store, for tests."""

from collections.abc import Callable

from redis import Redis

from harness.games import KEY
from replays.bootstrap import now_ms
from service.application.accounts.players import Players
from service.application.notices.inboxes.inboxes import teller
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.people.moderation.moderation import Moderation, open_moderation
from service.application.quotas.address_storage import AddressStorage
from service.application.quotas.storage import Quotas, Storage

HOME = "192.0.2.1"
"""The client address of changes."""


def moderation_on(store: Redis, players: Players, clock: Callable[[], int] = now_ms) -> Moderation:
    """Moderation on this store; its notices go to the inboxes there, and to no channel."""
    told = teller(StoredInboxes(store))
    return open_moderation(store, storage_on(store), players, clock, told, lambda _players: None)


def storage_on(store: Redis, quotas: Quotas | None = None) -> Storage:
    """The stored data of accounts in this store; without quotas its size is not limited."""
    return Storage(store, AddressStorage(store, KEY), quotas)
