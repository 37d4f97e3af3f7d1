"""Serves live streams on the event loop: one coroutine for each, no threads.

Thousands may watch one game. So messages for a waiting stream and heartbeats are written without resuming
its coroutine, which would take several times as long.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from functools import partial

from replays.log.event_log import LogError
from replays.store.outages import is_store_outage
from service.application.live.stream import CHECK_SECONDS, HEARTBEAT_SECONDS, STILL_HERE, LiveStream

WOKEN_AT_ONCE = 32
"""The number of streams that are woken, some milliseconds of work, before the loop serves requests again."""

log = logging.getLogger(__name__)

Write = Callable[[bytes], Awaitable[None]]
WriteNow = Callable[[bytes], bool]
"""Writes immediately; returns False, and writes nothing, if the client is behind in reading."""


class Bells:
    """Wakes streams from other threads, a batch at a time, so that the loop serves requests in between."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._rung: deque[Callable[[], None]] = deque()
        self._is_ringing = False

    def ring(self, wake: Callable[[], None]) -> None:
        """Have the loop call `wake` soon; callable from any thread."""
        self._rung.append(wake)
        if not self._is_ringing:
            self._is_ringing = True
            self._loop.call_soon_threadsafe(self._wake_some)

    def _wake_some(self) -> None:
        self._is_ringing = False
        for _ in range(min(WOKEN_AT_ONCE, len(self._rung))):
            self._rung.popleft()()
        if self._rung and not self._is_ringing:
            self._is_ringing = True
            self._loop.call_soon(self._wake_some)


class StreamWaiter:
    """Waits for a stream's messages; writes them and heartbeats immediately while the client keeps up."""

    def __init__(self, stream: LiveStream, write_now: WriteNow) -> None:
        self._stream = stream
        self._write_now = write_now
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[bytes | None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._written_at = 0.0
        self._check_at = self._loop.time() + CHECK_SECONDS

    async def next(self) -> bytes | None:
        """Wait for the next unwritten message; None if the log has to be read first.

        Empty if the log is due for a check (`CHECK_SECONDS`) or the stream has ended.
        """
        if self._is_due():
            return b""
        message = self._stream.take()
        if message != b"":
            return message
        self._over = self._loop.create_future()
        self._written_at = self._loop.time()
        self._timer = self._loop.call_later(HEARTBEAT_SECONDS, self._look)
        try:
            return await self._over
        finally:
            self._over = None
            self._timer.cancel()

    def checks(self) -> None:
        """Begin the time until the next check."""
        self._check_at = self._loop.time() + CHECK_SECONDS

    def wake(self) -> None:
        """Handle news of the stream, or its end."""
        if self._over is None or self._over.done():
            return
        message = self._stream.take()
        if message and self._write_now(message):
            message, self._written_at = b"", self._loop.time()
        if message != b"" or self._stream.ended:
            self._over.set_result(message)

    def end(self) -> None:
        """End the current wait with an empty message."""
        if self._over is not None and not self._over.done():
            self._over.set_result(b"")

    def _is_due(self) -> bool:
        return self._loop.time() >= self._check_at

    def _look(self) -> None:
        if self._is_due():
            self.end()
            return
        rest = self._written_at + HEARTBEAT_SECONDS - self._loop.time()
        if rest > 0:
            self._timer = self._loop.call_later(rest, self._look)
            return
        if self._write_now(STILL_HERE):
            self._written_at = self._loop.time()
            self._timer = self._loop.call_later(HEARTBEAT_SECONDS, self._look)
        elif self._over is not None and not self._over.done():
            self._over.set_result(STILL_HERE)


async def serve(  # noqa: PLR0913, PLR0917 - two ways to write, and what all streams of the loop share
    stream: LiveStream,
    write: Write,
    write_now: WriteNow,
    client_left: "asyncio.Future[None]",
    bells: Bells,
    log_readers: Executor,
) -> None:
    """Send the stream until it ends or its client leaves. The log is read in the threads of `log_readers`."""
    waiting = StreamWaiter(stream, write_now)
    stream.follower.on_news = partial(bells.ring, waiting.wake)
    client_left.add_done_callback(lambda _: waiting.end())
    ask = partial(asyncio.get_running_loop().run_in_executor, log_readers)
    first, stream.first = stream.first, b""
    await write(first)
    try:
        while not stream.ended and not client_left.done():
            message = await waiting.next()
            if message is None:
                message = await ask(stream.recover)
            elif not message and not stream.ended and not client_left.done():
                waiting.checks()
                message = await ask(stream.check)
            if message:
                await write(message)
    except LogError as error:
        # The client reconnects by itself and sends its last position. The hub reports an outage.
        if not is_store_outage(error):
            log.warning("a live stream ends: %s", error, extra=_game_of(stream))


def _game_of(stream: LiveStream) -> dict[str, str]:
    """The field of a log record with the game of a stream; empty for a stream of several."""
    games = list(stream.follower.seen)
    return {"game": games[0]} if len(games) == 1 else {}
