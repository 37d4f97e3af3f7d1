"""How the log speaks to its server: which failures certainly wrote nothing, and which may have."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import redis.exceptions
from redis import Redis

from replays.log import StoreAway, UnknownOutcome

_REFUSED = (
    redis.exceptions.AskError,  # and MOVED
    redis.exceptions.AuthenticationError,
    redis.exceptions.BusyLoadingError,
    redis.exceptions.ClusterDownError,  # and MASTERDOWN
    redis.exceptions.OutOfMemoryError,
    redis.exceptions.ReadOnlyError,
    redis.exceptions.TryAgainError,
)
"""Answers a server gives before it carries a command out."""

_REFUSED_CODES = ("BUSY ", "MISCONF ", "NOAUTH ", "NOREPLICAS ")
"""The same, of which the client has no class."""


@contextmanager
def asking() -> Iterator[None]:
    """Turn every failure of a command that may be repeated into StoreAway."""
    try:
        yield
    except redis.exceptions.RedisError as error:
        raise StoreAway(str(error)) from error


class Script:
    """A Lua script that is sent at most once a run, so that a failure says what it can about the outcome."""

    def __init__(self, client: Redis, text: str) -> None:
        self._client = client
        self._text = text
        self._sha = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()

    def run(self, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        """Return the script's answer; raises StoreAway where it was not run, else UnknownOutcome."""
        pool = self._client.connection_pool
        with asking():
            connection = pool.get_connection()  # connected and seen to be alive, nothing sent yet
        try:
            return self._send(connection, (len(keys), *keys, *args))
        except redis.exceptions.RedisError as error:
            if isinstance(error, _REFUSED) or str(error).startswith(_REFUSED_CODES):
                raise StoreAway(str(error)) from error
            raise UnknownOutcome(str(error)) from error
        finally:
            pool.release(connection)

    def _send(self, connection: Any, args: tuple[object, ...]) -> Any:
        try:
            connection.send_command("EVALSHA", self._sha, *args)
            return connection.read_response()
        except redis.exceptions.NoScriptError:  # certainly not run; EVAL also loads it
            connection.send_command("EVAL", self._text, *args)
            return connection.read_response()
