"""HTTP connections with deadlines and limits, on top of uvicorn's protocol.

A connection costs no thread, but a slow client can hold memory and a file descriptor. So there are deadlines
for receiving a request and for reading a response, and a limit on the connections of one address.
"""

import socket
import struct
from asyncio import TimerHandle, Transport
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from service.application.problem import MEDIA_TYPE, Problem, http_problem
from service.http.client_address import network
from service.server.occupancy import Occupancy
from service.server.wsgi_adapter import WRITE_NOW

REQUEST_SECONDS = 8.0
"""The deadline for receiving a request, from its first byte; for the first request, from the connection."""
TAKING_SECONDS = 30.0
"""The deadline for a client to read what is buffered for it: 64 KiB and the last write."""
TARGET_BYTES = 4 * 1024
"""The longest request target: path and query."""
FIELD_BYTES = 8 * 1024
"""The largest single header of a request: name and value."""
HEAD_BYTES = 32 * 1024
"""The largest total size of the headers of a request."""
FIELDS = 100
"""The largest number of headers of a request."""
SLICE_BYTES = 16 * 1024
"""The size of the slices that are parsed, and the most that the parser may buffer of an unfinished header."""
AHEAD = 100
"""The number of requests that a client may pipeline on a connection before it has the responses."""
UNSENT_BYTES = 64 * 1024
"""The limit for unsent data in the kernel's buffer of a connection, which would otherwise be megabytes."""
NO_LINGER = struct.pack("ii", 1, 0)
"""The value of SO_LINGER with which unsent data is discarded."""


class Connection(HttpToolsProtocol):
    """One connection of a client."""

    def __init__(self, *args: Any, occupancy: Occupancy, **options: Any) -> None:
        super().__init__(*args, **options)
        self._occupancy = occupancy
        self._address: str | None = None
        self._deadline: TimerHandle | None = None
        self._taking: TimerHandle | None = None
        self._has_begun = self._is_in_head = self._has_parsed = False
        self._unparsed = self._head_bytes = 0
        self._refusal: Problem | None = None
        self._cycles: list[RequestResponseCycle] = []

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Accept the connection, or abort it if there are too many."""
        super().connection_made(transport)
        end: socket.socket = transport.get_extra_info("socket")
        if hasattr(socket, "TCP_NOTSENT_LOWAT"):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)
        address = network(self.client[0] if self.client else "")
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
        if self._address is not None:
            self._occupancy.leave(self._address)
            self._address = None

    def eof_received(self) -> bool:  # type: ignore[override]  # uvicorn never keeps a connection
        """The client has closed its side: refuse a partial request, respond to a complete one.

        If a response has begun, as that of a live stream, the client is taken to have left.
        """
        if self._has_begun:
            self._refuse(http_problem(400, "the request ends before its body does"))
            return True
        if self.cycle is None or self.cycle.response_started:
            self._expect_taking()
            return False
        self.cycle.keep_alive = False
        return True

    def data_received(self, data: bytes) -> None:
        """Parse the data in slices; refuse more than `SLICE_BYTES` in which no part of a request ends."""
        for at in range(0, len(data), SLICE_BYTES):
            part, self._has_parsed = data[at : at + SLICE_BYTES], False
            super().data_received(part)
            self._unparsed = 0 if self._has_parsed else self._unparsed + len(part)
            if self.transport.is_closing():
                return
            if self._unparsed > SLICE_BYTES:
                self._refuse(http_problem(431, f"a header may have {FIELD_BYTES} bytes"))
                return
        if self.timeout_keep_alive_task is None and (self.cycle is None or self.cycle.response_complete):
            self._expect_request()  # an empty line before a request does not begin one

    def on_message_begin(self) -> None:
        """The first byte of a request was received."""
        super().on_message_begin()
        self._has_begun = self._is_in_head = self._has_parsed = True
        self._head_bytes = 0
        self._expect_request()

    def on_url(self, url: bytes) -> None:
        """A part of the request target was received."""
        super().on_url(url)
        self._has_parsed = True
        if len(self.url) > TARGET_BYTES:
            self._stop_parsing(http_problem(414, f"path and query may have {TARGET_BYTES} bytes"))

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header was received."""
        self._has_parsed = True
        if not self._is_in_head:  # a trailer, which must not pass for a header (RFC 9110, 6.5.1)
            return
        super().on_header(name, value)
        if len(name) + len(value) > FIELD_BYTES:
            self._stop_parsing(http_problem(431, f"a header may have {FIELD_BYTES} bytes"))
        self._head_bytes += len(name) + len(value)
        if self._head_bytes > HEAD_BYTES:
            self._stop_parsing(http_problem(431, f"all headers together may have {HEAD_BYTES} bytes"))
        if len(self.headers) > FIELDS:
            self._stop_parsing(http_problem(431, f"a request may have {FIELDS} headers"))

    def on_headers_complete(self) -> None:
        """The head is complete: queue the request behind the earlier ones of this connection."""
        self._cycles = [cycle for cycle in self._cycles if not cycle.response_complete]
        if len(self._cycles) > AHEAD:
            raise ValueError(f"more than {AHEAD} requests ahead of their answers")
        upgrades = self.parser.should_upgrade()
        if upgrades and self._has_body():  # the parser would read the body as another request
            self._stop_parsing(http_problem(400, "a request with a body cannot ask for another protocol"))
        if self.parser.get_method() != b"HEAD":
            self.scope["extensions"] = {WRITE_NOW: self._write_now}  # type: ignore[dict-item]  # a value, not a dict
        super().on_headers_complete()
        self._is_in_head = False
        self._cycles.append(self.cycle)
        if upgrades:  # data after it would be in neither protocol
            self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        """A part of the body was received."""
        self._has_parsed = True
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._has_parsed, self._has_begun = True, False
        self._request_is_there()
        super().on_message_complete()

    def _unsupported_upgrade_warning(self) -> None:
        """Log nothing: a client may ask for another protocol and gets HTTP/1.1."""

    def send_400_response(self, msg: str) -> None:
        """Refuse invalid HTTP with a problem, like other refusals, without quoting the input."""
        del msg
        self._refuse(self._refusal or http_problem(400, "this is no request as HTTP/1.1 has them"))

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
        if self.transport.is_closing():
            self._expect_taking()

    def timeout_keep_alive_handler(self) -> None:
        """No further request came within the keep-alive time."""
        self._close()

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
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self._too_slow)

    def _request_is_there(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        """The deadline for the request has passed: refuse a request that has begun, else close silently."""
        if self._has_begun:
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
            cycle.message_event.set()

    def _stop_parsing(self, refusal: Problem) -> None:
        """Stop the parser with this refusal: uvicorn calls `send_400_response` for the exception."""
        self._refusal = refusal
        raise ValueError(refusal.detail)

    def _refuse(self, problem: Problem) -> None:
        """Respond with a problem, without calling the application, and close the connection.

        While other responses are pending, only close: the client would take this one for one of theirs.
        """
        may_answer = self._may_answer()
        self._end_requests()
        if not may_answer:
            self._close()
            return
        document = problem.document()
        reason = str(problem.status).encode()
        head = (
            b"HTTP/1.1 %b Refused\r\nConnection: close\r\nContent-Type: %b\r\n"
            b"X-Content-Type-Options: nosniff\r\nContent-Length: %d\r\n\r\n"
        )
        self.transport.write(head % (reason, MEDIA_TYPE.encode(), len(document)) + document)
        self._close()
