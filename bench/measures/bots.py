"""How long people wait for a bot, alone and while a crowd takes all the bots an address may have."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from threading import Event
from time import perf_counter, sleep
from typing import NamedTuple

import orjson

from bench.measures.crowd import GameOver, Seat, crowd, sit_down
from bench.processes import silence
from bench.rows import Row, p99
from bench.site import AS_SERVED, Site
from bench.tables import account
from bench.wire import Wire, new_address, request
from harness.games import seeded
from harness.programs.commands import PROGRAM, program_of
from harness.service import WHOLE, running_service

PEOPLE = 24
"""Each at an address of their own, so that they share no limit."""
THINKING_SECONDS = 5.0
"""How long a person thinks about a turn, on average: from no time to twice as long."""
LOOK_SECONDS = 0.1
PATIENCE_SECONDS = 300.0


class Wait(NamedTuple):
    """When a person began to wait for a bot, and for how long, in seconds."""

    begun: float
    seconds: float


def bots(_: Site, count: int) -> Iterator[Row]:
    """Beside tables where a script moves for a person as soon as it can."""
    yield _beside("bots", count, persons=True)


def alone(_: Site, count: int) -> Iterator[Row]:
    """Beside tables of bots alone."""
    yield _beside("alone", count, persons=False)


def _beside(name: str, count: int, *, persons: bool) -> Row:
    """The 99th percentile of the waits that begin while the crowd's games last.

    Its limit is that of those before, with nobody else there, until each person had so many. One worker, in a
    service of its own.
    """
    with ExitStack() as stack:
        with silence():
            served = running_service(WHOLE, program_of(PROGRAM), **AS_SERVED)
            port = stack.enter_context(served).port
        over, people = Event(), [Person(port, number) for number in range(PEOPLE)]
        pool = stack.enter_context(ThreadPoolExecutor(PEOPLE))
        stack.callback(over.set)
        play = [pool.submit(person.play, over) for person in people]
        watch(play, lambda: all(len(person.waits) >= count for person in people))
        opened = perf_counter()
        playing = stack.enter_context(crowd(port, persons=persons))
        begun = perf_counter()
        watch(play, lambda: not playing())
        ended = perf_counter()
        over.set()
        for played in play:
            played.result()
    waits = [wait for person in people for wait in person.waits]
    limit = p99([wait.seconds for wait in waits if wait.begun < opened])
    ours = p99([wait.seconds for wait in waits if begun <= wait.begun < ended])
    return Row.time(name, "ms, p99", ours * 1000, limit * 1000)


def watch(play: Sequence[Future[None]], done: Callable[[], bool]) -> None:
    """Wait until it is done, or until the play of one person failed."""
    while not done():
        for failed in filter(Future.done, play):
            failed.result()
        sleep(LOOK_SECONDS)


class Person:
    """Somebody who plays against one bot, game after game."""

    def __init__(self, port: int, number: int) -> None:
        self.waits: list[Wait] = []
        self._port = port
        self._address = new_address()
        self._random = seeded(number)

    def play(self, over: Event) -> None:
        """Play until it is over."""
        with self._wire() as wire:
            token = account(wire)
        while not over.is_set():
            with self._wire() as wire:
                seat = sit_down(wire, token, bots=1)
            with self._wire() as stream, suppress(GameOver):
                stream.open_stream(request("GET", f"{seat.path}/events", Accept="text/event-stream"))
                while not over.is_set():
                    self._turn(seat, stream)

    def _turn(self, seat: Seat, stream: Wire) -> None:
        """One turn, and the wait from the request of its move to the first event of the bot's answer."""
        with self._wire() as wire:
            offered = seat.turn(wire)
        if offered is None:
            sleep(LOOK_SECONDS)
            return
        if offered["moves"][0]["type"] != "choose":  # which follows at once
            sleep(self._random.uniform(0, 2 * THINKING_SECONDS))
        with self._wire() as wire:
            begun = perf_counter()
            state = orjson.loads(wire.expect(201, seat.move(offered, self._random)))
        if state["to_act"] and state["to_act"]["seat"] != 0:
            _read_until_bot(stream, state["version"])
            self.waits.append(Wait(begun, perf_counter() - begun))

    def _wire(self) -> Wire:
        """A connection of its own for each request: the server hangs up on who thinks for long."""
        return Wire(self._port, self._address, PATIENCE_SECONDS)


def _read_until_bot(stream: Wire, version: int) -> None:
    """Read events until one comes from a bot after this version."""
    for line in stream.lines():
        name, _, text = line.partition(b": ")
        event = orjson.loads(text) if name == b"data" else {}
        if event.get("cause") == "bot" and event["version"] > version:
            return
    raise ConnectionError("the stream ended before the bot's answer")
