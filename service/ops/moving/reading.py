"""Reads keys of a server as the commands that make the same keys on another server.

The commands of a key depend on its value only, not on the server or on the order in which it answers, so the
commands of two servers can be compared. A stream has its entries with their ids, its last id and counters,
and its consumer groups with positions, consumers and pending entries. Of a pending entry the number of
deliveries is kept, and not the time of the last one: on the new server it has just been delivered.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, cast

from redis import Redis
from redis.exceptions import ResponseError

from service.ops.moving.portable import Command, MovingError, with_words

BATCH = 128
"""The number of keys that are read at a time."""
WORDS = 512
"""The number of values in one command: an even number, for pairs."""
PAGE = 1000
"""The number of entries of a stream that are read at a time."""


def all_keys(server: Redis) -> list[bytes]:
    """All keys of a server that nobody writes to, sorted."""
    return sorted(set(server.scan_iter(count=PAGE)))


def read_keys(server: Redis, keys: Sequence[bytes]) -> Iterator[tuple[bytes, list[Command]]]:
    """The keys that exist, each with its commands; raises `MovingError` for a value of a module."""
    for start in range(0, len(keys), BATCH):
        yield from _batch(server, keys[start : start + BATCH])


def _batch(server: Redis, keys: Sequence[bytes]) -> Iterator[tuple[bytes, list[Command]]]:
    with server.pipeline(transaction=False) as pipe:
        for key in keys:
            pipe.type(key)
            pipe.execute_command("PEXPIRETIME", key)  # type: ignore[no-untyped-call]
        answers = pipe.execute()
        kinds = dict(zip(keys, answers[::2], strict=True))
        there = [key for key in keys if kinds[key] != b"none"]
        for key in there:
            _kind(key, kinds[key])[0](pipe, key)
        values = pipe.execute(raise_on_error=False)
    times = dict(zip(keys, answers[1::2], strict=True))
    for key, value in zip(there, values, strict=True):
        if times[key] >= 0 and isinstance(value, ResponseError):  # a stream that has expired meanwhile
            continue
        if isinstance(value, Exception):
            raise value
        commands = list(_kind(key, kinds[key])[1](server, key, value))
        if commands and times[key] >= 0:
            commands.append((b"PEXPIREAT", key, b"%d" % times[key]))
        if commands:  # else it has expired meanwhile
            yield key, commands


def _kind(key: bytes, kind: bytes) -> "tuple[_Ask, _Write]":
    if kind not in KINDS:
        raise MovingError(
            f"{key!r} has the type {kind.decode()}, which not every server has: delete that key"
        )
    return KINDS[kind]


def _string(_: Redis, key: bytes, value: bytes | None) -> Iterator[Command]:
    if value is not None:
        yield b"SET", key, value


def _list(_: Redis, key: bytes, values: Iterable[bytes]) -> Iterator[Command]:
    yield from with_words((b"RPUSH", key), values, WORDS)


def _set(_: Redis, key: bytes, values: Iterable[bytes]) -> Iterator[Command]:
    yield from with_words((b"SADD", key), sorted(values), WORDS)


def _hash(_: Redis, key: bytes, value: Mapping[bytes, bytes]) -> Iterator[Command]:
    yield from with_words((b"HSET", key), chain.from_iterable(sorted(value.items())), WORDS)


def _sorted_set(_: Redis, key: bytes, value: Iterable[tuple[bytes, float]]) -> Iterator[Command]:
    words = chain.from_iterable((repr(score).encode(), member) for member, score in value)
    yield from with_words((b"ZADD", key), words, WORDS)


def _stream(server: Redis, key: bytes, state: Mapping[str, Any]) -> Iterator[Command]:
    """As servers write a stream into their log of commands (Valkey's rewriteStreamObject)."""
    last = state["last-generated-id"]
    for entry, fields in _entries(server, key):
        yield b"XADD", key, entry, *chain.from_iterable(fields.items())
    if not state["length"]:  # XADD makes the key, and MAXLEN removes its entry
        yield b"XADD", key, b"MAXLEN", b"0", b"0-1" if last == b"0-0" else last, b"x", b"y"
    counters = b"ENTRIESADDED", b"%d" % state["entries-added"], b"MAXDELETEDID", state["max-deleted-entry-id"]
    yield b"XSETID", key, last, *counters
    for group in sorted(server.xinfo_groups(key), key=_name):
        yield from _group(server, key, group)


def _group(server: Redis, key: bytes, group: Mapping[str, Any]) -> Iterator[Command]:
    name, read = group["name"], group["entries-read"]
    position = group["last-delivered-id"], b"ENTRIESREAD", b"%d" % (-1 if read is None else read)
    yield b"XGROUP", b"CREATE", key, name, *position
    for consumer in sorted(server.xinfo_consumers(key, name), key=_name):
        yield b"XGROUP", b"CREATECONSUMER", key, name, consumer["name"]
    for entry in _pending(server, key, name):
        count = b"RETRYCOUNT", b"%d" % entry["times_delivered"], b"FORCE", b"JUSTID"
        yield b"XCLAIM", key, name, entry["consumer"], b"0", entry["message_id"], *count


def _name(of: Mapping[str, Any]) -> bytes:
    name: bytes = of["name"]
    return name


def _entries(server: Redis, key: bytes) -> Iterator[tuple[bytes, Mapping[bytes, bytes]]]:
    after = b"-"
    while page := cast("list[tuple[bytes, dict[bytes, bytes]]]", server.xrange(key, min=after, count=PAGE)):
        yield from page
        after = b"(" + page[-1][0]


def _pending(server: Redis, key: bytes, group: bytes) -> Iterator[Mapping[str, Any]]:
    """The pending entries of a group that the stream still has."""
    after = b"-"
    while page := cast("list[dict[str, Any]]", server.xpending_range(key, group, after, "+", PAGE)):
        with server.pipeline(transaction=False) as pipe:
            for entry in page:
                pipe.xrange(key, entry["message_id"], entry["message_id"])
            yield from (entry for entry, found in zip(page, pipe.execute(), strict=True) if found)
        after = b"(" + page[-1]["message_id"]


_Ask = Callable[[Any, bytes], object]
_Write = Callable[[Redis, bytes, Any], Iterator[Command]]
KINDS: Mapping[bytes, tuple[_Ask, _Write]] = {
    b"string": (lambda pipe, key: pipe.get(key), _string),
    b"list": (lambda pipe, key: pipe.lrange(key, 0, -1), _list),
    b"set": (lambda pipe, key: pipe.smembers(key), _set),
    b"hash": (lambda pipe, key: pipe.hgetall(key), _hash),
    b"zset": (lambda pipe, key: pipe.zrange(key, 0, -1, withscores=True), _sorted_set),
    b"stream": (lambda pipe, key: pipe.xinfo_stream(key), _stream),
}
"""The types of values: how each is requested, and which commands make it."""
