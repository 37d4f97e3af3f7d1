"""Server-sent events (HTML Living Standard, 9.2): what all live streams have in common.

A stream looks now and then whether its client is still there, since its place is one of few, and says that it
is alive itself, so that no proxy takes it for dead.
"""

import logging
import socket
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

from flask import Response, request

from replays.log.event_log import LogError

SSE = "text/event-stream"
WELCOME = b": welcome\n\n"
RESET = b"event: reset\ndata: {}\n\n"
"""What came before does not count any more: ask again for the whole."""
STILL_HERE = b": still here\n\n"
LOOK_SECONDS = 1.0
"""How often a quiet stream looks whether its client is still there."""
HEARTBEAT_LOOKS = 15
"""After how many looks a quiet stream says that it is alive."""

log = logging.getLogger(__name__)

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Source(Protocol[T_co]):
    """Where a stream's batches come from."""

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""

    def wait(self, seconds: float) -> Sequence[T_co]:
        """The next batch; empty when none came in time."""


def batches(source: Source[T], client: socket.socket | None) -> Iterator[Sequence[T] | None]:
    """What comes, until the source ends or the client leaves; None when it is time for a sign of life."""
    quiet = 0
    while not source.ended:
        batch = source.wait(LOOK_SECONDS)
        quiet = 0 if batch else quiet + 1
        if batch:
            yield batch
        elif has_left(client):
            return
        elif quiet == HEARTBEAT_LOOKS:
            quiet = 0
            yield None


def asking_client() -> socket.socket | None:
    """The connection of the present request, where the server gives it away."""
    client: socket.socket | None = request.environ.get("gunicorn.socket")
    return client


def has_left(client: socket.socket | None) -> bool:
    """Whether the client has closed the connection, so that its place is free for another."""
    if client is None:
        return False
    try:
        return client.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def send_stream(messages: Iterator[bytes], close: Callable[[], None]) -> Response:
    """The messages as they come; `close` is called when the stream ends, however it does."""
    stream = Response(_until_away(messages, request.path), content_type=SSE)
    stream.call_on_close(close)
    stream.headers.update({"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})
    return stream


def _until_away(messages: Iterator[bytes], path: str) -> Iterator[bytes]:
    try:
        yield from messages
    except LogError as error:
        # The client comes back by itself and says where it was.
        log.warning("a live stream at %s ends: %s", path, error)
