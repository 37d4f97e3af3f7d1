"""Requests that are cheap to send and expensive to receive, before any limit counts them."""

import gzip
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import chain, repeat

CROWD = 100
"""The number of connections of one address that send at the same time."""
BODY_BYTES = 120_000
"""The size of a body: close to the largest."""

_GET = b"GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\n"
_FILE = b"GET /static/style.css HTTP/1.1\r\nHost: localhost\r\n"
_POST = b"POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
_CHUNKED = _POST + b"Transfer-Encoding: chunked\r\n\r\n"
_CLOSE = b"Connection: close\r\n\r\n"
_LAST = b"0\r\n\r\n"


@dataclass(frozen=True)
class Hostile:
    """What is sent on each of `connections` at a time, in these writes."""

    writes: Callable[[], Iterable[bytes]]
    connections: int = CROWD


def _tiny_chunks() -> Iterable[bytes]:
    return [_CHUNKED + b"1\r\nx\r\n" * BODY_BYTES + _LAST]


def _extensions() -> Iterable[bytes]:
    return [_CHUNKED + (b"1;" + b"x" * 1000 + b"\r\nx\r\n") * 700 + _LAST]


def _trailers() -> Iterable[bytes]:
    return [_CHUNKED + b"2\r\n{}\r\n0\r\n" + b"X: x\r\n" * BODY_BYTES + b"\r\n"]


def _tiny_segments() -> Iterable[bytes]:
    return chain([_POST + b"Content-Length: %d\r\n\r\n" % BODY_BYTES], repeat(b"x", BODY_BYTES))


def _dripping_head() -> Iterable[bytes]:
    head = _GET + b"X-Long: " + b"x" * 7000 + b"\r\n" + _CLOSE
    return (head[at : at + 1] for at in range(len(head)))


def _pipeline() -> Iterable[bytes]:
    return [(_FILE + b"\r\n") * 99 + _FILE + _CLOSE]


def _fields() -> Iterable[bytes]:
    head = _GET + b"".join(b"X-%d: x\r\n" % number for number in range(93))
    return [(head + b"\r\n") * 9 + head + _CLOSE]


def _garbage() -> Iterable[bytes]:
    return [b"\x16\x03\x01 no request\r\n\r\n"]


def _form_of_many_parts() -> Iterable[bytes]:
    part = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n'
    return [_body(b"Content-Type: multipart/form-data; boundary=x", part * (BODY_BYTES // len(part)))]


@cache
def _bomb() -> bytes:
    return _body(b"Content-Type: application/json\r\nContent-Encoding: gzip", gzip.compress(bytes(2**25)))


def _body(fields: bytes, body: bytes) -> bytes:
    return _POST + fields + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body


HOSTILE = {
    "chunks": Hostile(_tiny_chunks, connections=1),
    "chunks-100": Hostile(_tiny_chunks),
    "extensions": Hostile(_extensions),
    "trailers": Hostile(_trailers),
    "segments": Hostile(_tiny_segments),
    "drips": Hostile(_dripping_head),
    "pipelines": Hostile(_pipeline),
    "fields": Hostile(_fields),
    "garbage": Hostile(_garbage, connections=32),
    "connects": Hostile(tuple, connections=32),
    "uploads": Hostile(lambda: [_body(b"Content-Type: application/json", b"x" * BODY_BYTES)]),
    "multipart": Hostile(_form_of_many_parts),
    "gzip": Hostile(lambda: [_bomb()]),
}
"""The requests by name: chunks of one byte (on one and on 100 connections), long extensions of chunks, a
long trailer; a body, and a header, in writes of one byte; 100 pipelined requests for a file; 95 headers;
bytes that are no request, and nothing, on a new connection each time; large bodies, forms of many parts, a
gzip bomb.
"""
