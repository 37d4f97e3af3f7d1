"""Compresses responses with gzip for clients that accept it (RFC 9110, 8.4 and 12.5.3).

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
from functools import lru_cache, partial

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
LEVEL = 6
KEPT_BYTES = 16 * 1024 * 1024
"""The cache size for compressed bodies: about 4,000 states."""
CODING = "gzip"


def register(app: Flask) -> None:
    """Compress the responses of the app; register hooks that change or read a body after this."""
    kept = AnswerCache[Document](KEPT_BYTES)
    app.after_request(partial(_negotiated, kept=kept))


def repeats_nothing() -> None:
    """Declare that this page contains no text that the sender of the request could choose."""
    g.repeats_nothing = True


@lru_cache(maxsize=256)
def accepts_gzip(header: str) -> bool:
    """True if the value of Accept-Encoding allows gzip, and does not prefer no coding at all.

    >>> accepts_gzip("gzip, deflate, br"), accepts_gzip("gzip;q=0, *"), accepts_gzip("identity, gzip;q=0.5")
    (True, False, False)
    """
    qualities = parse_accept_header(header, Accept)
    return qualities[CODING] > 0 and qualities[CODING] >= qualities["identity"]


def _negotiated(response: Response, kept: AnswerCache[Document]) -> Response:
    if response.mimetype not in TYPES:
        return response
    headers = response.headers
    headers["Vary"] = ", ".join(filter(None, (headers.get("Vary"), "Accept-Encoding")))
    if response.status_code == 304:
        _tag_as_asked(response)
    elif _is_to_be_compressed(response):
        body = response.get_data()
        response.set_data(_kept(body, kept) if "ETag" in headers else _compressed(body))
        headers["Content-Encoding"] = CODING
        _weaken(response)
    return response


def _is_to_be_compressed(response: Response) -> bool:
    return (
        accepts_gzip(request.environ.get("HTTP_ACCEPT_ENCODING", ""))
        and response.is_sequence
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


def _kept(body: bytes, kept: AnswerCache[Document]) -> bytes:
    """The compressed body, cached: a response with an ETag is sent repeatedly."""
    return kept.get(hashlib.sha256(body).digest(), lambda: Document(_compressed(body))).body


def _compressed(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)


def _tag_as_asked(response: Response) -> None:
    """Give a 304 response the ETag of the client's copy: a weak one if that copy was compressed."""
    tag, _ = response.get_etag()
    if tag is not None and not request.if_none_match.contains(tag):
        _weaken(response)


def _weaken(response: Response) -> None:
    tag, is_weak = response.get_etag()
    if tag is not None and not is_weak:
        response.set_etag(tag, weak=True)
