"""A small HTTP client that exposes every detail: one persistent connection, all statuses, all bytes."""

import http.client
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from types import TracebackType
from typing import Any, Self

from service.application.problem import MEDIA_TYPE

TIMEOUT_SECONDS = 20.0
IDLE_SECONDS = 1.0
"""After a pause of this length a new connection is opened, since the server may be closing the old one."""

PROBLEM_MEMBERS = {"type", "title", "status", "code", "detail"}

Json = Any


@dataclass(frozen=True, slots=True)
class Answer:
    """A response: its status, its headers by lower-case name, and its bytes."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Json:
        """The body's JSON."""
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The stable code of a response that must be a well-formed problem (RFC 9457) with its status."""
        assert self.headers["content-type"] == MEDIA_TYPE, (self.status, self.body[:300])
        problem = self.json
        assert problem.keys() >= PROBLEM_MEMBERS, problem
        assert problem["status"] == self.status
        assert problem["type"] == "about:blank"
        assert all(isinstance(problem[name], str) and problem[name] for name in ("title", "code", "detail"))
        return str(problem["code"])


class Http:
    """A client of the server at this address; for one thread, to be closed after use."""

    def __init__(self, host: str, port: int, timeout: float = TIMEOUT_SECONDS) -> None:
        self._connection = http.client.HTTPConnection(host, port, timeout=timeout)
        self._used = monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; the next request opens a new one."""
        self._connection.close()

    def ask(
        self, method: str, path: str, body: Json = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """The response to a request, which is sent once; bytes are sent unchanged, anything else as JSON.

        Raises what `http.client` raises, and closes the connection in that case.
        """
        try:
            response = self._send(method, path, body, headers or {})
            return Answer(response.status, _lower(response), response.read())
        except (OSError, http.client.HTTPException):
            self.close()
            raise

    def get(self, path: str, **headers: str) -> Answer:
        """The response to a GET; `_` in a header's name stands for `-`."""
        return self.ask("GET", path, headers=named(headers))

    def post(self, path: str, body: Json = None, **headers: str) -> Answer:
        """The response to a POST; `_` in a header's name stands for `-`."""
        return self.ask("POST", path, body, named(headers))

    @contextmanager
    def stream(self, path: str, **headers: str) -> Iterator[tuple[Answer, Iterator[bytes]]]:
        """The beginning of a response, and its lines as they arrive, without line ends.

        The connection is closed afterwards, so that the server notices the disconnect.
        """
        try:
            response = self._send("GET", path, None, named(headers))
            lines = (line.rstrip(b"\n") for line in iter(response.readline, b""))
            yield Answer(response.status, _lower(response), b""), lines
            response.close()
        finally:
            self.close()

    def _send(
        self, method: str, path: str, body: Json, headers: Mapping[str, str]
    ) -> http.client.HTTPResponse:
        if monotonic() > self._used + IDLE_SECONDS:
            self.close()
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        self._connection.request(method, path, content, dict(headers))
        response = self._connection.getresponse()
        self._used = monotonic()
        return response


def named(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers under their HTTP names.

    >>> named({"If_Match": '"7"'})
    {'If-Match': '"7"'}
    """
    return {name.replace("_", "-"): value for name, value in headers.items()}


def _lower(response: http.client.HTTPResponse) -> dict[str, str]:
    """The headers by lower-case name; one that is there twice is an assertion error (RFC 9110, 5.3)."""
    fields = [(name.lower(), value) for name, value in response.getheaders()]
    names = [name for name, _ in fields if name != "set-cookie"]
    assert len(names) == len(set(names)), fields
    return dict(fields)
