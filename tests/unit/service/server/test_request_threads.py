"""Calls in threads, awaited on a loop."""

import asyncio
import threading

import pytest

from harness.loops import on_a_loop
from service.server.request_threads import RequestThreads


@on_a_loop
async def test_results_and_exceptions_arrive_where_the_call_is_awaited() -> None:
    """The function runs in another thread."""
    threads = RequestThreads(1)
    assert await threads.call(threading.get_ident) != threading.get_ident()
    with pytest.raises(ZeroDivisionError):
        await threads.call(divmod, 1, 0)
    assert await threads.call(divmod, 7, 2) == (3, 1)
    threads.close()


@on_a_loop
async def test_threads_are_started_up_to_the_limit_only() -> None:
    """Calls one after the other share a thread; of three at once, one waits."""
    threads, meeting = RequestThreads(2), threading.Barrier(2, timeout=10)
    assert len({await threads.call(threading.get_ident) for _ in range(5)}) == 1

    def meet() -> int:
        meeting.wait()
        return threading.get_ident()

    assert len(set(await asyncio.gather(*(threads.call(meet) for _ in range(4))))) == 2
    threads.close()


@on_a_loop
async def test_a_cancelled_call_leaves_its_thread_to_others() -> None:
    """Its result is dropped."""
    threads, held = RequestThreads(1), threading.Event()
    first = threads.call(held.wait, 10)
    first.cancel()
    held.set()
    assert await asyncio.gather(*(threads.call(divmod, number, 2) for number in range(3)))
    threads.close()


@on_a_loop
async def test_nothing_begins_after_the_end() -> None:
    """The running call ends; the waiting one is not made, and the thread is gone."""
    threads, held, calls = RequestThreads(1), threading.Event(), list[int]()
    running, waiting = threads.call(held.wait, 10), threads.call(calls.append, 1)
    threads.close()
    held.set()
    assert await running
    assert not calls
    assert not waiting.done()
