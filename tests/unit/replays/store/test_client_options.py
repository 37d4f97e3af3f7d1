"""Every option of redis-py is decided: allowed in a URL, set by the factory, or refused."""

import inspect
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from redis import Redis, RedisCluster
from redis.cluster import REDIS_ALLOWED_KEYS
from redis.connection import (
    URL_QUERY_ARGUMENT_PARSERS,
    AbstractConnection,
    BlockingConnectionPool,
    Connection,
    ConnectionPool,
    SSLConnection,
    UnixDomainSocketConnection,
)
from redis.sentinel import Sentinel, SentinelConnectionPool

from replays.runtime.settings.store_options import LOGIN, TLS
from replays.store import clients

DECIDED = {
    "by the rest of the URL": """
        connection_class host path port service_name ssl startup_nodes unix_socket_path url
    """,
    "by the factory": """
        connection_pool decode_responses dynamic_startup_nodes legacy_responses max_connections
        protocol retry sentinel_kwargs sentinel_manager sentinels socket_connect_timeout
        socket_keepalive socket_timeout timeout
    """,
    "as the library's default: of no use here": """
        address_remap cache cache_config cache_factory command_packer credential_provider
        driver_info encoding encoding_errors event_dispatcher force_master_ip health_check_interval
        himport_registry lib_name lib_version load_balancing_strategy maint_notifications_config
        maint_notifications_pool_handler maintenance_notification_hash maintenance_state
        min_other_sentinels orig_host_address orig_socket_connect_timeout orig_socket_timeout
        oss_cluster_maint_notifications_handler parser_class policy_resolver queue_class
        redis_connect_func reinitialize_steps require_full_coverage single_connection_client
        socket_keepalive_options socket_read_size socket_type ssl_ciphers ssl_exclude_verify_flags
        ssl_include_verify_flags ssl_min_version ssl_ocsp_context ssl_ocsp_expected_cert
        ssl_validate_ocsp ssl_validate_ocsp_stapled
    """,
    "would send a read or a write again, or to a replica": """
        cluster_error_retry_attempts read_from_replicas retry_on_error retry_on_timeout
    """,
}
"""What is decided of each option of redis-py that no URL may name."""
MAKERS = (
    AbstractConnection,
    Connection,
    SSLConnection,
    UnixDomainSocketConnection,
    ConnectionPool,
    BlockingConnectionPool,
    SentinelConnectionPool,
    Sentinel,
    Redis,
    RedisCluster,
)
WHOLE = {"args", "kwargs", "connection_kwargs"}


def test_every_option_of_the_library_is_decided() -> None:
    """An option that a new version of redis-py brings fails here until it is allowed, set or refused."""
    known = {name for maker in MAKERS for name in inspect.signature(maker).parameters} - WHOLE
    known |= set(URL_QUERY_ARGUMENT_PARSERS)
    known |= set(REDIS_ALLOWED_KEYS) - {"connection_pool_class", "nodes_flag"}
    decided = [name for names in DECIDED.values() for name in names.split()] + [*LOGIN, *TLS]
    assert len(decided) == len(set(decided))
    assert set(decided) == known


def test_no_allowed_option_is_dropped_by_the_client_of_a_cluster() -> None:
    """redis-py's cluster client keeps the options of a list only, and drops others without a word."""
    assert {*LOGIN, *TLS} <= set(REDIS_ALLOWED_KEYS)


@pytest.mark.parametrize("make", [clients.writer, clients.reader, clients.queue])
@pytest.mark.parametrize(
    "url",
    [
        "redis://host/2",
        "rediss://host/2?ssl_check_hostname=no",
        "unix:///srv/store.sock?db=2",
        "redis+sentinel://one,two/games/2",
        "rediss+sentinel://one,two/games?db=2&ssl_check_hostname=no",
    ],
)
def test_every_connection_has_one_shape_and_no_retry_of_a_write(
    make: Callable[[str], Redis], url: str
) -> None:
    """In every form of a URL: replies of protocol 2 in bytes, and the factory's time-outs and retries."""
    with make(url) as client:
        connection = client.connection_pool.make_connection()
        assert connection.protocol == 2
        assert connection.legacy_responses
        assert not connection.encoder.decode_responses
        assert connection.db == 2
        assert connection.socket_timeout == clients.ANSWER_SECONDS
        assert connection.socket_connect_timeout == clients.CONNECT_SECONDS
        assert connection.retry.get_retries() == (clients.READ_RETRIES if make is clients.reader else 0)
        assert connection.health_check_interval == 0
        if url.startswith("rediss"):
            assert not connection.check_hostname
        if isinstance(client.connection_pool, SentinelConnectionPool):
            for sentinel in client.connection_pool.sentinel_manager.sentinels:
                asked = sentinel.connection_pool.make_connection()
                assert asked.protocol == 2
                assert asked.retry.get_retries() == 0
                assert isinstance(asked, SSLConnection) is url.startswith("rediss")
                assert getattr(asked, "check_hostname", False) is False


def test_a_cluster_is_asked_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """redis-py's cluster client gets the same options, and TLS as the URL says."""
    given: dict[str, Any] = {}
    monkeypatch.setattr(clients, "RedisCluster", lambda **options: given.update(options))
    with (
        clients.writer("rediss+cluster://u:p@one,two?ssl_check_hostname=no") as client,
        suppress(AttributeError),
    ):
        client.get("key")
    assert (given["protocol"], given["legacy_responses"], given["decode_responses"]) == (2, True, False)
    assert (given["ssl"], given["ssl_check_hostname"], given["username"]) == (True, False, "u")
    assert given["socket_timeout"] == clients.ANSWER_SECONDS
    assert given["retry"].get_retries() == 0


def test_streams_are_read_in_one_shape(store_url: str) -> None:
    """XREAD and XREADGROUP give pairs of a stream and its entries, in bytes, from every client."""
    with clients.writer(store_url) as client:
        client.xgroup_create("shapes", "group", "0", mkstream=True)
        client.xadd("shapes", {"e": "1"}, "1-0")
        for answer in (client.xread({"shapes": 0}), client.xreadgroup("group", "one", {"shapes": ">"})):
            assert answer == [[b"shapes", [(b"1-0", {b"e": b"1"})]]]
