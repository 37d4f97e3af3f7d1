"""Objects in a bucket of S3 or a compatible service, with `obstore`."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError
from obstore.store import MemoryStore, S3Store

from replays.log.event_log import ArchiveAway

ANSWER_SECONDS = 3
"""The timeout of a request; a page may be waiting for it."""
RETRIES = 1


class Bucket:
    """The `Objects` in a store of `obstore`."""

    def __init__(self, store: S3Store | MemoryStore) -> None:
        self._store = store

    def put(self, name: str, content: bytes) -> None:
        """Store the object if there is none of this name (If-None-Match, RFC 9110, 13.1.2)."""
        with _asking(), suppress(AlreadyExistsError):
            obstore.put(self._store, name, content, mode="create")

    def get(self, name: str) -> bytes | None:
        """Return the object's content, or None if there is no such object."""
        with _asking():
            try:
                return bytes(obstore.get(self._store, name).bytes())
            except FileNotFoundError:
                return None


def open_bucket(name: str, prefix: str) -> Bucket:
    """The bucket of this name; its location and credentials come from the variables `AWS_…`."""
    store = S3Store(
        name,
        prefix=prefix or None,
        client_options={
            "allow_http": True,  # an endpoint is named by the operator
            "connect_timeout": timedelta(seconds=ANSWER_SECONDS),
            "timeout": timedelta(seconds=ANSWER_SECONDS),
        },
        retry_config={"max_retries": RETRIES, "retry_timeout": timedelta(seconds=ANSWER_SECONDS)},
    )
    return Bucket(store)


@contextmanager
def _asking() -> Iterator[None]:
    """Convert every error into `ArchiveAway`, with the first line of its text; the rest is for debugging."""
    try:
        yield
    except (BaseError, OSError) as error:
        raise ArchiveAway(str(error).partition("\n")[0]) from error
