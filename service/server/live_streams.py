"""Serves live streams on the event loop: a coroutine each, no thread."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from functools import partial

from replays.log.event_log import LogError
from service.live.stream import HEARTBEAT_SECONDS, STILL_HERE, LiveStream

CHECK_HEARTBEATS = 4
"""Every so many heartbeats a stream looks at the log, and whether its reader may still follow."""
WOKEN_AT_ONCE = 32
"""So many streams are woken, some milliseconds of work, before the loop looks for requests again."""

log = logging.getLogger(__name__)

Write = Callable[[bytes], Awaitable[None]]


class Bells:
    """Wakes streams from other threads: some at a time, so that the loop serves requests in between."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._rung: deque[asyncio.Event] = deque()
        self._is_ringing = False

    def ring(self, bell: asyncio.Event) -> None:
        """Set it soon; from any thread."""
        self._rung.append(bell)
        if not self._is_ringing:
            self._is_ringing = True
            self._loop.call_soon_threadsafe(self._wake_some)

    def _wake_some(self) -> None:
        self._is_ringing = False
        for _ in range(min(WOKEN_AT_ONCE, len(self._rung))):
            self._rung.popleft().set()
        if self._rung and not self._is_ringing:
            self._is_ringing = True
            self._loop.call_soon(self._wake_some)


async def rung(bell: asyncio.Event, seconds: float) -> bool:
    """Whether the bell is rung within this time, or was since the last look."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    timer = loop.call_later(seconds, bell.set)
    await bell.wait()
    timer.cancel()
    bell.clear()
    return loop.time() - begun < seconds


async def serve(
    stream: LiveStream, write: Write, client_left: "asyncio.Future[None]", bells: Bells, log_readers: Executor
) -> None:
    """Send the stream until it ends or its client leaves. What reads the log does so in `log_readers`."""
    loop, bell = asyncio.get_running_loop(), asyncio.Event()
    stream.follower.on_news = partial(bells.ring, bell)
    client_left.add_done_callback(lambda _: bell.set())
    ask = partial(loop.run_in_executor, log_readers)
    first, stream.first = stream.first, b""
    await write(first)
    quiet = 0
    try:
        while not stream.ended and not client_left.done():
            message = stream.take()
            if message is None:
                message = await ask(stream.recover)
            if not message and not await rung(bell, HEARTBEAT_SECONDS):
                quiet += 1
                message = STILL_HERE if quiet % CHECK_HEARTBEATS else await ask(stream.check)
            if message:
                await write(message)
    except LogError as error:
        # The client comes back by itself and says where it was.
        log.warning("a live stream ends: %s", error)
