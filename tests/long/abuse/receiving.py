"""Attacks on the event loop, which receives requests before any limit by address or account counts them.

Each runs in its own process and counts the statuses of the responses.
"""

import re
import socket
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic

from harness.wire.hostile_requests import HOSTILE, Hostile
from tests.long.abuse.client import Tally, Target

TIMEOUT_SECONDS = 15.0
STATUS = re.compile(rb"HTTP/1\.1 (\d{3})")


def receiving(name: str, target: Target) -> Counter[str]:
    """Send these hostile requests, and again on a new connection as soon as one ends."""
    hostile, tally = HOSTILE[name], Tally()
    hostile.writes()  # some are made once
    until = monotonic() + target.seconds

    def send(_: int) -> None:
        while monotonic() < until:
            try:
                received = _exchange(target, hostile, tally)
            except OSError as fault:
                tally.note(type(fault).__name__)
            else:
                for status in STATUS.findall(received) or [b"no response"]:
                    tally.note(status.decode())

    with ThreadPoolExecutor(hostile.connections) as pool:
        list(pool.map(send, range(hostile.connections)))
    return tally.counts


def _exchange(target: Target, hostile: Hostile, tally: Tally) -> bytes:
    """Send on one connection, and return all that is received until the service closes it."""
    with socket.create_connection(
        ("127.0.0.1", target.port), TIMEOUT_SECONDS, source_address=(target.address, 0)
    ) as raw:
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            for part in hostile.writes():
                raw.sendall(part)
            raw.shutdown(socket.SHUT_WR)
        except OSError:
            tally.note("closed early")
        return b"".join(iter(partial(raw.recv, 2**16), b""))
