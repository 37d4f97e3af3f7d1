"""The heads of responses as they leave the server: each header once, and nothing that HTTP/1.0 lacks."""

import asyncio
from collections import Counter
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any

import pytest
import uvicorn
from flask import Flask, Response, request
from uvicorn.server import ServerState

from harness.loops import run
from harness.wire.transport import Wire
from service.server.connection import Connection
from service.server.intake import Intake
from service.server.occupancy import Occupancy
from service.server.wsgi_adapter import WsgiAdapter

SERVER_DATE = (b"date", format_datetime(datetime(2026, 11, 1, tzinfo=UTC), usegmt=True).encode())
"""What uvicorn adds to every response; here of another day than the application's."""
MOST_BODY = 1000
PIECES = [b"one ", b"two ", b"three"]
BODY = b"".join(PIECES).decode()


def app() -> Flask:
    """An application with a body of known length, one in pieces, and one that echoes."""
    made = Flask(__name__)
    made.config["MAX_CONTENT_LENGTH"] = MOST_BODY

    @made.route("/whole")
    def whole() -> Any:
        response = Response(BODY)
        response.set_etag("1")
        return response.make_conditional(request, accept_ranges=True, complete_length=len(BODY))

    @made.route("/pieces")
    def pieces() -> Response:
        return Response(iter(PIECES), direct_passthrough=True)

    @made.route("/echo", methods=["POST"])
    def echo() -> bytes:
        return request.get_data()

    @made.route("/nothing")
    def nothing() -> Response:
        return Response(status=204)

    return made


async def exchanged(sent: bytes) -> bytes:
    """All that the server writes for these bytes until it waits for more or has closed the connection."""
    adapter = WsgiAdapter(app(), 1, MOST_BODY, 0, None)
    config = uvicorn.Config(adapter, log_config=None, interface="asgi3", lifespan="off")
    config.load()
    state = ServerState()
    state.default_headers = [SERVER_DATE]
    wire = Wire("192.0.2.1")
    made = Connection(config, state, {}, occupancy=Occupancy(1, 1), intake=Intake(is_limited=True))
    made.connection_made(wire)
    made.data_received(sent)
    async with asyncio.timeout(10):
        while not (wire.is_closed or made._is_refused or made.timeout_keep_alive_task):
            await asyncio.sleep(0.001)
    adapter.close()
    return wire.written


def answer(line: str, *headers: str, body: str = "") -> tuple[int, list[tuple[str, str]], str]:
    """Status, headers and body of the only response to this request."""
    version = line.rpartition("/")[2]
    sent = "\r\n".join([line, *(["Host: localhost"] if version == "1.1" else []), *headers, "", body])
    head, _, rest = run(exchanged(sent.encode())).decode().partition("\r\n\r\n")
    status, *lines = head.split("\r\n")
    fields = [(name.lower(), value) for name, _, value in (each.partition(": ") for each in lines)]
    return int(status.split(" ")[1]), fields, rest


CONDITIONS = {
    "200": ("GET /whole HTTP/1.1",),
    "200 of HEAD": ("HEAD /whole HTTP/1.1",),
    "204": ("GET /nothing HTTP/1.1",),
    "206": ("GET /whole HTTP/1.1", "Range: bytes=0-2"),
    "304": ("GET /whole HTTP/1.1", 'If-None-Match: "1"'),
    "304 of HEAD": ("HEAD /whole HTTP/1.1", 'If-None-Match: "1"'),
    "400": ("GET /whole HTTP/1.1", "Host: other"),
    "400 of HEAD": ("HEAD /whole HTTP/1.1", "Host: other"),
    "404": ("GET /nowhere HTTP/1.1",),
    "405": ("DELETE /whole HTTP/1.1",),
    "412": ("GET /whole HTTP/1.1", 'If-Match: "2"'),
    "412 of HEAD": ("HEAD /whole HTTP/1.1", 'If-Match: "2"'),
    "413": ("POST /echo HTTP/1.1", f"Content-Length: {MOST_BODY + 1}"),
    "416": ("GET /whole HTTP/1.1", "Range: bytes=99-"),
    "414": (f"GET /{'x' * 5000} HTTP/1.1",),
    "431": ("GET /whole HTTP/1.1", f"X: {'x' * 9000}"),
    "431 of HEAD": ("HEAD /whole HTTP/1.1", f"X: {'x' * 9000}"),
    "200 of HTTP/1.0": ("GET /pieces HTTP/1.0",),
    "200 in pieces": ("GET /pieces HTTP/1.1",),
}
"""Requests by the status of their response."""


@pytest.mark.parametrize("case", CONDITIONS)
def test_each_header_is_there_once(case: str) -> None:
    """Whatever the status, and whichever layer wrote it; the date is the server's (RFC 9110, 6.6.1)."""
    status, fields, _ = answer(*CONDITIONS[case])
    assert status == int(case[:3])
    assert {name: number for name, number in Counter(name for name, _ in fields).items() if number > 1} == {}
    assert dict(fields)["date"] == SERVER_DATE[1].decode()


@pytest.mark.parametrize(
    "case", [case for case in CONDITIONS if case[:3] in {"204", "304"} or "HEAD" in case]
)
def test_a_response_without_a_body_has_none(case: str) -> None:
    """What follows the head would be taken for the next response (RFC 9112, 6.3)."""
    assert answer(*CONDITIONS[case])[2] == ""


def test_http_1_0_gets_no_chunks() -> None:
    """A body without a length ends with the connection (RFC 9112, 6.1); one with a length keeps it."""
    _, fields, body = answer("GET /pieces HTTP/1.0")
    assert "transfer-encoding" not in dict(fields)
    assert dict(fields)["connection"] == "close"
    assert body == BODY
    _, fields, body = answer("GET /whole HTTP/1.0")
    assert (dict(fields)["content-length"], body) == (str(len(BODY)), BODY)
    assert answer("HEAD /pieces HTTP/1.0")[2] == ""
    assert dict(answer("GET /pieces HTTP/1.1")[1])["transfer-encoding"] == "chunked"


LENGTH = f"Content-Length: {len(BODY)}"


@pytest.mark.parametrize(
    ("line", "headers", "body", "has_interim"),
    [
        ("POST /echo HTTP/1.1", (LENGTH,), BODY, True),
        ("POST /echo HTTP/1.1", ("Transfer-Encoding: chunked",), f"d\r\n{BODY}\r\n0\r\n\r\n", True),
        ("POST /echo HTTP/1.0", (LENGTH,), BODY, False),
        ("POST /echo HTTP/1.1", ("Content-Length: 0",), "", False),
        ("GET /whole HTTP/1.1", (), "", False),
        ("POST /echo HTTP/1.1", (f"Content-Length: {MOST_BODY + 1}",), "", False),
    ],
)
def test_only_a_client_that_waits_to_send_a_body_is_told_to(
    line: str, headers: tuple[str, ...], body: str, *, has_interim: bool
) -> None:
    """HTTP/1.0 knows no interim responses (RFC 9110, 10.1.1); and without a body none is due."""
    status, _, _ = answer(line, *headers, "Expect: 100-continue", body=body)
    assert (status == 100) == has_interim
