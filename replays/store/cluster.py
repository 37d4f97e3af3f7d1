"""A client that presents a cluster as one server and finds the server of each key.

All keys of a partition share a slot, so each script and each command with several keys runs on one server. A
pipeline sends to all servers that it needs at once. Reads that wait for several partitions poll, because a
blocking read is limited to one slot.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Event, Lock
from time import monotonic
from typing import Any, cast

from redis import Redis, RedisCluster
from redis.connection import ConnectionPool
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import RedisClusterException, RedisError, ResponseError

POLL_SECONDS = 0.05
"""The interval at which the feeds are polled while they are empty."""
STOPPING = Event()
"""Set when this process stops: no read waits any more."""
_NO_CLUSTER = "Cluster mode is not enabled"


class Cluster(Redis):
    """The client of a cluster, with the interface of the client of one server.

    `make` creates redis-py's own client, which knows the server of each slot and does all the work. Its
    constructor asks the cluster for the slots, so it is called at the first command, and again at the next
    one if it failed. `pool` has the connections to the first host of the URL; none of them is ever opened.
    """

    def __init__(self, make: Callable[[], RedisCluster], pool: ConnectionPool) -> None:
        super().__init__(connection_pool=pool)
        self._make = make
        self._made: Any = None  # a RedisCluster, most of whose methods have no types
        self._lock = Lock()

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Run a command on the server of its key, or on any server if it has no key."""
        with _one_kind_of_error():
            return self._servers().execute_command(*args, **options)

    def pipeline(self, transaction: bool = False, shard_hint: str | None = None) -> Any:  # noqa: ARG002, FBT001, FBT002 - as redis-py has it
        """A pipeline whose commands are sent to their servers together, not as a transaction."""
        with _one_kind_of_error():
            return self._servers().pipeline()

    def ping(self, **_: Any) -> bool:
        """True if every master responds; after an error the slots are read again."""
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

    def node_of(self, key: str | bytes) -> Any:
        """The server of this key, as a node of redis-py's own client."""
        with _one_kind_of_error():
            return self._servers().get_node_from_key(key)

    def server_of(self, key: str | bytes) -> Redis:
        """A client of the server of this key."""
        with _one_kind_of_error():
            return cast("Redis", self._servers().get_redis_connection(self.node_of(key)))

    def pool_of(self, key: str) -> ConnectionPool:
        """The connections to the server of this key."""
        return self.server_of(key).connection_pool

    def look_again(self) -> None:
        """Read the servers of the slots from the cluster again, after a failure or a move of a slot."""
        with suppress(RedisError, RedisClusterException):
            self._servers().nodes_manager.initialize()

    def xread(  # type: ignore[override]  # the options that are used here
        self, streams: Mapping[Any, Any], count: int | None = None, block: int | None = None
    ) -> list[Any]:
        """New entries of these streams, which may be in different slots."""
        return self._poll(lambda pipe, stream: pipe.xread(stream, count), streams, block)

    def xreadgroup(  # type: ignore[override]  # the options that are used here
        self,
        groupname: str,
        consumername: str,
        streams: Mapping[Any, Any],
        count: int | None = None,
        block: int | None = None,
    ) -> list[Any]:
        """New entries of these streams for the group; the streams may be in different slots."""
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
        """Poll the streams for `block` ms, until one has entries.

        A failed server does not hide entries of the others: its error is raised only if they have none.
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
            if STOPPING.wait(0 if found else POLL_SECONDS) or found or monotonic() >= until:
                return found


def servers_of(client: Redis) -> list[Redis]:
    """A client of each writable server: the masters of a cluster, or the only server."""
    return client.masters() if isinstance(client, Cluster) else [client]


def server_of(client: Redis, key: str | bytes) -> Redis:
    """A client of the server that has this key."""
    return client.server_of(key) if isinstance(client, Cluster) else client


@contextmanager
def _one_kind_of_error() -> Iterator[None]:
    """Convert redis-py's errors for clusters into its errors for a single server."""
    try:
        yield
    except RedisClusterException as error:
        cause = error.__cause__
        if isinstance(cause, RedisError):
            raise cause from error
        kind = ResponseError if _NO_CLUSTER in str(cause) else Unreachable
        raise kind(str(cause or error)) from error
