"""Threads that call functions for coroutines, with one hand-over each way.

`loop.run_in_executor` makes two futures for each call and takes some ten locks. Here only the loop counts the
running calls, so neither side takes any.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

Result = asyncio.Future[Any]


class RequestThreads:
    """At most `most` threads, started when they are needed, which die with the process; for one loop."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._threads: list[Thread] = []
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._running = 0

    def call(self, function: Callable[..., Any], *arguments: Any) -> Result:
        """Call the function in a thread; the future has its result or exception."""
        result = asyncio.get_running_loop().create_future()
        self._running += 1
        self._calls.put(partial(self._call, result, function, arguments))
        if len(self._threads) < min(self._running, self._most):
            self._threads.append(Thread(target=self._work, daemon=True))
            self._threads[-1].start()
        return result

    def close(self) -> None:
        """Start no further call, and end the threads after the running ones, which are not awaited."""
        with suppress(Empty):
            while True:
                self._calls.get_nowait()
        for _ in self._threads:
            self._calls.put(None)

    def _work(self) -> None:
        while call := self._calls.get():
            call()
            del call  # else its arguments would be kept until the next one

    def _call(self, result: Result, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        try:
            settle: Callable[[], None] = partial(result.set_result, function(*arguments))
        except BaseException as error:  # noqa: BLE001 - raised where the result is awaited
            settle = partial(result.set_exception, error)
        with suppress(RuntimeError):  # the loop is closed
            result.get_loop().call_soon_threadsafe(self._report, result, settle)

    def _report(self, result: Result, settle: Callable[[], None]) -> None:
        self._running -= 1
        if not result.done():  # else nobody waits for it any more
            settle()
