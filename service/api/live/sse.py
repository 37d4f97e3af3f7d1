"""Server-sent events (HTML Living Standard, 9.2): the common parts of all live streams."""

from collections.abc import Callable

from flask import Response

from service.application.live.stream import LiveStream

SSE = "text/event-stream"
WELCOME = b": welcome\n\n"
RESET = b"event: reset\ndata: {}\n\n"
"""Earlier messages are no longer valid: the client must fetch everything again."""


def send_stream(stream: LiveStream, opening: bytes = WELCOME, now: Callable[[], bytes] = bytes) -> Response:
    """The response with the stream: the opening, the events in the log, and then new events as they happen.

    `now` returns the current state, which is sent after the opening; it may read from the store.
    """
    try:
        stream.open(opening + now())
    except BaseException:
        stream.close()
        raise
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return Response(stream, headers=headers, content_type=SSE, direct_passthrough=True)
