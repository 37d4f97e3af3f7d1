"""The base class of stores whose contents count toward the storage quotas."""

from redis import Redis

from service.application.quotas.storage import Storage


class CountedStore:
    """A store of one kind of data of accounts, each byte of which is counted in `storage`.

    Methods raise `StoreAway`. Methods that change something also raise `AccountErased`, and `UnknownOutcome`,
    after which a retry is safe. Methods that take the client address of a change raise `StorageFull`.
    """

    def __init__(self, store: Redis, storage: Storage) -> None:
        self._store = store
        self._storage = storage
