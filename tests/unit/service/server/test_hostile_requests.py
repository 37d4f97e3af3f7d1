"""Requests that are expensive to receive delay no other address: counted in steps, without time."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from harness.loops import run
from harness.wire.hostile_requests import HOSTILE
from harness.wire.transport import Wire
from service.server.connection import AHEAD, Connection
from service.server.inbox import SLICE_BYTES
from service.server.intake import BURST_STEPS, REQUEST_STEPS, Intake
from service.server.occupancy import Occupancy

ATTACKER, INNOCENT = "192.0.2.1", "192.0.2.2"
ASKED = b"GET /rules HTTP/1.1\r\nHost: localhost\r\n\r\n"
TURN, BURST = 500, 25_000
"""The steps that an address may take in an iteration, and at once after it was quiet (ADR 42)."""
MOST_OF_A_SLICE = SLICE_BYTES // 5 + 1000
"""More than the steps of a slice without whole requests: a part has five bytes at least."""
MOST_OF_REQUESTS = 2 * AHEAD * REQUEST_STEPS
"""More than the steps of any slice."""
ITERATIONS = 100
FIRST_BYTES = 2**18
"""What a socket gives at once."""


class Counted(Intake):
    """An intake that counts the steps of the attacker."""

    def __init__(self) -> None:
        super().__init__(is_limited=True)
        self.left = BURST_STEPS

    def taken(self) -> float:
        """The steps that the attacker took since the last question."""
        before, self.left = self.left, self.share(ATTACKER)._credit
        return before - self.left


class Server:
    """Connections to an application that responds to each request at once, with its path."""

    def __init__(self) -> None:
        self.intake = Counted()
        self._config = uvicorn.Config(self._answer, log_config=None, interface="asgi3", lifespan="off")
        self._config.load()
        self._occupancy = Occupancy(1000, 1000)

    def connected(self, address: str) -> tuple[Connection, Wire]:
        """A new connection from this address."""
        wire = Wire(address)
        connection = Connection(
            self._config, ServerState(), {}, occupancy=self._occupancy, intake=self.intake
        )
        connection.connection_made(wire)
        return connection, wire

    @staticmethod
    async def _answer(scope: Any, receive: Any, send: Any) -> None:
        more = True
        while more:
            more = (await receive()).get("more_body", False)
        path = scope["raw_path"]
        headers = [(b"content-length", b"%d" % len(path))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": path})


def pieces(writes: Iterable[bytes]) -> list[bytes]:
    """What a server reads first of these writes: each alone, if they are small."""
    first = list(islice(writes, 300))
    return first if len(first) > 1 else [part[:FIRST_BYTES] for part in first]


async def attacked(name: str) -> tuple[list[float], list[int]]:
    """The attacker's steps in each iteration of the loop, and the iterations until each innocent answer."""
    asyncio.get_running_loop().time = lambda: 0.0  # type: ignore[method-assign]  # so no step is earned
    server, hostile = Server(), HOSTILE[name]
    held = [(server.connected(ATTACKER), pieces(hostile.writes())) for _ in range(hostile.connections)]
    steps: list[float] = []
    waits: list[int] = []
    innocent = Wire(INNOCENT)
    for number in range(ITERATIONS):
        for (connection, wire), parts in held:
            if parts and not (wire.is_paused or wire.is_closed):
                connection.data_received(parts.pop(0))
        if number % 20 == 0:
            asking, innocent = server.connected(INNOCENT)
            asking.data_received(ASKED)
            waits.append(0)
        await asyncio.sleep(0)
        steps.append(server.intake.taken())
        if not innocent.written:
            waits[-1] += 1
    return steps, waits


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_an_attacker_takes_few_steps_at_a_time_and_delays_nobody(name: str) -> None:
    """Its steps are limited in each iteration and in total; an innocent request is answered at once."""
    steps, waits = run(attacked(name))
    slice_steps = MOST_OF_REQUESTS if name == "pipelines" else MOST_OF_A_SLICE
    assert max(steps) < 2 * (TURN + slice_steps)  # the first iteration has a turn more
    assert sum(steps) < BURST + slice_steps
    assert len(waits) == ITERATIONS // 20
    assert max(waits) <= 2


def received(*parts: bytes) -> bytes:
    """All that the server writes for these parts, each received alone, until it has nothing more to do."""

    async def receive() -> bytes:
        connection, wire = Server().connected(INNOCENT)
        for part in parts:
            connection.data_received(part)
            for _ in range(ITERATIONS):
                await asyncio.sleep(0)
        with suppress(AttributeError):
            connection.eof_received()
        return wire.written

    return run(receive())


def test_pipelined_requests_of_several_slices_are_answered_in_their_order() -> None:
    """A request that is parsed while another one waits for its answer does not overtake it."""
    paths = [b"/%d" % number for number in range(60)]
    head = b"GET %b HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 1000 + b"\r\n\r\n"
    answers = received(b"".join(head % path for path in paths)).split(b"HTTP/1.1 200 OK")[1:]
    assert [answer.rpartition(b"\r\n")[2] for answer in answers] == paths


@pytest.mark.parametrize(
    "body",
    [b"1\r\nx\r\n" * 10_000, b"1;" + b"x" * 40_000 + b"\r\nx\r\n", (b"1;" + b"x" * 100 + b"\r\nx\r\n") * 300],
    ids=["chunks of one byte", "one long extension", "many extensions"],
)
@pytest.mark.parametrize("expect", [b"", b"Expect: 100-continue\r\n"])
def test_a_body_of_mostly_framing_is_refused(body: bytes, expect: bytes) -> None:
    """The refusal is the only response, and says what would be right."""
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\n" + expect + b"Transfer-Encoding: chunked\r\n\r\n"
    answer = received(head + body)
    assert answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 431 ", b"HTTP/1.1 100 "))
    assert answer.count(b"application/problem+json") == 1
    assert b"HTTP/1.1 200" not in answer


def test_chunks_that_carry_something_are_taken() -> None:
    """A program that sends a body of 20 KB in chunks of ten bytes is served."""
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert received(head + b"a\r\n0123456789\r\n" * 2000 + b"0\r\n\r\n").startswith(b"HTTP/1.1 200")
