"""A cluster as one server: a client that finds the server of each key.

All keys of a partition share a slot, so that scripts, and commands with several keys, have one server. A
pipeline asks the servers it needs at once. What waits for several partitions is asked again and again here,
since a blocking read names one slot only.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Lock
from time import monotonic, sleep
from typing import Any, cast

from redis import Redis, RedisCluster
from redis.connection import ConnectionPool
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import RedisClusterException, RedisError, ResponseError

POLL_SECONDS = 0.05
"""How often the feeds are looked at while nothing comes."""
_NO_CLUSTER = "Cluster mode is not enabled"


class Cluster(Redis):
    """The client of a cluster, in the form of that of one server.

    `make` makes redis-py's own client, which knows where each slot is and does all work. It asks the cluster
    for that in its constructor, so it is made for the first command, and again for the next one where nobody
    answered. `pool` has the connections to the host that the URL names first; none of them is ever opened.
    """

    def __init__(self, make: Callable[[], RedisCluster], pool: ConnectionPool) -> None:
        super().__init__(connection_pool=pool)
        self._make = make
        self._made: Any = None  # a RedisCluster, most of whose methods have no types
        self._lock = Lock()

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Carry out a command on the server of its key; one without a key on any."""
        with _one_kind_of_error():
            return self._servers().execute_command(*args, **options)

    def pipeline(self, transaction: bool = False, shard_hint: str | None = None) -> Any:  # noqa: ARG002, FBT001, FBT002 - as redis-py has it
        """Commands that go to their servers together; they are no transaction."""
        with _one_kind_of_error():
            return self._servers().pipeline()

    def ping(self, **_: Any) -> bool:
        """Whether every master answers."""
        try:
            return all(server.ping() for server in self.masters())
        except RedisError:
            self.look_again()
            raise

    def masters(self) -> list[Redis]:
        """A client of each master."""
        with _one_kind_of_error():
            servers = self._servers()
            return [servers.get_redis_connection(node) for node in servers.get_primaries()]

    def node_of(self, key: str) -> Any:
        """The server of this key, as redis-py's own client names it."""
        with _one_kind_of_error():
            return self._servers().get_node_from_key(key)

    def pool_of(self, key: str) -> ConnectionPool:
        """The connections to the server of this key."""
        with _one_kind_of_error():
            server = self._servers().get_redis_connection(self.node_of(key))
        return cast("ConnectionPool", server.connection_pool)

    def look_again(self) -> None:
        """Ask the cluster anew where each slot is: a server failed, or a slot has moved."""
        with suppress(RedisError, RedisClusterException):
            self._servers().nodes_manager.initialize()

    def xread(  # type: ignore[override]  # the options that are used here
        self, streams: Mapping[Any, Any], count: int | None = None, block: int | None = None
    ) -> list[Any]:
        """What came in these streams, whatever slots they are in."""
        return self._poll(lambda pipe, stream: pipe.xread(stream, count), streams, block)

    def xreadgroup(  # type: ignore[override]  # the options that are used here
        self,
        groupname: str,
        consumername: str,
        streams: Mapping[Any, Any],
        count: int | None = None,
        block: int | None = None,
    ) -> list[Any]:
        """What came in these streams for the group, whatever slots they are in."""
        return self._poll(
            lambda pipe, stream: pipe.xreadgroup(groupname, consumername, stream, count), streams, block
        )

    def close(self) -> None:
        """Close all connections."""
        if self._made is not None:
            self._made.close()
        super().close()

    def _servers(self) -> Any:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made

    def _poll(
        self, ask: Callable[[Any, dict[Any, Any]], object], streams: Mapping[Any, Any], block: int | None
    ) -> list[Any]:
        """Ask for each stream until one has something, for `block` ms.

        A failed server hides nothing of the others: its error is raised when they have nothing.
        """
        until = monotonic() + (block or 0) / 1000
        while True:
            with self.pipeline() as pipe:
                for stream in streams.items():
                    ask(pipe, dict([stream]))
                answers = pipe.execute(raise_on_error=False)
            failed = [answer for answer in answers if isinstance(answer, Exception)]
            found = [part for answer in answers if answer and answer not in failed for part in answer]
            if not found and failed:
                raise failed[0]
            if found or monotonic() >= until:
                return found
            sleep(POLL_SECONDS)


def servers_of(client: Redis) -> list[Redis]:
    """A client of each server that may write: the masters of a cluster, else the only one."""
    return client.masters() if isinstance(client, Cluster) else [client]


@contextmanager
def _one_kind_of_error() -> Iterator[None]:
    """Raise what redis-py raises of one server where it has another kind for clusters."""
    try:
        yield
    except RedisClusterException as error:
        cause = error.__cause__
        if isinstance(cause, RedisError):
            raise cause from error
        kind = ResponseError if _NO_CLUSTER in str(cause) else Unreachable
        raise kind(str(cause or error)) from error
