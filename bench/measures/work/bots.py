"""The time that people wait for a bot, alone and while a crowd uses all the bots that an address may have."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from threading import Event
from time import perf_counter, sleep
from typing import NamedTuple

import orjson

from bench.measures.work.crowd import GameOver, Seat, crowd, sit_down
from bench.rows import Row, p99
from bench.site import Site
from bench.tables import account
from bench.wire import Wire, new_address, request
from harness.games import seeded

PEOPLE = 24
"""The number of people; each has their own address, so that they share no limit."""
THINKING_SECONDS = 5.0
"""The mean time that a person thinks about a turn; it is uniform from 0 to twice this."""
LOOK_SECONDS = 0.1
PATIENCE_SECONDS = 300.0


class Wait(NamedTuple):
    """The time at which a person began to wait for a bot, and the length of the wait, in seconds."""

    begun: float
    seconds: float


def bots(site: Site, count: int) -> Iterator[Row]:
    """The wait beside tables where a script moves for a person as soon as it can."""
    yield _under_load(site, "bots", count, persons=True)


def alone(site: Site, count: int) -> Iterator[Row]:
    """The wait beside tables of bots alone."""
    yield _under_load(site, "alone", count, persons=False)


def _under_load(site: Site, name: str, count: int, *, persons: bool) -> Row:
    """The 99th percentile of the waits that begin while the crowd plays.

    Its limit is the 99th percentile before the crowd came, from at least `count` waits of each person. Runs
    in its own service with one worker.
    """
    with ExitStack() as stack:
        port = stack.enter_context(site.separate_service()).port
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
    """Wait until `done`, or until the play of one person fails."""
    while not done():
        for failed in filter(Future.done, play):
            failed.result()
        sleep(LOOK_SECONDS)


class Person:
    """A person who plays against one bot, game after game."""

    def __init__(self, port: int, number: int) -> None:
        self.waits: list[Wait] = []
        self._port = port
        self._address = new_address()
        self._random = seeded(number)

    def play(self, over: Event) -> None:
        """Play until `over` is set."""
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
        """Play one turn, and wait from the request of the move until the bot's first event."""
        with self._wire() as wire:
            offered = seat.turn(wire)
        if offered is None:
            sleep(LOOK_SECONDS)
            return
        if offered["moves"][0]["type"] != "choose":  # a choice follows immediately
            sleep(self._random.uniform(0, 2 * THINKING_SECONDS))
        with self._wire() as wire:
            begun = perf_counter()
            state = orjson.loads(wire.expect(201, seat.move(offered, self._random)))
        if state["to_act"] and state["to_act"]["seat"] != 0:
            _read_until_bot(stream, state["version"])
            self.waits.append(Wait(begun, perf_counter() - begun))

    def _wire(self) -> Wire:
        """A new connection for each request: the server closes idle connections while a person thinks."""
        return Wire(self._port, self._address, PATIENCE_SECONDS)


def _read_until_bot(stream: Wire, version: int) -> None:
    """Read events until one from a bot comes after this version."""
    for line in stream.lines():
        name, _, text = line.partition(b": ")
        event = orjson.loads(text) if name == b"data" else {}
        if event.get("cause") == "bot" and event["version"] > version:
            return
    raise ConnectionError("the stream ended before the bot's answer")
