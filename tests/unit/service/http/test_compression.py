"""Compression of responses for clients that accept it, without changing their meaning."""

import gzip
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Response, g, request
from flask.testing import FlaskClient

from service.http import compression
from service.http.compression import LEAST_BYTES, accepts_gzip
from service.http.endpoints import ALWAYS, DeclaringFlask
from service.pages.shared import assets

TEXT = "a kingdom for a domino, " * 100
GZIP = {"Accept-Encoding": "gzip"}
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
    "coded": lambda: Response(TEXT, mimetype="text/plain", headers={"Content-Encoding": "br"}),
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
    ("header", "accepted"),
    [
        ("gzip", True),
        ("GZip;q=0.1", True),
        ("br, *", True),
        ("gzip;q=0", False),
        ("gzip;q=0, *", False),
        ("*;q=0", False),
        ("identity;q=0.5, gzip;q=0.8", True),
        ("identity, gzip;q=0.8", False),
        ("br, zstd", False),
        ("gzip;q=many", False),
        ("", False),
        (";;,=", False),
    ],
)
def test_gzip_is_sent_to_those_who_accept_it(client: FlaskClient, header: str, *, accepted: bool) -> None:
    """Qualities decide, the wildcard counts for unnamed codings, and identity may be preferred."""
    assert accepts_gzip(header) is accepted
    answer = client.get("/json", headers={"Accept-Encoding": header})
    assert answer.headers.get("Content-Encoding") == ("gzip" if accepted else None)
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert (gzip.decompress(answer.data) if accepted else answer.data) == TEXT.encode()
    assert int(answer.headers["Content-Length"]) == len(answer.data)


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
    assert (answer.headers["Content-Encoding"], answer.text) == ("br", TEXT)


def test_an_answer_may_vary_by_more(client: FlaskClient) -> None:
    """Existing members of Vary stay."""
    assert client.get("/varied").vary.to_header() == "Accept, Accept-Encoding"


def test_a_head_has_the_headers_of_a_get(client: FlaskClient) -> None:
    """The length is that of the compressed body."""
    got, head = (client.open("/tagged", method=method, headers=GZIP) for method in ("GET", "HEAD"))
    assert head.data == b""
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
