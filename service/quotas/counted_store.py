"""The base of what accounts keep in the store and the quotas count."""

from redis import Redis

from service.quotas.storage import Storage


class CountedStore:
    """A part of what accounts keep, each byte of it counted in `storage`.

    Methods raise `StoreAway`; those that change something `AccountErased` too, and may have an
    `UnknownOutcome`, after which they may be repeated safely. Those that take the address from which a change
    comes raise `StorageFull`.
    """

    def __init__(self, store: Redis, storage: Storage) -> None:
        self._store = store
        self._storage = storage
