"""Coroutines in tests: run in a thread with its own event loop, since the tests' thread has Playwright's."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run the coroutine and return its result; raises what it raises."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def on_a_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """The test, run on its own event loop."""

    def tested() -> None:
        run(test())

    tested.__doc__, tested.__name__ = test.__doc__, test.__name__
    return tested
