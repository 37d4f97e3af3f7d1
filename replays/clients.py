"""The one factory for connections to Redis and Valkey. Nothing connects before its first command.

Every client answers bytes. A library's defaults would hurt here: it sends a write again when the reply was
lost, which appends twice.
"""

from urllib.parse import urlsplit

import redis.exceptions
from redis import Redis
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.retry import Retry

CONNECT_SECONDS = 3.0
ANSWER_SECONDS = 5.0
READ_RETRIES = 3


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
    keepalive = {} if urlsplit(url).scheme == "unix" else {"socket_keepalive": True}
    return Redis.from_url(
        url,
        retry=retry,
        socket_timeout=ANSWER_SECONDS,
        socket_connect_timeout=CONNECT_SECONDS,
        decode_responses=False,
        **keepalive,
    )
