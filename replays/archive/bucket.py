"""Objects in a bucket of S3 or of anything that speaks its language, by `obstore`."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError
from obstore.store import MemoryStore, S3Store

from replays.log.event_log import ArchiveAway

ANSWER_SECONDS = 3
"""How long an answer may take; a page waits for it."""
RETRIES = 1


class Bucket:
    """The `Objects` in a store of `obstore`."""

    def __init__(self, store: S3Store | MemoryStore) -> None:
        self._store = store

    def put(self, name: str, content: bytes) -> None:
        """Put the object on the condition that there is none (If-None-Match, RFC 9110, 13.1.2)."""
        with _asking(), suppress(AlreadyExistsError):
            obstore.put(self._store, name, content, mode="create")

    def get(self, name: str) -> bytes | None:
        """Get the object."""
        with _asking():
            try:
                return bytes(obstore.get(self._store, name).bytes())
            except FileNotFoundError:
                return None


def open_bucket(name: str, prefix: str) -> Bucket:
    """The bucket of this name; where it is and who may use it, the variables `AWS_…` say."""
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
    """Turn every failure into `ArchiveAway`, with the first line of its text: the rest is for debugging."""
    try:
        yield
    except (BaseError, OSError) as error:
        raise ArchiveAway(str(error).partition("\n")[0]) from error
