"""The WSGI environment of a request."""

from typing import Any

from service.server.environ import Environs


def environ_of(*headers: tuple[bytes, bytes], proxies: int = 0, body: bytes = b"") -> dict[str, Any]:
    """The environment of a request with these headers."""
    scope = {
        "method": "POST",
        "http_version": "1.1",
        "scheme": "http",
        "raw_path": b"/a%20b/%C3%BC",
        "query_string": b"q=%20",
        "headers": list(headers),
        "server": ("127.0.0.1", 8000),
        "client": ("192.0.2.1", 4711),
    }
    return Environs(proxies).environ(scope, body)


def test_the_path_and_the_body() -> None:
    """The path is unquoted bytes as Latin-1, as in WSGI; the query is unchanged."""
    environ = environ_of(body=b"{}")
    assert environ["PATH_INFO"] == "/a b/Ã¼"
    assert environ["QUERY_STRING"] == "q=%20"
    assert environ["RAW_URI"] == "/a%20b/%C3%BC?q=%20"
    assert environ["REMOTE_ADDR"] == "192.0.2.1"
    assert environ["wsgi.input"].read() == b"{}"


def test_headers_that_come_twice() -> None:
    """Repeated headers are joined, cookies into one header (RFC 9113, 8.2.3)."""
    environ = environ_of((b"accept", b"a"), (b"accept", b"b"), (b"cookie", b"c=1"), (b"cookie", b"d=2"))
    assert environ["HTTP_ACCEPT"] == "a,b"
    assert environ["HTTP_COOKIE"] == "c=1; d=2"


def test_a_header_with_an_underscore_is_nobodys() -> None:
    """It could pass for a header that a proxy has checked, so it is dropped."""
    environ = environ_of((b"x_forwarded_for", b"198.51.100.1"), (b"x-request-id", b"abcdefgh"))
    assert environ["HTTP_X_REQUEST_ID"] == "abcdefgh"
    assert "HTTP_X_FORWARDED_FOR" not in environ


def test_a_body_in_chunks_has_a_length_by_now() -> None:
    """An announced length is kept, even if the body is incomplete."""
    chunked = environ_of((b"transfer-encoding", b"chunked"), body=b"12345")
    assert chunked["CONTENT_LENGTH"] == "5"
    assert "HTTP_TRANSFER_ENCODING" not in chunked
    assert environ_of((b"content-length", b"999999"), body=b"12345")["CONTENT_LENGTH"] == "999999"


def test_who_asks_is_said_by_as_many_proxies_as_there_are() -> None:
    """Only as many proxies as configured are trusted; entries further left come from the client."""
    forwarded = (b"x-forwarded-for", b"203.0.113.9, 198.51.100.1"), (b"x-forwarded-proto", b"https")
    direct, behind = environ_of(*forwarded), environ_of(*forwarded, proxies=1)
    assert (direct["REMOTE_ADDR"], direct["wsgi.url_scheme"]) == ("192.0.2.1", "http")
    assert (behind["REMOTE_ADDR"], behind["wsgi.url_scheme"]) == ("198.51.100.1", "https")
