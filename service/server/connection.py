"""Connections that do not wait forever, and are not too many: uvicorn's protocol with deadlines and a limit.

A connection costs no thread. What a slow client can hold is memory and a file, so a request has to be whole
in some seconds, an answer has to be taken, and one address may have so many connections.
"""

import socket
import struct
from asyncio import TimerHandle, Transport
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from service.http.client_address import network
from service.problem import MEDIA_TYPE, Problem, http_problem
from service.server.occupancy import Occupancy
from service.server.wsgi_adapter import WRITE_NOW

REQUEST_SECONDS = 8.0
"""How long a request may take to come, from its first byte, and the first one from the connection on."""
TAKING_SECONDS = 30.0
"""How long a client may take for what lies here for it, 64 KiB and what was just sent."""
TARGET_BYTES = 4 * 1024
"""The longest target of a request: its path and query."""
FIELD_BYTES = 8 * 1024
"""The largest header of a request."""
HEAD_BYTES = 32 * 1024
"""All headers of a request together."""
FIELDS = 100
"""How many headers a request may have."""
SLICE_BYTES = 16 * 1024
"""How much is parsed at a time, and how much the parser may hold of a header that has not ended."""
AHEAD = 100
"""How many requests a client may send on a connection before it has their answers."""
UNSENT_BYTES = 64 * 1024
"""How much that is not sent yet the kernel keeps for a connection; otherwise it would take some megabytes."""
NO_LINGER = struct.pack("ii", 1, 0)
"""Of SO_LINGER: what is not sent yet is thrown away."""


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
        """Begin, unless there are too many: then the connection ends."""
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
        """Let go of all that belonged to it."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # uvicorn does so only after a connection that ended in order
        self._end_requests()
        self._request_is_there()
        self._is_taken()
        if self._address is not None:
            self._occupancy.leave(self._address)
            self._address = None

    def eof_received(self) -> bool:  # type: ignore[override]  # uvicorn never keeps a connection
        """The client sends no more: half a request is refused, and a whole one is answered.

        The client of a live stream that has begun has left.
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
        """Parse it slice by slice: what comes of none of them is a header, or the like, without an end."""
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
            self._expect_request()  # an empty line before a request begins none

    def on_message_begin(self) -> None:
        """The first byte of a request came."""
        super().on_message_begin()
        self._has_begun = self._is_in_head = self._has_parsed = True
        self._head_bytes = 0
        self._expect_request()

    def on_url(self, url: bytes) -> None:
        """A part of the target came."""
        super().on_url(url)
        self._has_parsed = True
        if len(self.url) > TARGET_BYTES:
            self._stop_parsing(http_problem(414, f"path and query may have {TARGET_BYTES} bytes"))

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header came."""
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
        """The head is there: the request waits for those before it on this connection."""
        self._cycles = [cycle for cycle in self._cycles if not cycle.response_complete]
        if len(self._cycles) > AHEAD:
            raise ValueError(f"more than {AHEAD} requests ahead of their answers")
        upgrades = self.parser.should_upgrade()
        if upgrades and self._has_body():  # the parser would take the body for another request
            self._stop_parsing(http_problem(400, "a request with a body cannot ask for another protocol"))
        if self.parser.get_method() != b"HEAD":
            self.scope["extensions"] = {WRITE_NOW: self._write_now}  # type: ignore[dict-item]  # a value, not a dict
        super().on_headers_complete()
        self._is_in_head = False
        self._cycles.append(self.cycle)
        if upgrades:  # and what comes after it is in neither protocol
            self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        """A part of the body came."""
        self._has_parsed = True
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The whole request is there."""
        self._has_parsed, self._has_begun = True, False
        self._request_is_there()
        super().on_message_complete()

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing: a client may ask for another protocol, and gets HTTP/1.1."""

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP as every other refusal; what was sent is not cited."""
        del msg
        self._refuse(self._refusal or http_problem(400, "this is no request as HTTP/1.1 has them"))

    def pause_writing(self) -> None:
        """The client takes less than is sent: it has some time."""
        super().pause_writing()
        self._expect_taking()

    def resume_writing(self) -> None:
        """The client took enough, unless it is the last of a connection, which has to be taken whole."""
        super().resume_writing()
        if not self.transport.is_closing():
            self._is_taken()

    def on_response_complete(self) -> None:
        """The whole answer is written, though not taken."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._expect_taking()

    def timeout_keep_alive_handler(self) -> None:
        """No other request came."""
        self._close()

    def _write_now(self, part: bytes) -> bool:
        """Write a part of an answer without a length, unless the client is behind; whether it was written."""
        if self.flow.write_paused or self.transport.is_closing():
            return False
        self.transport.write(b"%x\r\n%b\r\n" % (len(part), part))
        return True

    def _close(self) -> None:
        """End the connection, once the client has taken what lies here for it."""
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
        """The request did not come in time; who has sent nothing at all needs no answer."""
        if self._has_begun:
            self._refuse(http_problem(408, f"a request has to be here after {REQUEST_SECONDS} seconds"))
        else:
            self._close()

    def _has_body(self) -> bool:
        """Whether the head says that a body comes."""
        return any(
            name == b"transfer-encoding" or (name == b"content-length" and int(value) > 0)
            for name, value in self.headers
        )

    def _may_answer(self) -> bool:
        """Whether the request that has begun is the next to be answered, and is not answered yet."""
        open_cycles = [cycle for cycle in self._cycles if not cycle.response_complete]
        if self._is_in_head or not self._has_begun:
            return not open_cycles
        return open_cycles == [self.cycle] and not self.cycle.response_started

    def _give_up(self) -> None:
        """End the connection at once; nothing more is written to it."""
        self._end_requests()
        end: socket.socket = self.transport.get_extra_info("socket")
        if end.fileno() >= 0:  # it may be closed, and the loop about to say so
            # Otherwise the kernel would keep what the client did not take, for minutes.
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
        self.transport.abort()

    def _end_requests(self) -> None:
        """Let every request know that nobody waits for its answer; uvicorn tells the last one only."""
        for cycle in self._cycles:
            cycle.disconnected = True
            cycle.message_event.set()

    def _stop_parsing(self, refusal: Problem) -> None:
        """Let the parser end with this refusal: it calls `send_400_response` for what is raised here."""
        self._refusal = refusal
        raise ValueError(refusal.detail)

    def _refuse(self, problem: Problem) -> None:
        """Answer what the application never sees, and end the connection.

        Where other answers come first there is only the end: the client would take this one for theirs.
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
