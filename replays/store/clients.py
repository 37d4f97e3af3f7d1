"""The only factory of connections to Redis and Valkey. A client connects at its first command.

Every client returns bytes, in one shape. The library's default retry would be harmful here: it sends a write
again if the reply was lost, which would append twice. So no URL may name an option that changes shapes,
retries or time-outs (`replays.runtime.settings.store_options`).
"""

import os
import socket
from collections.abc import Mapping
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
"""The timeout for a Sentinel; after it the next one is asked."""
READ_RETRIES = 3
CONNECTIONS = 64
"""Connections of one client to its server. If all are in use, a thread waits up to `ANSWER_SECONDS`."""
MOST_TO_A_NODE = 1024
"""Connections to one server of a cluster: more than a process has threads, as this client cannot wait."""
SHAPES: Mapping[str, Any] = {"protocol": 2, "legacy_responses": True, "decode_responses": False}
"""The options that give every reply one shape. With protocol 3, XREAD would return a dict instead of a list,
and servers could change the time-outs of a connection during their maintenance."""


def writer(url: str) -> Redis:
    """A client that sends a command once and waits at most `ANSWER_SECONDS` for the reply.

    A lost reply is an error for the caller, who knows whether the command may be retried.
    """
    return _client(url, Retry(NoBackoff(), 0))


def reader(url: str) -> Redis:
    """A client for reads: retries a read on a new connection when a connection breaks. Never write with it.

    A blocking read must block for less than `ANSWER_SECONDS`: a server that is silent for that long counts as
    frozen, so that no request hangs.
    """
    again = (redis.exceptions.ConnectionError,)
    return _client(url, Retry(ExponentialBackoff(cap=1.0, base=0.05), READ_RETRIES, again))


def queue(url: str) -> Redis:
    """The client for RQ: its commands are writes, so none is sent twice.

    RQ expects bytes, and an RQ worker raises the timeout above that of its own blocking reads.
    """
    return _client(url, Retry(NoBackoff(), 0))


def process_name() -> str:
    """The end of the names of this process's connections in the server's list of clients."""
    return f"{socket.gethostname()}:{os.getpid()}"


def _client(url: str, retry: Retry) -> Redis:
    read = read_store_url(url)
    if read is None:
        raise ValueError(f"the URL of a store is one of {FORMS}")
    if read.arrangement is Arrangement.CLUSTER:
        return Cluster(lambda: _cluster(read, retry), ConnectionPool.from_url(read.plain))
    if read.arrangement is Arrangement.SENTINEL:
        return _master(read, retry)
    options = {**read.options, **_decided(read.options, keepalive=bool(read.hosts)), **_waiting()}
    return Redis.from_pool(BlockingConnectionPool.from_url(read.plain, retry=retry, **options))


class SentinelPool(SentinelConnectionPool, BlockingConnectionPool):
    """The connections to the master that Sentinels name; if all are in use, a thread waits for one."""


def _master(read: StoreUrl, retry: Retry) -> Redis:
    """A client of the master that the Sentinels name; every new connection asks them again."""
    options = _of_every_server(read)
    tls = {name: value for name, value in options.items() if name.startswith("ssl")}
    seconds = {"socket_timeout": SENTINEL_SECONDS, "socket_connect_timeout": SENTINEL_SECONDS}
    asked = {**tls, **SHAPES, **seconds, "retry": Retry(NoBackoff(), 0)}
    sentinels = Sentinel(read.hosts, sentinel_kwargs=asked)  # type: ignore[no-untyped-call]
    pool = {"connection_pool_class": SentinelPool, **_waiting()}
    return cast("Redis", sentinels.master_for(read.master, retry=retry, **pool, **options))  # type: ignore[no-untyped-call]


def _cluster(read: StoreUrl, retry: Retry) -> RedisCluster:
    """A client of the cluster; it discovers nodes from the URL's hosts only, as reported nodes may vanish."""
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
    """The options for the servers that Sentinels or the cluster name: of the URL, and those decided here."""
    given = dict(parse_url(read.plain))  # type: ignore[no-untyped-call]
    for name in ("host", "port"):
        given.pop(name, None)
    tls = {"ssl": True} if given.pop("connection_class", None) is SSLConnection else {}
    return {**given, **read.options, **tls, **_decided(read.options, keepalive=True)}


def _waiting() -> dict[str, Any]:
    """The options of a pool in which requests wait for a connection during a burst."""
    return {"max_connections": CONNECTIONS, "timeout": ANSWER_SECONDS}


def _decided(given: Mapping[str, Any], *, keepalive: bool) -> dict[str, Any]:
    """The options that this factory decides for every server; no URL can name them (`store_options`).

    A name that the URL gives to connections stands before that of the process.
    """
    return {
        **SHAPES,
        "client_name": ":".join(filter(None, (given.get("client_name"), process_name()))),
        "socket_timeout": ANSWER_SECONDS,
        "socket_connect_timeout": CONNECT_SECONDS,
        **({"socket_keepalive": True} if keepalive else {}),
    }
