"""What accounts keep, for tests of it."""

from redis import Redis

from service.quotas.address_storage import AddressStorage
from service.quotas.storage import Quotas, Storage
from tests.support.games import KEY

HOME = "192.0.2.1"
"""The address from which changes come."""


def storage_on(store: Redis, quotas: Quotas | None = None) -> Storage:
    """What accounts keep in this store; without quotas any number of bytes."""
    return Storage(store, AddressStorage(store, KEY), quotas)
