"""How the log speaks to its server: which failures certainly wrote nothing, and which may have."""

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
"""How long replicas are waited for."""

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

_ELSEWHERE = (
    redis.exceptions.AskError,  # and MOVED
    redis.exceptions.ClusterDownError,
    redis.exceptions.ConnectionError,
    redis.exceptions.ReadOnlyError,
    redis.exceptions.TimeoutError,
)
"""What a cluster answers, or does not, when a slot has another master, or will have one."""


class _Asking:
    """What `asking` gives; a class, since a generator takes three times as long at every command."""

    def __enter__(self) -> None:
        """Nothing is held."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, redis.exceptions.RedisError | redis.exceptions.RedisClusterException):
            raise StoreAway(str(error)) from error


_ASKING = _Asking()


def asking() -> AbstractContextManager[None]:
    """Turn every failure of a command that may be repeated into StoreAway."""
    return _ASKING


class Script:
    """A Lua script that is sent at most once a run, so that a failure says what it can about the outcome.

    An answer that tells of something written (`wrote`) is given when all that the server has written by then
    is on the disks of so many `replicas`.
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
        """Return the script's answer; raises StoreAway where it was not run, else UnknownOutcome.

        Of a cluster it goes to the server of the first key. Where that is another one by now, and certainly
        did not run it, it goes there.
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
        """Return the answer of a script that may run twice; raises StoreAway for every failure."""
        try:
            return self.run(keys, args)
        except UnknownOutcome as lost:
            raise StoreAway(str(lost)) from lost.__cause__

    def _run(self, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        with asking():
            pool = self._pool(keys[0])
            connection = pool.get_connection()  # connected and seen to be alive, nothing sent yet
        try:
            answer = self._send(connection, (len(keys), *keys, *args))
            if self._replicas and self._wrote(answer):
                self._await_replicas(connection)
        except redis.exceptions.RedisError as error:
            if _is_refusal(error):
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
        except redis.exceptions.NoScriptError:  # certainly not run; EVAL also loads it
            connection.send_command("EVAL", self._text, *args)
            return connection.read_response()

    def _await_replicas(self, connection: Any) -> None:
        """Wait until the replicas have it too: in the log it is, but would be lost with this server."""
        connection.send_command("WAITAOF", 0, self._replicas, REPLICAS_MS)
        _, there = connection.read_response()
        if there < self._replicas:
            raise UnknownOutcome(f"{there} of {self._replicas} replicas have it")


Run = tuple[Script, Sequence[str], Sequence[str | bytes | int]]
"""A script with its keys and arguments."""


def ask_together(cluster: Cluster, runs: Sequence[Run]) -> list[Any]:
    """Return the answers of scripts that may run twice, in one round trip; raises StoreAway.

    A server that does not know a script yet is asked again. The nodes are named, since redis-py would ask the
    cluster where the keys of each script are.
    """
    with asking(), cluster.pipeline() as pipe:
        for script, keys, args in runs:
            words = ("EVALSHA", script.sha, len(keys), *keys, *args)
            pipe.execute_command(*words, target_nodes=cluster.node_of(keys[0]))
        answers: list[Any] = pipe.execute(raise_on_error=False)
        for number, answer in enumerate(answers):
            if isinstance(answer, redis.exceptions.NoScriptError):
                script, keys, args = runs[number]
                answers[number] = script.ask(keys, args)
            elif isinstance(answer, Exception):
                raise answer
    return answers


def _is_refusal(error: redis.exceptions.RedisError) -> bool:
    """Whether the server has not carried the command out, by what it said.

    redis-py speaks of a broken connection where a master that Sentinels have named is a replica by now.
    """
    said = error.__context__ if isinstance(error.__context__, redis.exceptions.ReadOnlyError) else error
    no_scripts = isinstance(said, redis.exceptions.NoPermissionError) and "'eval" in str(said)
    return no_scripts or isinstance(said, _REFUSED) or str(said).startswith(_REFUSED_CODES)
