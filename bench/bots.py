"""How long a person waits for a bot, alone and beside a crowd that takes all the bots an address may have."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from itertools import chain, islice
from random import Random
from statistics import quantiles
from time import perf_counter, sleep

import orjson

from bench.crowd import GameOver, Seat, crowd, sit_down
from bench.rows import Row
from bench.site import AS_SERVED, Site, silence
from bench.wire import Wire, request
from tests.support.games import seeded
from tests.support.service import running_service

ADDRESS = "127.0.0.2"
"""Where the people are, who share no limit with the crowd; an address of every Linux machine."""
PEOPLE = 8
THINKING_SECONDS = 2.0
"""How long a person thinks about a turn."""
LOOK_SECONDS = 0.1
PATIENCE_SECONDS = 300.0


def bots(_: Site, count: int) -> Row:
    """Beside tables where a script moves for a person as soon as it can."""
    return _beside("bots", count, persons=True)


def alone(_: Site, count: int) -> Row:
    """Beside tables of bots alone."""
    return _beside("bots-alone", count, persons=False)


def _beside(name: str, count: int, *, persons: bool) -> Row:
    """The 99th percentile of so many waits of each person; its limit is that with nobody else there.

    One worker, and the default settings with their limits, in a service of its own.
    """
    with ExitStack() as stack:
        with silence():
            port = stack.enter_context(running_service(**AS_SERVED, KINGDOMINO_LIMITS="on")).port
        limit = _p99(port, count)
        stack.enter_context(crowd(port, persons=persons))
        ours = _p99(port, count)
    return Row.time(name, "ms, p99", ours * 1000, limit * 1000)


def _p99(port: int, count: int) -> float:
    def waits(seed: int) -> list[float]:
        return list(islice(_waits(port, seeded(seed)), count))

    with ThreadPoolExecutor(PEOPLE) as pool:
        return quantiles(chain.from_iterable(pool.map(waits, range(PEOPLE))), n=100)[98]


def _waits(port: int, random: Random) -> Iterator[float]:
    """The seconds that one person waits for a bot, turn after turn and game after game."""
    while True:
        with Wire(port, ADDRESS) as wire:
            seat = sit_down(wire, bots=1)
        with Wire(port, ADDRESS, PATIENCE_SECONDS) as stream, suppress(GameOver):
            stream.open_stream(request("GET", f"{seat.path}/events", Accept="text/event-stream"))
            while True:
                yield from _turn(port, seat, stream, random)


def _turn(port: int, seat: Seat, stream: Wire, random: Random) -> Iterator[float]:
    """The wait of one turn, from the request of a move to the first event of the bot that answers it."""
    with Wire(port, ADDRESS) as wire:
        offered = seat.turn(wire)
    if offered is None:
        sleep(LOOK_SECONDS)
        return
    if offered["moves"][0]["type"] != "choose":  # which follows at once
        sleep(random.uniform(0, 2 * THINKING_SECONDS))
    with Wire(port, ADDRESS) as wire:
        begun = perf_counter()
        state = orjson.loads(wire.expect(201, seat.move(offered, random)))
    if state["to_act"] and state["to_act"]["seat"] != 0:
        _read_until_bot(stream, state["version"])
        yield perf_counter() - begun


def _read_until_bot(stream: Wire, version: int) -> None:
    """Read events until one comes from a bot after this version."""
    for line in stream.lines():
        name, _, text = line.partition(b": ")
        event = orjson.loads(text) if name == b"data" else {}
        if event.get("cause") == "bot" and event["version"] > version:
            return
    raise ConnectionError("the stream ended before the bot's answer")
