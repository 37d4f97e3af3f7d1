"""HTTP connections with deadlines and limits, on top of uvicorn's protocol.

A connection costs no thread, but a slow client can hold memory and a file descriptor. So there are deadlines
for receiving a request and for reading a response, and a limit on the connections of one address. What is
received is parsed in slices, when it is the turn of the address (`intake`).
"""

import socket
import struct
from asyncio import TimerHandle, Transport
from collections.abc import Awaitable, Callable
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from service.application.problem import MEDIA_TYPE, Problem, http_problem
from service.http.client_address import network
from service.server.bulkhead import TooManyAtOnce
from service.server.inbox import Inbox
from service.server.intake import CONNECTION_STEPS, REFUSAL_STEPS, REQUEST_STEPS, Intake
from service.server.occupancy import Occupancy
from service.server.request_size import FIELD_BYTES, RequestSize
from service.server.target import origin_form
from service.server.wsgi_adapter import WRITE_NOW

REQUEST_SECONDS = 8.0
"""The deadline for receiving a request, from its first byte; for the first request, from the connection."""
TAKING_SECONDS = 30.0
"""The deadline for a client to read what is buffered for it: 64 KiB and the last write."""
READING_SECONDS = 0.001
"""The time in which the event loop reads what has come: it calls timers before it reads."""
LINGER_SECONDS = 2.0
"""The time for which a refused client may go on sending, unread, so that it receives the refusal."""
UNFINISHED_BYTES = 16 * 1024
"""The most that the parser may buffer of an unfinished header."""
AHEAD = 100
"""The number of requests that a client may pipeline on a connection before it has the responses."""
UNSENT_BYTES = 64 * 1024
"""The limit for unsent data in the kernel's buffer of a connection, which would otherwise be megabytes."""
NO_LINGER = struct.pack("ii", 1, 0)
"""The value of SO_LINGER with which unsent data is discarded."""
WITHOUT_CHUNKS = "1.0"
"""The version of HTTP whose clients know neither chunks nor interim responses."""
CLOSING = {"Connection": "close", "X-Content-Type-Options": "nosniff"}
"""The headers of every refusal."""


class Connection(HttpToolsProtocol):
    """One connection of a client."""

    def __init__(self, *args: Any, occupancy: Occupancy, intake: Intake, **options: Any) -> None:
        super().__init__(*args, **options)
        self._occupancy = occupancy
        self._intake = intake
        self._inbox: Inbox = None  # type: ignore[assignment]  # until it is made, as uvicorn has its `flow`
        self._steps = CONNECTION_STEPS
        self._address: str | None = None
        self._deadline: TimerHandle | None = None
        self._taking: TimerHandle | None = None
        self._has_begun = self._is_in_head = self._has_parsed = False
        self._is_refused = self._wants_no_body = False
        self._unparsed = 0
        self._size = RequestSize()
        self._cycles: list[RequestResponseCycle] = []

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Accept the connection, or abort it if there are too many."""
        super().connection_made(transport)
        address = network(self.client[0] if self.client else "")
        self.flow = self._inbox = Inbox(transport, self._intake.share(address), self._parse)
        end: socket.socket = transport.get_extra_info("socket")
        if hasattr(socket, "TCP_NOTSENT_LOWAT"):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)
        if self._occupancy.enter(address):
            self._address = address
            self._expect_request()
        else:
            self._give_up()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything that the connection holds."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # uvicorn does so only if the connection ended in order
        self._end_requests()
        self._request_is_there()
        self._is_taken()
        self._inbox.close()
        if self._address is not None:
            self._occupancy.leave(self._address)
            self._address = None

    def eof_received(self) -> bool:  # type: ignore[override]  # uvicorn never keeps a connection
        """The client has closed its side: what that means is decided once all that it sent is parsed."""
        self._inbox.end()
        return True

    def data_received(self, data: bytes) -> None:
        """Hold what was received until it is the turn of this connection."""
        self._unset_keepalive_if_required()
        if self.cycle is None or self.cycle.response_complete:
            self._expect_request()  # also for an empty line, which does not begin one
        self._inbox.put(data)

    def on_message_begin(self) -> None:
        """The first byte of a request was received."""
        super().on_message_begin()
        self._has_begun = self._is_in_head = self._has_parsed = True
        self._wants_no_body = False
        self._size = RequestSize()
        self._expect_request()

    def on_url(self, url: bytes) -> None:
        """A part of the request target was received."""
        super().on_url(url)
        self._has_parsed = True
        self._wants_no_body = self.parser.get_method() == b"HEAD"
        self._steps += 1
        self._size.check_target(self.url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header was received."""
        self._has_parsed = True
        self._steps += 1
        self._size.add_field(name, value)
        if self._is_in_head:  # else a trailer, which must not pass for a header (RFC 9110, 6.5.1)
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is complete: queue the request behind the earlier ones of this connection."""
        self._cycles = [cycle for cycle in self._cycles if not cycle.response_complete]
        if len(self._cycles) > AHEAD:
            raise http_problem(400, f"{AHEAD} requests may wait for their answers on a connection")
        self._steps += REQUEST_STEPS
        version = self.parser.get_http_version()
        self.url = origin_form(self.url, version, self.headers)
        upgrades, has_body = self.parser.should_upgrade(), self._has_body()
        if upgrades and has_body:  # the parser would read the body as another request
            raise http_problem(400, "a request with a body cannot ask for another protocol")
        self.expect_100_continue &= has_body and version != WITHOUT_CHUNKS  # RFC 9110, 10.1.1
        if not self._wants_no_body and version != WITHOUT_CHUNKS:
            self.scope["extensions"] = {WRITE_NOW: self._write_now}  # type: ignore[dict-item]  # a value, not a dict
        super().on_headers_complete()
        self._is_in_head = False
        self._cycles.append(self.cycle)
        if upgrades:  # data after it would be in neither protocol
            self.cycle.keep_alive = False

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Begin to handle a request whose turn it is."""
        is_old = cycle.scope["http_version"] == WITHOUT_CHUNKS
        super()._start_asgi_task(cycle, _unchunked(cycle, app) if is_old else app)

    def on_body(self, body: bytes) -> None:
        """A part of the body was received."""
        self._has_parsed = True
        self._steps += 1
        self._size.add_part(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._has_parsed, self._has_begun = True, False
        self._request_is_there()
        super().on_message_complete()

    def pause_writing(self) -> None:
        """The client reads more slowly than the server writes: start the deadline for reading."""
        super().pause_writing()
        self._expect_taking()

    def resume_writing(self) -> None:
        """The client has caught up: stop the deadline, unless the connection is closing."""
        super().resume_writing()
        if not self.transport.is_closing():
            self._is_taken()

    def on_response_complete(self) -> None:
        """The whole response is written, though perhaps not read."""
        super().on_response_complete()
        if self._inbox.waits():  # then the connection is not idle
            self._unset_keepalive_if_required()
            self._expect_request()
        if self.transport.is_closing():
            self._expect_taking()

    def timeout_keep_alive_handler(self) -> None:
        """No further request came within the keep-alive time."""
        self._close()

    def _end(self) -> None:
        """After all that the client sent: refuse a partial request, respond to a complete one.

        If a response has begun, as that of a live stream, the client is taken to have left.
        """
        if self._has_begun and not self._is_refused:
            raise http_problem(400, "the request ends before its body does")
        if self._is_refused or self.cycle is None or self.cycle.response_started:
            self._close()
        else:
            self.cycle.keep_alive = False

    def _parse(self, part: bytes) -> int:
        """Parse a slice, and return its steps besides those of any slice."""
        try:
            if not part:
                self._end()
            elif not self._is_refused:
                self._feed(part)
        except Problem as refusal:
            self._refuse(refusal)
        steps, self._steps = self._steps, 0
        return steps

    def _feed(self, part: bytes) -> None:
        """Parse a slice; raises the `Problem` for which the request is refused."""
        size, is_in_body, self._has_parsed = self._size, self._has_begun and not self._is_in_head, False
        data_before = size.data_bytes
        try:
            self.parser.feed_data(part)
        except httptools.HttpParserUpgrade:
            pass  # the client may ask for another protocol, and gets HTTP/1.1
        except httptools.HttpParserError as error:
            self.logger.warning("Invalid HTTP request received.")  # uvicorn's own words, without the input
            if isinstance(error.__context__, Problem):  # raised by one of the methods above
                raise error.__context__ from None
            raise http_problem(400, "the request is not valid HTTP/1.1") from None
        self._unparsed = 0 if self._has_parsed else self._unparsed + len(part)
        if self._unparsed > UNFINISHED_BYTES:
            raise http_problem(431, f"a header may have {FIELD_BYTES} bytes")
        if is_in_body and self._has_begun and size is self._size:
            size.add_framing(len(part) - (size.data_bytes - data_before))

    def _write_now(self, part: bytes) -> bool:
        """Write a chunk of a response without a length; False, with nothing written, if the client lags."""
        if self.flow.write_paused or self.transport.is_closing():
            return False
        self.transport.write(b"%x\r\n%b\r\n" % (len(part), part))
        return True

    def _close(self) -> None:
        """Close the connection once the client has read what is buffered for it."""
        self.transport.close()
        self._expect_taking()

    def _expect_taking(self) -> None:
        if self._taking is None:
            self._taking = self.loop.call_later(TAKING_SECONDS, self._give_up)

    def _is_taken(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _expect_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self._is_late)

    def _request_is_there(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _is_late(self) -> None:
        """The deadline for the request has passed: read what came before it, if this process stood still."""
        self._deadline = self.loop.call_later(READING_SECONDS, self._too_slow)

    def _too_slow(self) -> None:
        """The request did not come in time: refuse a request that has begun, else close silently.

        If the rest of the request has waited for its turn, too much of its address has.
        """
        if self._inbox.waits():
            self._refuse(TooManyAtOnce())
        elif self._has_begun:
            self._refuse(http_problem(408, f"a request has to be here after {REQUEST_SECONDS} seconds"))
        else:
            self._close()

    def _has_body(self) -> bool:
        """True if the head announces a body."""
        return any(
            name == b"transfer-encoding" or (name == b"content-length" and int(value) > 0)
            for name, value in self.headers
        )

    def _may_answer(self) -> bool:
        """True if the current request is the next to get a response, and none has begun."""
        open_cycles = [cycle for cycle in self._cycles if not cycle.response_complete]
        if self._is_in_head or not self._has_begun:
            return not open_cycles
        return open_cycles == [self.cycle] and not self.cycle.response_started

    def _give_up(self) -> None:
        """Abort the connection; nothing more is written to it."""
        self._end_requests()
        end: socket.socket = self.transport.get_extra_info("socket")
        if end.fileno() >= 0:  # it may be closed already, which the loop has yet to report
            # Otherwise the kernel would hold what the client did not read, for minutes.
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
        self.transport.abort()

    def _end_requests(self) -> None:
        """Mark every request as disconnected; uvicorn does so only for the last one."""
        for cycle in self._cycles:
            cycle.disconnected = True
            cycle.waiting_for_100_continue = False  # which would be written after a refusal
            cycle.message_event.set()

    def _refuse(self, problem: Problem) -> None:
        """Respond with a problem, without calling the application, and close the connection.

        While other responses are pending, only close: the client would take this one for one of theirs.
        """
        self._is_refused = True
        self._steps += REFUSAL_STEPS
        self._inbox.discard()
        self._request_is_there()
        may_answer = self._may_answer()
        self._end_requests()
        if not may_answer:
            self._close()
            return
        self.transport.write(self._refusal(problem))
        if self._inbox.has_ended:
            self._close()
        else:
            self.transport.write_eof()
            self._deadline = self.loop.call_later(LINGER_SECONDS, self._close)

    def _refusal(self, problem: Problem) -> bytes:
        """The response that refuses the current request; without its body for HEAD."""
        document = problem.document()
        told = {"Content-Type": MEDIA_TYPE, "Content-Length": str(len(document)), **problem.headers}
        lines = [f"{name}: {value}".encode() for name, value in {**CLOSING, **told}.items()]
        lines += [b"%b: %b" % header for header in self.server_state.default_headers]
        head = b"\r\n".join([b"HTTP/1.1 %d Refused" % problem.status, *lines])
        return head + b"\r\n\r\n" + (b"" if self._wants_no_body else document)


def _unchunked(cycle: RequestResponseCycle, app: Any) -> Callable[..., Awaitable[None]]:
    """The application for a client that knows no chunks (RFC 9112, 6.1).

    A body without a length ends with the connection. uvicorn would send it in chunks.
    """

    async def answer(scope: Any, receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
        has_length = True

        async def send_plain(message: Any) -> None:
            nonlocal has_length
            if message["type"] == "http.response.start":
                has_length = any(name.lower() == b"content-length" for name, _ in message["headers"])
                cycle.chunked_encoding = None if has_length else False
            elif not has_length:
                cycle.expected_content_length = len(message.get("body", b""))
            await send(message)

        await app(scope, receive, send_plain)

    return answer
