"""Runs Lua scripts, and distinguishes failures that certainly wrote nothing from unknown outcomes."""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any

import redis.exceptions
from redis import Redis
from redis.connection import ConnectionPool

from replays.log.event_log import StoreAway, UnknownOutcome
from replays.store.cluster import Cluster

REPLICAS_MS = 1000
"""The timeout for replicas."""

_REFUSED = (
    redis.exceptions.AskError,  # and MOVED
    redis.exceptions.AuthenticationError,
    redis.exceptions.BusyLoadingError,
    redis.exceptions.ClusterDownError,  # and MASTERDOWN
    redis.exceptions.OutOfMemoryError,
    redis.exceptions.ReadOnlyError,
    redis.exceptions.TryAgainError,
)
"""Errors that a server returns without running the command."""

_REFUSED_CODES = ("BUSY ", "MISCONF ", "NOAUTH ", "NOREPLICAS ")
"""More such errors, for which the client has no class."""

_ELSEWHERE = (
    redis.exceptions.AskError,  # and MOVED
    redis.exceptions.ClusterDownError,
    redis.exceptions.ConnectionError,
    redis.exceptions.ReadOnlyError,
    redis.exceptions.TimeoutError,
)
"""Errors on a cluster that can mean that a slot has, or will have, another master."""


class asking(AbstractContextManager[None]):  # noqa: N801 - used like a function
    """Converts every error of a command that may be retried into StoreAway.

    A class, because a generator takes three times as long per command.
    """

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, redis.exceptions.RedisError | redis.exceptions.RedisClusterException):
            raise StoreAway(str(error)) from error


class Script:
    """A Lua script that is sent at most once per run, so that a failure shows whether it may have run.

    If `wrote` is true for the reply, a run returns when everything that the server has written by then is on
    the disks of `replicas` replicas.
    """

    def __init__(
        self, client: Redis, text: str, replicas: int = 0, wrote: Callable[[Any], bool] = lambda _: True
    ) -> None:
        self._client = client
        self._text = text
        self._replicas = replicas
        self._wrote = wrote
        self.sha = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()

    def run(self, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        """Return the script's reply; raises StoreAway if the script did not run, else UnknownOutcome.

        On a cluster the script is sent to the server of the first key. If that server certainly did not run
        it and the slot may have moved, the script is sent once more, to the slot's present server.
        """
        try:
            return self._run(keys, args)
        except (StoreAway, UnknownOutcome) as failure:
            if not (isinstance(self._client, Cluster) and isinstance(failure.__cause__, _ELSEWHERE)):
                raise
            self._client.look_again()
            if isinstance(failure, UnknownOutcome):
                raise
            return self._run(keys, args)

    def ask(self, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        """Return the reply of a script that may run twice; raises StoreAway for every failure."""
        try:
            return self.run(keys, args)
        except UnknownOutcome as lost:
            raise StoreAway(str(lost)) from lost.__cause__

    def _run(self, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        with asking():
            pool = self._pool(keys[0])
            connection = pool.get_connection()  # connected and alive, nothing sent yet
        try:
            answer = self._send(connection, (len(keys), *keys, *args))
            if self._replicas and self._wrote(answer):
                self._await_replicas(connection)
        except redis.exceptions.RedisError as error:
            if is_refusal(error):
                raise StoreAway(str(error)) from error
            raise UnknownOutcome(str(error)) from error
        else:
            return answer
        finally:
            pool.release(connection)

    def _pool(self, key: str) -> ConnectionPool:
        client = self._client
        return client.pool_of(key) if isinstance(client, Cluster) else client.connection_pool

    def _send(self, connection: Any, args: tuple[object, ...]) -> Any:
        try:
            connection.send_command("EVALSHA", self.sha, *args)
            return connection.read_response()
        except redis.exceptions.NoScriptError:  # the script certainly did not run; EVAL also loads it
            connection.send_command("EVAL", self._text, *args)
            return connection.read_response()

    def _await_replicas(self, connection: Any) -> None:
        """Wait for the replicas; raises UnknownOutcome if too few have the write, which is in the log."""
        connection.send_command("WAITAOF", 0, self._replicas, REPLICAS_MS)
        _, there = connection.read_response()
        if there < self._replicas:
            raise UnknownOutcome(f"{there} of {self._replicas} replicas have it")


Run = tuple[Script, Sequence[str], Sequence[str | bytes | int]]
"""A script with its keys and arguments."""


def ask_together(client: Redis, runs: Sequence[Run]) -> list[Any]:
    """Return the replies of scripts that may run twice, in one round trip; raises StoreAway.

    If a server does not know a script yet, that script is sent again. On a cluster, the node of each script
    is given, because redis-py would otherwise ask the cluster for the keys of each script.
    """
    with asking(), client.pipeline(transaction=False) as pipe:
        for script, keys, args in runs:
            where = {"target_nodes": client.node_of(keys[0])} if isinstance(client, Cluster) else {}
            words = ("EVALSHA", script.sha, len(keys), *keys, *args)
            pipe.execute_command(*words, **where)  # type: ignore[no-untyped-call]
        answers: list[Any] = pipe.execute(raise_on_error=False)
        for number, answer in enumerate(answers):
            if isinstance(answer, redis.exceptions.NoScriptError):
                script, keys, args = runs[number]
                answers[number] = script.ask(keys, args)
            elif isinstance(answer, Exception):
                raise answer
    return answers


def is_refusal(error: redis.exceptions.RedisError) -> bool:
    """True if the error shows that the server did not run the command.

    If a master that Sentinels have named is a replica by now, redis-py raises a connection error; then the
    error behind it counts.
    """
    said = error.__context__ if isinstance(error.__context__, redis.exceptions.ReadOnlyError) else error
    no_scripts = isinstance(said, redis.exceptions.NoPermissionError) and "'eval" in str(said)
    return no_scripts or isinstance(said, _REFUSED) or str(said).startswith(_REFUSED_CODES)
