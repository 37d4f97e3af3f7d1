"""Running processes, as the kernel lists them under /proc."""

import os
import secrets
import socket
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

LOWEST_PORT, HIGHEST_PORT = 10_000, 32_000
"""The range of server ports; outgoing connections use higher ones, in Linux from 32,768 on."""
SHARES = 8
"""The parts of the range: as many as there are processes of one run of the tests, at most."""

_numbers = count(secrets.randbelow(HIGHEST_PORT - LOWEST_PORT))


class Process(NamedTuple):
    """A living process: its id, its parent's id, and its arguments."""

    pid: int
    parent: int
    command: list[str]


def living() -> dict[int, Process]:
    """All processes by id, except zombies: ended processes that their parents have not collected."""
    found = (_read(folder) for folder in Path("/proc").iterdir() if folder.name.isdigit())
    return {process.pid: process for process in found if process}


def descendants(pid: int) -> dict[int, Process]:
    """All living processes that this one started, directly or indirectly, by id."""
    everything = living()
    family: dict[int, Process] = {}
    generation = {pid}
    while generation:
        children = {p.pid: p for p in everything.values() if p.parent in generation and p.pid not in family}
        family |= children
        generation = set(children)
    return family


def free_port() -> int:
    """A port that no process uses at the moment.

    It is outside the range for outgoing connections: the system could use a port of that range again before a
    server listens on it. For the same reason each process of a run of the tests has a share of the ports, and
    gives one of them again only after all others.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    shares = SHARES if worker else 1
    size = (HIGHEST_PORT - LOWEST_PORT) // shares
    first = LOWEST_PORT + int(worker or 0) % shares * size
    while True:
        port = first + next(_numbers) % size
        with socket.socket() as attempt, suppress(OSError):
            attempt.bind(("", port))
            return port


def _read(folder: Path) -> Process | None:
    try:
        # "pid (name) state parent …", where the name may itself contain blanks and brackets
        state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
        command = (folder / "cmdline").read_text().split("\0")
    except OSError:
        return None
    return None if state in "ZX" else Process(int(folder.name), int(parent), command)
