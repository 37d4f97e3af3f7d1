"""Live streams on the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, cast

import pytest

from harness.loops import run
from replays.log.event_log import LogError, StoreAway
from service.application.live.stream import CHECK_SECONDS, STILL_HERE, LiveStream
from service.server import live_streams
from service.server.live_streams import WOKEN_AT_ONCE, Bells, serve


class Script:
    """A stream controlled by the test."""

    def __init__(self) -> None:
        self.follower = self
        self.on_news: Callable[[], None] = lambda: None
        self.first = b"first "
        self.ended = False
        self.asked: list[str] = []
        self.news: list[bytes | None] = []

    def say(self, *news: bytes | None) -> None:
        """Add news and notify."""
        self.news += news
        self.on_news()

    def take(self) -> bytes | None:
        """Return the next news."""
        return self.news.pop(0) if self.news else b""

    def recover(self) -> bytes:
        """Return the news from the log."""
        self.asked.append("recover")
        return b"recovered "

    def check(self) -> bytes:
        """Return the last message and end."""
        self.asked.append("check")
        self.ended = True
        return b"checked "


class Served:
    """A served stream; the client accepts writes at once if it `keeps_up`."""

    def __init__(self, script: Script, *, keeps_up: bool = True) -> None:
        self._keeps_up = keeps_up
        self.written = b""
        self.at_once: list[bytes] = []
        self.client_left: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        stream = cast("LiveStream", script)
        bells, readers = Bells(asyncio.get_running_loop()), ThreadPoolExecutor(1)
        self.task = asyncio.ensure_future(
            serve(stream, self._write, self._write_now, self.client_left, bells, readers)
        )

    async def has(self, words: bytes, *, at_least: bool = False) -> None:
        """Wait until exactly this was written, or at least this."""
        async with asyncio.timeout(10):
            while not (self.written.startswith(words) if at_least else self.written == words):
                await asyncio.sleep(0.001)

    async def _write(self, message: bytes) -> None:
        self.written += message

    def _write_now(self, message: bytes) -> bool:
        if self._keeps_up:
            self.written += message
            self.at_once.append(message)
        return self._keeps_up


def clock_of(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds, to be changed, by which the clock of the running loop is ahead."""
    loop, past = asyncio.get_running_loop(), [0.0]
    clock = loop.time
    monkeypatch.setattr(loop, "time", lambda: clock() + past[0])
    return past


@pytest.mark.parametrize("keeps_up", [True, False])
def test_what_happens_is_written_when_it_happens(*, keeps_up: bool) -> None:
    """News, recovered events and the end are written; directly from the callback if the client keeps up."""

    async def follow() -> None:
        script = Script()
        served = Served(script, keeps_up=keeps_up)
        await served.has(b"first ")
        script.say(b"one ")
        await served.has(b"first one ")
        assert served.at_once == ([b"one "] if keeps_up else [])
        script.say(None, b"two ")
        await served.has(b"first one recovered two ")
        script.ended = True
        script.on_news()
        await asyncio.wait_for(served.task, 10)
        assert script.asked == ["recover"]

    run(follow())


def test_the_last_message_ends_the_stream() -> None:
    """The stream also ends if that message was written directly."""

    class Last(Script):
        def take(self) -> bytes | None:
            message = super().take()
            self.ended = bool(message)
            return message

    async def follow() -> None:
        script = Last()
        served = Served(script)
        await served.has(b"first ")
        script.say(b"last ")
        await asyncio.wait_for(served.task, 10)
        assert served.written == b"first last "

    run(follow())


def test_a_client_that_leaves_ends_its_stream() -> None:
    """Nothing more is written."""

    async def leave() -> None:
        served = Served(Script())
        await served.has(b"first ")
        served.client_left.set_result(None)
        await asyncio.wait_for(served.task, 10)

    run(leave())


@pytest.mark.parametrize("keeps_up", [True, False])
def test_a_quiet_stream_says_that_it_lives(monkeypatch: pytest.MonkeyPatch, *, keeps_up: bool) -> None:
    """Heartbeats are written directly if the client keeps up; when it is due, the log is checked."""
    monkeypatch.setattr(live_streams, "HEARTBEAT_SECONDS", 0.01)

    async def listen() -> None:
        past = clock_of(monkeypatch)
        served = Served(Script(), keeps_up=keeps_up)
        await served.has(b"first " + 3 * STILL_HERE, at_least=True)
        assert served.at_once[:3] == ([STILL_HERE] * 3 if keeps_up else [])
        past[0] = CHECK_SECONDS
        await asyncio.wait_for(served.task, 10)
        assert served.written.removesuffix(b"checked ").endswith(STILL_HERE)

    run(listen())


@pytest.mark.parametrize("keeps_up", [True, False])
def test_a_busy_stream_is_checked_too(monkeypatch: pytest.MonkeyPatch, *, keeps_up: bool) -> None:
    """However often it has news, the log is checked when it is due: by its timer, or between two writes."""
    monkeypatch.setattr(live_streams, "HEARTBEAT_SECONDS", 5)

    async def talk() -> None:
        past, script = clock_of(monkeypatch), Script()
        served = Served(script, keeps_up=keeps_up)
        await served.has(b"first ")
        while "check" not in script.asked:
            past[0] += 0.01
            script.say(b"news ")
            await asyncio.sleep(0)
            if past[0] > CHECK_SECONDS:
                await asyncio.sleep(0.001)
        await asyncio.wait_for(served.task, 10)
        assert STILL_HERE not in served.written
        assert served.written.endswith(b"checked ")

    run(talk())


def test_a_stream_that_speaks_gives_no_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each message restarts the heartbeat interval."""
    monkeypatch.setattr(live_streams, "HEARTBEAT_SECONDS", 20.0)

    async def listen() -> None:
        past, script = clock_of(monkeypatch), Script()
        served = Served(script)
        await served.has(b"first ")
        waiting = cast("Any", script.on_news).args[0].__self__
        past[0] = 30.0
        script.say(b"one ")
        await served.has(b"first one ")
        past[0] = 40.0
        waiting._look()
        await asyncio.sleep(0.01)
        assert served.written == b"first one "
        past[0] = 55.0
        waiting._look()
        await served.has(b"first one " + STILL_HERE)
        served.client_left.set_result(None)
        await served.task

    run(listen())


@pytest.mark.parametrize(
    ("fault", "told"), [(StoreAway("gone"), []), (LogError("torn"), ["a live stream ends: torn"])]
)
def test_a_log_that_cannot_be_read_ends_the_stream(
    caplog: pytest.LogCaptureFixture, fault: LogError, told: list[str]
) -> None:
    """The client reconnects with its position. A fault is logged here; an outage is told by the hub, once."""

    class Away(Script):
        seen = ()

        def recover(self) -> Any:
            raise fault

    async def follow() -> None:
        script = Away()
        served = Served(script)
        script.say(None)
        await asyncio.wait_for(served.task, 10)

    run(follow())
    assert [record.message for record in caplog.records] == told


def test_many_are_woken_in_turns() -> None:
    """All are woken from another thread, in batches between which the loop runs other tasks."""

    async def wake() -> None:
        loop = asyncio.get_running_loop()
        bells, waiting = Bells(loop), [asyncio.Event() for _ in range(3 * WOKEN_AT_ONCE)]

        def ring() -> None:
            for each in waiting:
                bells.ring(each.set)

        ringing, turns = loop.run_in_executor(None, ring), [0]
        while not waiting[-1].is_set():
            await asyncio.sleep(0)
            turns.append(sum(each.is_set() for each in waiting))
        assert max(later - earlier for earlier, later in pairwise(turns)) <= WOKEN_AT_ONCE
        assert turns[-1] == len(waiting)
        await ringing

    run(wake())
