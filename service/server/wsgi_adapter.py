"""Runs the WSGI application behind an ASGI server: requests in few threads, live streams on the event loop.

A request is read whole before a thread handles it, and the loop sends the response, so that no client holds
a thread. A response in pieces, such as an export, is generated only as fast as the client reads it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, nullcontext
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from service.application.live.stream import LiveStream
from service.application.problem import MEDIA_TYPE, Problem
from service.http.client_address import network
from service.server.bulkhead import Bulkheads, TooManyAtOnce
from service.server.environ import Environs
from service.server.live_streams import Bells, serve
from service.server.request_threads import RequestThreads

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

LOG_READERS = 4
"""The number of threads in which live streams read the log."""
PIECE_BYTES = 32 * 1024
"""The size of the pieces in which a response is generated and sent."""

WRITTEN_BY_SERVER = frozenset({"date"})
"""Headers that uvicorn adds to every response; Werkzeug sets this one on conditional responses, too."""
WRITE_NOW = "kingdomino.write_now"
"""The ASGI extension that writes a part of a response immediately (`live_streams.WriteNow`)."""

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]


@dataclass(slots=True)
class WsgiResponse:
    """The response of a WSGI application. Its methods run in a thread, always in the same context."""

    status: int = 500
    headers: Headers = field(default_factory=list)
    stream: LiveStream | None = None
    has_more: bool = False
    _body: Iterable[bytes] = ()
    _pieces: Iterator[bytes] = field(default_factory=lambda: iter(()))
    _context: Context = field(default_factory=copy_context)

    def begin(self, app: "WSGIApplication", environ: "WSGIEnvironment") -> bytes:
        """Call the application; returns the first piece of its body, which is all of it if it is short."""
        return self._context.run(self._begin, app, environ)

    def more(self) -> bytes:
        """The next piece of the body, empty after the last."""
        return self._context.run(self._gather)

    def close(self) -> None:
        """Close the response, before its end if need be."""
        self._context.run(self._close)

    def _begin(self, app: "WSGIApplication", environ: "WSGIEnvironment") -> bytes:
        body = app(environ, self._start)
        if isinstance(body, LiveStream):
            self.stream = body
            return b""
        self._body, self.has_more = body, True
        try:
            self._pieces = iter(body)
            return self._gather()
        except BaseException:
            self._close()
            raise

    def _start(self, status: str, headers: list[tuple[str, str]], *_: object) -> Callable[[bytes], object]:
        self.status = int(status[:3])
        self.headers = [
            (name.encode("latin-1"), value.encode("latin-1"))
            for name, value in headers
            if name.lower() not in WRITTEN_BY_SERVER
        ]
        return _refuse_to_write

    def _gather(self) -> bytes:
        """Join pieces up to about `PIECE_BYTES`; `has_more` is False after the last."""
        gathered, size = [], 0
        for piece in self._pieces:
            gathered.append(piece)
            size += len(piece)
            if size >= PIECE_BYTES:
                return b"".join(gathered)
        self._close()
        return b"".join(gathered)

    def _close(self) -> None:
        if self.stream is not None:
            self.stream.close()
        if self.has_more:
            self.has_more = False
            close = getattr(self._body, "close", None)
            if close:
                close()


class WsgiAdapter:
    """The ASGI application around a WSGI one that accepts bodies of `most_body` bytes; runs it in `threads`.

    With `bulkheads`, requests of one address take turns, and so do further pieces of long responses to it.
    """

    def __init__(
        self, app: "WSGIApplication", threads: int, most_body: int, proxies: int, bulkheads: Bulkheads | None
    ) -> None:
        self._app = app
        self._environs = Environs(proxies)
        self._most_body = most_body
        self._bulkheads = bulkheads
        self._threads = RequestThreads(threads)
        self._log_readers = ThreadPoolExecutor(LOG_READERS, "live")
        self._loop_bells: Bells | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        body = b"" if self._is_too_large(scope) else await self._whole_body(receive)
        if body is None:
            return
        stream = await self._respond(self._environs.environ(scope, body), receive, send)
        if stream is not None:
            await self._serve(stream, scope, receive, send)

    def close(self) -> None:
        """Start no further work; work in progress is not awaited."""
        self._threads.close()
        self._log_readers.shutdown(wait=False, cancel_futures=True)

    def _is_too_large(self, scope: Scope) -> bool:
        """True if the announced length is over the limit; the application refuses the body unread."""
        announced = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        return int(announced) > self._most_body

    async def _whole_body(self, receive: Receive) -> bytes | None:
        """The body, cut to one byte over the limit if it is too large; None if the client has left."""
        body = bytearray()  # which grows in place, whatever the number of parts
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message.get("body", b"")
            if len(body) > self._most_body:
                return bytes(body[: self._most_body + 1])
            if not message.get("more_body", False):
                return bytes(body)

    async def _respond(self, environ: "WSGIEnvironment", receive: Receive, send: Send) -> LiveStream | None:
        """Send the response; for a live stream, send its head and return it."""
        answer = WsgiResponse()
        try:
            async with self._turn(environ):
                first = await self._threads.call(answer.begin, self._app, environ)
        except TooManyAtOnce as refusal:
            await _send_problem(send, refusal)
            return None
        try:
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        except BaseException:  # such as a header that cannot be sent
            await self._threads.call(answer.close)
            raise
        if answer.stream is None:
            await self._send_body(answer, first, network(environ["REMOTE_ADDR"]), receive, send)
        return answer.stream

    def _turn(self, environ: "WSGIEnvironment") -> AbstractAsyncContextManager[None]:
        if self._bulkheads is None:
            return nullcontext()
        return self._bulkheads.of(environ["PATH_INFO"]).turn(network(environ["REMOTE_ADDR"]))

    async def _send_body(
        self, answer: WsgiResponse, piece: bytes, client: str, receive: Receive, send: Send
    ) -> None:
        """Send the body, a long one in pieces and only as fast as the client reads."""
        if not answer.has_more and len(piece) <= PIECE_BYTES:
            await send({"type": "http.response.body", "body": piece})
            return
        client_left = asyncio.ensure_future(_left(receive))
        try:
            while not client_left.done():
                for at in range(0, len(piece), PIECE_BYTES):
                    part = piece[at : at + PIECE_BYTES]
                    await send({"type": "http.response.body", "body": part, "more_body": True})
                if not answer.has_more:
                    await send({"type": "http.response.body"})
                    break
                async with nullcontext() if self._bulkheads is None else self._bulkheads.pieces.turn(client):
                    piece = await self._threads.call(answer.more)
        finally:
            client_left.cancel()
            if answer.has_more:
                await self._threads.call(answer.close)

    async def _serve(self, stream: LiveStream, scope: Scope, receive: Receive, send: Send) -> None:
        client_left = asyncio.ensure_future(_left(receive))
        write_now = scope.get("extensions", {}).get(WRITE_NOW, _never)

        async def write(message: bytes) -> None:
            await send({"type": "http.response.body", "body": message, "more_body": True})

        try:
            await serve(stream, write, write_now, client_left, self._bells(), self._log_readers)
            await send({"type": "http.response.body"})
        finally:
            client_left.cancel()
            stream.close()

    def _bells(self) -> Bells:
        """The bells of the running loop."""
        if self._loop_bells is None:
            self._loop_bells = Bells(asyncio.get_running_loop())
        return self._loop_bells


async def _left(receive: Receive) -> None:
    """Wait until the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send_problem(send: Send, problem: Problem) -> None:
    document = problem.document()
    headers = {"Content-Type": MEDIA_TYPE, "Content-Length": str(len(document)), **problem.headers}
    encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": problem.status, "headers": encoded})
    await send({"type": "http.response.body", "body": document})


def _refuse_to_write(_: bytes) -> object:
    raise NotImplementedError  # PEP 3333 has `write` for old frameworks; Flask never uses it


def _never(_: bytes) -> bool:
    return False
