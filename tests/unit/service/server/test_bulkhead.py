"""The bulkhead: concurrent requests of one address."""

import asyncio

import pytest

from harness.loops import on_a_loop
from service.server.bulkhead import Bulkhead, TooManyAtOnce


class Request:
    """A request that runs until `end`."""

    def __init__(self, bulkhead: Bulkhead, who: str) -> None:
        self.runs, self._end = asyncio.Event(), asyncio.Event()
        self.task = asyncio.ensure_future(self._run(bulkhead, who))

    async def _run(self, bulkhead: Bulkhead, who: str) -> None:
        async with bulkhead.turn(who):
            self.runs.set()
            await self._end.wait()

    async def end(self) -> None:
        """End the request and wait for it."""
        self._end.set()
        await self.task


async def settled() -> None:
    """Run the loop until nothing is ready."""
    for _ in range(10):
        await asyncio.sleep(0)


@on_a_loop
async def test_requests_of_one_address_run_one_after_the_other() -> None:
    """They run in order; a request of another address runs at once."""
    bulkhead = Bulkhead()
    first, second, third = (Request(bulkhead, "a") for _ in range(3))
    other = Request(bulkhead, "b")
    await settled()
    assert [each.runs.is_set() for each in (first, second, third, other)] == [True, False, False, True]
    await first.end()
    await settled()
    assert [each.runs.is_set() for each in (second, third)] == [True, False]
    for each in (second, third, other):
        await each.end()


@on_a_loop
async def test_too_many_waiting_requests_are_refused() -> None:
    """One more than may wait is refused; another address is not affected."""
    bulkhead = Bulkhead(waiting=1)
    there = [Request(bulkhead, "a"), Request(bulkhead, "a"), Request(bulkhead, "b")]
    await settled()
    with pytest.raises(TooManyAtOnce):
        await Request(bulkhead, "a").task
    for each in there:
        await each.end()


@on_a_loop
async def test_a_turn_that_does_not_come_is_a_refusal() -> None:
    """The running request keeps its turn, and the next one gets it afterwards."""
    bulkhead = Bulkhead(patience=0.01)
    first = Request(bulkhead, "a")
    await settled()
    with pytest.raises(TooManyAtOnce):
        await Request(bulkhead, "a").task
    await first.end()
    again = Request(bulkhead, "a")
    await settled()
    assert again.runs.is_set()
    await again.end()


@on_a_loop
async def test_nothing_is_kept_of_an_address_without_requests() -> None:
    """Neither a response, an error nor a cancelled wait leaves an entry."""
    bulkhead = Bulkhead()
    for number in range(100):
        async with bulkhead.turn(str(number)):
            pass
    with pytest.raises(ZeroDivisionError):
        async with bulkhead.turn("a"):
            1 // 0  # noqa: B018
    first, waiting = Request(bulkhead, "a"), Request(bulkhead, "a")
    await settled()
    waiting.task.cancel()
    await first.end()
    await settled()
    assert len(bulkhead) == 0
