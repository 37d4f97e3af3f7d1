"""Serves live streams on the event loop: a coroutine each, no thread."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from functools import partial

from replays.log.event_log import LogError
from service.live.stream import STILL_HERE, LiveStream

HEARTBEAT_SECONDS = 15.0
"""After how long a quiet stream says that it is alive, so that no proxy takes it for dead."""
CHECK_HEARTBEATS = 4
"""Every so many heartbeats a stream looks at the log, and whether its reader may still follow."""

log = logging.getLogger(__name__)

Write = Callable[[bytes], Awaitable[None]]


class Bell:
    """Wakes the coroutine of one stream: by news, by the end of its client, or by a heartbeat."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Wake it; from any thread."""
        self._loop.call_soon_threadsafe(self._rung.set)

    async def wait(self, seconds: float) -> bool:
        """Whether it was rung in time, now or since the last wait."""
        timer = self._loop.call_later(seconds, self._rung.set)
        begun = self._loop.time()
        await self._rung.wait()
        timer.cancel()
        self._rung.clear()
        return self._loop.time() - begun < seconds


async def serve(
    stream: LiveStream, write: Write, client_left: "asyncio.Future[None]", log_readers: Executor
) -> None:
    """Send the stream until it ends or its client leaves. What reads the log does so in `log_readers`."""
    loop = asyncio.get_running_loop()
    bell = Bell(loop)
    stream.follower.on_news = bell.ring
    client_left.add_done_callback(lambda _: bell.ring())
    ask = partial(loop.run_in_executor, log_readers)
    first, stream.first = stream.first, b""
    await write(first)
    quiet = 0
    try:
        while not stream.ended and not client_left.done():
            message = stream.take()
            if message is None:
                message = await ask(stream.recover)
            if not message and not await bell.wait(HEARTBEAT_SECONDS):
                quiet += 1
                message = STILL_HERE if quiet % CHECK_HEARTBEATS else await ask(stream.check)
            if message:
                await write(message)
    except LogError as error:
        # The client comes back by itself and says where it was.
        log.warning("a live stream ends: %s", error)
