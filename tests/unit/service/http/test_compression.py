"""Compression of responses for clients that accept it, without changing their meaning."""

import gzip
from collections.abc import Callable, Iterator
from typing import Any

import brotli
import pytest
from flask import Response, g, request
from flask.testing import FlaskClient

from service.http import compression
from service.http.compression import LEAST_BYTES, accepted_coding
from service.http.endpoints import ALWAYS, DeclaringFlask
from service.pages.shared import assets

TEXT = "a kingdom for a domino, " * 100
LONG = (assets.FOLDER / "style.css").read_text("utf-8")
GZIP = {"Accept-Encoding": "gzip"}
DECODED: dict[str | None, Callable[[bytes], bytes]] = {
    "br": brotli.decompress,
    "gzip": gzip.decompress,
    None: bytes,
}
Make = Callable[[], Response]


def tagged(response: Response) -> Response:
    """The response with a strong ETag; 304 if the client has it."""
    response.set_etag("7")
    response.make_conditional(request)
    return response


def page(*, signed_in: bool) -> Response:
    """A page for a signed-in player or for a visitor."""
    g.me = {"id": "1", "name": "Ann"} if signed_in else None
    return Response(TEXT, mimetype="text/html")


def told() -> Response:
    """A page for a signed-in player that repeats nothing of the request."""
    compression.repeats_nothing()
    return page(signed_in=True)


def flowing() -> Iterator[str]:
    """The text in two pieces."""
    for _ in range(2):
        yield TEXT


ROUTES: dict[str, Make] = {
    "json": lambda: Response(TEXT, mimetype="application/json"),
    "tagged": lambda: tagged(Response(TEXT, mimetype="application/json")),
    "varied": lambda: Response(TEXT, mimetype="text/plain", headers={"Vary": "Accept"}),
    "small": lambda: tagged(Response("x" * (LEAST_BYTES - 1), mimetype="application/json")),
    "stream": lambda: Response(flowing(), mimetype="text/event-stream"),
    "lines": lambda: Response(flowing(), mimetype="application/x-ndjson"),
    "zip": lambda: Response(TEXT, mimetype="application/zip"),
    "coded": lambda: Response(TEXT, mimetype="text/plain", headers={"Content-Encoding": "zstd"}),
    "lasting": lambda: Response(LONG, mimetype="text/plain", headers={"Cache-Control": "immutable"}),
    "passing": lambda: Response(LONG, mimetype="text/plain"),
    "secret": lambda: Response(TEXT, mimetype="application/json", headers={"Cache-Control": "no-store"}),
    "page": lambda: page(signed_in=False),
    "own": lambda: page(signed_in=True),
    "told": told,
}


ROUTE: dict[str, Any] = {"weight": 1, "works": ALWAYS}


@pytest.fixture
def client() -> FlaskClient:
    """Give a client of an application with these responses and the static files."""
    app = DeclaringFlask("compression", static_folder=None)
    compression.register(app)
    for name, make in ROUTES.items():
        app.add_url_rule(f"/{name}", endpoint=name, view_func=make, methods=["GET", "POST"], **ROUTE)
    assets.register(app)
    return app.test_client()


@pytest.mark.parametrize(
    ("header", "coding"),
    [
        ("gzip", "gzip"),
        ("GZip;q=0.1", "gzip"),
        ("br", "br"),
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0.5, gzip", "gzip"),
        ("br;q=0, *", "gzip"),
        ("gzip, *;q=0", "gzip"),
        ("gzip;q=0", None),
        ("gzip;q=0, *", "br"),
        ("*;q=0", None),
        ("identity;q=0.5, gzip;q=0.8", "gzip"),
        ("identity, gzip;q=0.8, br;q=0.9", None),
        ("zstd", None),
        ("gzip;q=many", None),
        ("", None),
        (";;,=", None),
    ],
)
def test_a_coding_is_sent_to_those_who_accept_it(
    client: FlaskClient, header: str, coding: str | None
) -> None:
    """Qualities decide, then Brotli; the wildcard counts for unnamed codings; identity may be preferred."""
    assert accepted_coding(header) == coding
    answer = client.get("/json", headers={"Accept-Encoding": header})
    assert answer.headers.get("Content-Encoding") == coding
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert DECODED[coding](answer.data) == TEXT.encode()
    assert int(answer.headers["Content-Length"]) == len(answer.data)


@pytest.mark.parametrize("coding", ["br", "gzip"])
def test_what_stays_the_same_is_compressed_hardest(client: FlaskClient, coding: str) -> None:
    """A response that browsers keep is worth more time than one that changes."""
    header = {"Accept-Encoding": coding}
    lasting, passing = (client.get(f"/{name}", headers=header).data for name in ("lasting", "passing"))
    assert DECODED[coding](lasting) == DECODED[coding](passing) == LONG.encode()
    assert len(lasting) < len(passing)


def test_those_who_say_nothing_get_it_as_it_is(client: FlaskClient) -> None:
    """Without the header the response is uncompressed and has its strong ETag."""
    answer = client.get("/tagged")
    assert (answer.text, answer.headers["ETag"]) == (TEXT, '"7"')
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("name", ["small", "stream", "lines", "zip"])
def test_what_gains_nothing_or_flows_is_left_alone(client: FlaskClient, name: str) -> None:
    """Small bodies, streams and archives are not compressed."""
    answer = client.get(f"/{name}", headers=GZIP)
    assert "Content-Encoding" not in answer.headers
    assert answer.data == client.get(f"/{name}").data
    assert answer.headers.get("ETag") == ('"7"' if name == "small" else None)


def test_what_is_coded_already_is_left_alone(client: FlaskClient) -> None:
    """The coding set by the view is kept."""
    answer = client.get("/coded", headers=GZIP)
    assert (answer.headers["Content-Encoding"], answer.text) == ("zstd", TEXT)


def test_an_answer_may_vary_by_more(client: FlaskClient) -> None:
    """Existing members of Vary stay."""
    assert client.get("/varied").vary.to_header() == "Accept, Accept-Encoding"


def test_a_head_has_the_headers_of_a_get(client: FlaskClient) -> None:
    """The length is that of the compressed body."""
    got, head = (client.open("/tagged", method=method, headers=GZIP) for method in ("GET", "HEAD"))
    assert head.data == b""
    del got.headers["Date"], head.headers["Date"]  # the second may have changed
    assert dict(head.headers) == dict(got.headers)


def test_one_who_has_it_compressed_is_told_so(client: FlaskClient) -> None:
    """A compressed response has a weak ETag; each 304 has the ETag of the client's copy."""
    answer = client.get("/tagged", headers=GZIP)
    assert answer.headers["ETag"] == 'W/"7"'
    for tag in ('W/"7"', '"7"'):
        known = client.get("/tagged", headers={**GZIP, "If-None-Match": tag})
        assert (known.status_code, known.data, known.headers["ETag"]) == (304, b"", tag)
        assert known.headers["Vary"] == "Accept-Encoding"
        assert "Content-Encoding" not in known.headers
    other = client.get("/tagged", headers={**GZIP, "If-None-Match": 'W/"8"'})
    assert (other.status_code, gzip.decompress(other.data)) == (200, TEXT.encode())


def test_what_is_sent_again_is_compressed_once(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compressed bytes of a response with an ETag are cached."""
    calls: list[bytes] = []
    compressed = gzip.compress

    def counted(body: bytes, level: int, *, mtime: float) -> bytes:
        calls.append(body)
        return compressed(body, level, mtime=mtime)

    monkeypatch.setattr("service.http.compression.gzip.compress", counted)
    for name, times in (("tagged", 1), ("json", 3)):
        calls.clear()
        assert len({client.get(f"/{name}", headers=GZIP).data for _ in range(3)}) == 1
        assert len(calls) == times


@pytest.mark.parametrize(
    ("method", "path", "compressed"),
    [
        ("GET", "/page?invitation=guess", True),
        ("POST", "/page", True),
        ("GET", "/own", True),
        ("GET", "/own?invitation=guess", False),
        ("POST", "/own", False),
        ("GET", "/told?invitation=guess", True),
        ("GET", "/secret", False),
    ],
)
def test_lengths_tell_no_secret(client: FlaskClient, method: str, path: str, *, compressed: bool) -> None:
    """A response for one player that may repeat something of the request is not compressed."""
    answer = client.open(path, method=method, headers=GZIP)
    assert ("Content-Encoding" in answer.headers) is compressed
