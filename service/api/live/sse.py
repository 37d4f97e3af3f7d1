"""Server-sent events (HTML Living Standard, 9.2): what all live streams have in common."""

from collections.abc import Callable

from flask import Response

from service.live.stream import LiveStream

SSE = "text/event-stream"
WELCOME = b": welcome\n\n"
RESET = b"event: reset\ndata: {}\n\n"
"""What came before does not count any more: ask again for the whole."""


def send_stream(stream: LiveStream, opening: bytes = WELCOME, now: Callable[[], bytes] = bytes) -> Response:
    """The stream: this opening, what is in the log, and what happens from then on, which the server sends.

    `now` gives how things are, after the opening; it may ask the store.
    """
    try:
        stream.open(opening + now())
    except BaseException:
        stream.close()
        raise
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return Response(stream, headers=headers, content_type=SSE, direct_passthrough=True)
