"""Compresses responses with Brotli (RFC 7932) or gzip for clients that accept it (RFC 9110, 8.4 and 12.5.3).

Browsers accept Brotli from `https:` and from their own machine; over plain HTTP they ask for gzip.

Only complete bodies are compressed; streams are sent unchanged. A compressed response has a weak ETag,
because a strong one identifies one sequence of bytes. `If-None-Match` compares weakly, and a move accepts
`If-Match: W/"7"` as `"7"`.

An attacker who sees the length of compressed responses can guess a secret that appears next to text of their
choice (BREACH). So a response is not compressed if it is `no-store`, or if it is a page for a signed-in
player that may repeat something of the request: the request has a query or is a POST, and the view did not
call `repeats_nothing`.
"""

import gzip
import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache, partial

import brotli
from flask import Flask, Response, g, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

from service.application.caches.answers import AnswerCache, Document
from service.http.page_headers import HTML

TYPES = frozenset(
    {HTML, "text/css", "text/javascript", "text/plain", "application/json", "application/x-ndjson"}
)
LEAST_BYTES = 1024
"""The minimum size to compress; a smaller body fits into one packet uncompressed."""
KEPT_BYTES = 16 * 1024 * 1024
"""The cache size for compressed bodies: about 4,000 states."""
FOREVER = "immutable"
"""The directive of a response that stays the same for a year: it is compressed hardest."""


def _by_brotli(body: bytes, *, hardest: bool) -> bytes:
    return bytes(brotli.compress(body, quality=11 if hardest else 5))


def _by_gzip(body: bytes, *, hardest: bool) -> bytes:
    return gzip.compress(body, 9 if hardest else 6, mtime=0)


CODINGS: Mapping[str, Callable[..., bytes]] = {"br": _by_brotli, "gzip": _by_gzip}
"""What compresses a body, by the name of its coding, the best one first."""


def register(app: Flask) -> None:
    """Compress the responses of the app; register hooks that change or read a body after this."""
    kept = AnswerCache[Document](KEPT_BYTES)
    app.after_request(partial(_negotiated, kept=kept))


def repeats_nothing() -> None:
    """Declare that this page contains no text that the sender of the request could choose."""
    g.repeats_nothing = True


@lru_cache(maxsize=256)
def accepted_coding(header: str) -> str | None:
    """The coding for a value of Accept-Encoding, None for none.

    >>> accepted_coding("gzip, deflate, br"), accepted_coding("gzip"), accepted_coding("identity, br;q=0.5")
    ('br', 'gzip', None)
    """
    qualities = parse_accept_header(header, Accept)
    best = max(CODINGS, key=qualities.__getitem__)
    return best if 0 < qualities[best] >= qualities["identity"] else None


def _negotiated(response: Response, kept: AnswerCache[Document]) -> Response:
    if response.mimetype not in TYPES:
        return response
    headers = response.headers
    headers["Vary"] = ", ".join(filter(None, (headers.get("Vary"), "Accept-Encoding")))
    if response.status_code == 304:
        _tag_as_asked(response)
    elif (
        coding := accepted_coding(request.environ.get("HTTP_ACCEPT_ENCODING", ""))
    ) and _is_to_be_compressed(response):
        compress = partial(CODINGS[coding], hardest=FOREVER in headers.get("Cache-Control", ""))
        body = response.get_data()
        # A response with an ETag is sent repeatedly.
        response.set_data(_kept(body, coding, compress, kept) if "ETag" in headers else compress(body))
        headers["Content-Encoding"] = coding
        _weaken(response)
    return response


def _is_to_be_compressed(response: Response) -> bool:
    return (
        response.is_sequence
        and "Content-Encoding" not in response.headers
        and (response.calculate_content_length() or 0) >= LEAST_BYTES
        and not _may_reveal(response)
    )


def _may_reveal(response: Response) -> bool:
    """True if the length of the compressed response could reveal a secret in it."""
    if "no-store" in response.headers.get("Cache-Control", ""):
        return True
    may_repeat = (request.query_string or request.method == "POST") and not g.get("repeats_nothing")
    return response.mimetype == HTML and bool(may_repeat and g.get("me"))


def _kept(body: bytes, coding: str, compress: Callable[[bytes], bytes], kept: AnswerCache[Document]) -> bytes:
    """The compressed body, cached by coding and content."""
    key = hashlib.sha256(coding.encode() + body).digest()
    return kept.get(key, lambda: Document(compress(body))).body


def _tag_as_asked(response: Response) -> None:
    """Give a 304 response the ETag of the client's copy: a weak one if that copy was compressed."""
    tag, _ = response.get_etag()
    if tag is not None and not request.if_none_match.contains(tag):
        _weaken(response)


def _weaken(response: Response) -> None:
    tag, is_weak = response.get_etag()
    if tag is not None and not is_weak:
        response.set_etag(tag, weak=True)
