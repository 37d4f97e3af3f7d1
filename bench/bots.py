"""How long a person waits for a bot, alone and beside a crowd that takes all the bots an address may have."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from itertools import chain, islice
from random import Random
from statistics import quantiles
from time import perf_counter, sleep

import orjson

from bench.crowd import GameOver, Seat, account, crowd, sit_down
from bench.rows import Row
from bench.site import AS_SERVED, Site, silence
from bench.wire import Wire, request
from tests.support.games import seeded
from tests.support.service import running_service

ADDRESS = "127.0.0.2"
"""Where the people are, who share no limit with the crowd; an address of every Linux machine."""
PEOPLE = 8
THINKING_SECONDS = 5.0
"""How long a person thinks about a turn, on average: from no time to twice as long."""
LOOK_SECONDS = 0.1
PATIENCE_SECONDS = 300.0


def bots(_: Site, count: int) -> Row:
    """Beside tables where a script moves for a person as soon as it can."""
    return _beside("bots", count, persons=True)


def alone(_: Site, count: int) -> Row:
    """Beside tables of bots alone."""
    return _beside("alone", count, persons=False)


def _beside(name: str, count: int, *, persons: bool) -> Row:
    """The 99th percentile of so many waits of each person; its limit is that with nobody else there.

    One worker, and the default settings with their limits, in a service of its own.
    """
    with ExitStack() as stack:
        with silence():
            port = stack.enter_context(running_service(**AS_SERVED, KINGDOMINO_LIMITS="on")).port
        with Wire(port, ADDRESS) as wire:
            people = [_Person(port, account(wire), seeded(seed)) for seed in range(PEOPLE)]
        limit = _p99(people, count)
        stack.enter_context(crowd(port, persons=persons))
        ours = _p99(people, count)
    return Row.time(name, "ms, p99", ours * 1000, limit * 1000)


def _p99(people: Sequence["_Person"], count: int) -> float:
    with ThreadPoolExecutor(len(people)) as pool:
        waits = pool.map(lambda person: list(islice(person.waits(), count)), people)
        return float(quantiles(chain.from_iterable(waits), n=100)[98])


class _Person:
    """Somebody who plays against one bot, game after game."""

    def __init__(self, port: int, token: str, random: Random) -> None:
        self._port = port
        self._token = token
        self._random = random

    def waits(self) -> Iterator[float]:
        """The seconds of each wait for the bot."""
        while True:
            with self._wire() as wire:
                seat = sit_down(wire, self._token, bots=1)
            with self._wire() as stream, suppress(GameOver):
                stream.open_stream(request("GET", f"{seat.path}/events", Accept="text/event-stream"))
                while True:
                    yield from self._turn(seat, stream)

    def _turn(self, seat: Seat, stream: Wire) -> Iterator[float]:
        """The wait of one turn, from the request of a move to the first event of the bot that answers it."""
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
            yield perf_counter() - begun

    def _wire(self) -> Wire:
        """A connection of its own for each request: the server hangs up on who thinks for long."""
        return Wire(self._port, ADDRESS, PATIENCE_SECONDS)


def _read_until_bot(stream: Wire, version: int) -> None:
    """Read events until one comes from a bot after this version."""
    for line in stream.lines():
        name, _, text = line.partition(b": ")
        event = orjson.loads(text) if name == b"data" else {}
        if event.get("cause") == "bot" and event["version"] > version:
            return
    raise ConnectionError("the stream ended before the bot's answer")
