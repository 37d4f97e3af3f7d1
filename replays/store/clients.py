"""The one factory for connections to Redis and Valkey. Nothing connects before its first command.

Every client answers bytes. A library's defaults would hurt here: it sends a write again when the reply was
lost, which appends twice.
"""

from typing import Any, cast

import redis.exceptions
from redis import Redis, RedisCluster
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.cluster import ClusterNode
from redis.connection import BlockingConnectionPool, ConnectionPool, SSLConnection, parse_url
from redis.retry import Retry
from redis.sentinel import Sentinel, SentinelConnectionPool

from replays.runtime.settings.store_url import FORMS, Arrangement, StoreUrl, read_store_url
from replays.store.cluster import Cluster

CONNECT_SECONDS = 3.0
ANSWER_SECONDS = 5.0
SENTINEL_SECONDS = 1.0
"""How long a Sentinel is waited for: then the next one is asked."""
READ_RETRIES = 3
CONNECTIONS = 64
"""Connections of one client to its server. Who finds all in use waits for one, `ANSWER_SECONDS` at most."""
MOST_TO_A_NODE = 1024
"""Those to one server of a cluster: more than a process has threads, since its client cannot wait."""


def writer(url: str) -> Redis:
    """A client that sends a command once and waits at most `ANSWER_SECONDS` for its answer.

    A lost answer is an error to its caller, who knows whether the command may be sent again.
    """
    return _client(url, Retry(NoBackoff(), 0))


def reader(url: str) -> Redis:
    """A client for reads: sends a read again on a new connection when one breaks. Never write with it.

    A blocking read must block for less than `ANSWER_SECONDS`: a server that says nothing for so long is taken
    for frozen, so that no request hangs on it.
    """
    again = (redis.exceptions.ConnectionError,)
    return _client(url, Retry(ExponentialBackoff(cap=1.0, base=0.05), READ_RETRIES, again))


def queue(url: str) -> Redis:
    """The connection that RQ works with: its commands are writes, so none is sent twice.

    RQ wants bytes, and an RQ worker raises the time-out above that of its own blocking reads.
    """
    return _client(url, Retry(NoBackoff(), 0))


def _client(url: str, retry: Retry) -> Redis:
    read = read_store_url(url)
    if read is None:
        raise ValueError(f"the URL of a store is one of {FORMS}")
    if read.arrangement is Arrangement.CLUSTER:
        return Cluster(lambda: _cluster(read, retry), ConnectionPool.from_url(read.plain))
    if read.arrangement is Arrangement.SENTINEL:
        return _master(read, retry)
    options = {**_options(keepalive=bool(read.hosts)), **_waiting()}
    return Redis.from_pool(BlockingConnectionPool.from_url(read.plain, retry=retry, **options))


class SentinelPool(SentinelConnectionPool, BlockingConnectionPool):
    """The connections to the master that Sentinels name; who finds all in use waits."""


def _master(read: StoreUrl, retry: Retry) -> Redis:
    """The master that the Sentinels name, asked of them for every new connection."""
    options = _of_every_server(read)
    seconds = {"socket_timeout": SENTINEL_SECONDS, "socket_connect_timeout": SENTINEL_SECONDS}
    once = {"retry": Retry(NoBackoff(), 0), "ssl": options.get("ssl", False)}
    sentinels = Sentinel(read.hosts, sentinel_kwargs={**seconds, **once})  # type: ignore[no-untyped-call]
    pool = {"connection_pool_class": SentinelPool, **_waiting()}
    return cast("Redis", sentinels.master_for(read.master, retry=retry, **pool, **options))  # type: ignore[no-untyped-call]


def _cluster(read: StoreUrl, retry: Retry) -> RedisCluster:
    """The hosts of the URL are always asked: those that the cluster names may all be gone one day."""
    options = _of_every_server(read)
    options.pop("db", None)
    return RedisCluster(
        startup_nodes=[ClusterNode(*host) for host in read.hosts],  # type: ignore[no-untyped-call]
        dynamic_startup_nodes=False,
        retry=retry,
        max_connections=MOST_TO_A_NODE,
        **options,
    )


def _of_every_server(read: StoreUrl) -> dict[str, Any]:
    """The options that a URL gives for servers which others name."""
    given = dict(parse_url(read.plain))  # type: ignore[no-untyped-call]
    for name in ("host", "port"):
        given.pop(name, None)
    tls = {"ssl": True} if given.pop("connection_class", None) is SSLConnection else {}
    return {**given, **tls, **_options(keepalive=True)}


def _waiting() -> dict[str, Any]:
    """The options of a pool in which a burst of requests waits for connections."""
    return {"max_connections": CONNECTIONS, "timeout": ANSWER_SECONDS}


def _options(*, keepalive: bool) -> dict[str, Any]:
    return {
        "socket_timeout": ANSWER_SECONDS,
        "socket_connect_timeout": CONNECT_SECONDS,
        "decode_responses": False,
        **({"socket_keepalive": True} if keepalive else {}),
    }
