"""Threads that call functions for coroutines, with one hand-over each way.

`loop.run_in_executor` makes two futures for each call and takes some ten locks. Here only the loop counts the
running calls, so neither side takes any.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

Call = tuple["asyncio.Future[Any]", Callable[..., Any], tuple[Any, ...]]


class RequestThreads:
    """At most `most` threads, started when they are needed, which die with the process; for one loop."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._threads: list[Thread] = []
        self._calls: SimpleQueue[Call | None] = SimpleQueue()
        self._running = 0

    def call(self, function: Callable[..., Any], *arguments: Any) -> "asyncio.Future[Any]":
        """Call the function in a thread; the future has its result or exception."""
        result = asyncio.get_running_loop().create_future()
        self._running += 1
        self._calls.put((result, function, arguments))
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
            result, function, arguments = call
            outcome = _outcome(function, arguments) if not result.cancelled() else None
            with suppress(RuntimeError):  # the loop is closed
                result.get_loop().call_soon_threadsafe(self._report, result, outcome)
            del call, result, function, arguments, outcome  # they would be kept until the next call

    def _report(self, result: "asyncio.Future[Any]", outcome: tuple[Any, BaseException | None]) -> None:
        self._running -= 1
        if result.done():  # nobody waits for it any more
            return
        value, error = outcome
        if error is None:
            result.set_result(value)
        else:
            result.set_exception(error)


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, BaseException | None]:
    """The result of the function, or its exception."""
    try:
        return function(*arguments), None
    except BaseException as error:  # noqa: BLE001 - raised where the result is awaited
        return None, error
