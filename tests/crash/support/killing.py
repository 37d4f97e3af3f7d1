"""Plays a correspondence game to its score while the processes that do its steps are killed, `kill -9`."""

from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Any, NoReturn

import pytest

from harness.jobs.dying import POINTS, die_at, dies
from harness.play.company import PLANNER, Company, check_whole
from harness.store.server import Server
from replays.commands.duties import Duties
from replays.log.event_log import StoreAway
from replays.match.aggregate import Status
from replays.match.deciding.outages import due_outages

DUTIES = ("plan", "bot", "outage", "time-out", "score")
"""The duties of a worker."""

ALL = 2**31
"""More steps than a game has."""

Killed = Counter[Any]
"""The number of kills by the duty and the point of its step, and of relays."""


def relays_and_workers(company: Company, url: str, most: int) -> Killed:
    """Kill relays and workers before and after each step, `most` times for each duty and point."""
    killed: Killed = Counter()

    def advance() -> None:
        duty = due(company)
        if duty is None or killed[duty, "after"] >= most:
            company.site.relay.relay(block_ms=0)
            company.sweep()
            company.site.work()
            return
        for point in POINTS:
            killed["relay"] += dies(partial(relay, url, company.now, point))
        company.sweep()
        for point in POINTS:
            before = company.match.head
            killed[duty, point] += dies(partial(work, url, company.now, point))
            assert (company.match.head == before) == (point == "before")
            company.sweep()

    company.play(advance)
    check_whole(company)
    return killed


def stores(company: Company, server: Server, most: int) -> Killed:
    """Kill the store before and after each append, `most` times for each duty and point."""
    killed: Killed = Counter()
    duties = Duties(company.tables, company.attendance, company.planning, lambda: 0.0)

    def do() -> None:
        match = company.match
        (company.tables.settle if match.status is Status.FINISHED else duties.do)(match.id)

    def advance() -> None:
        while duty := due(company):
            point = "after" if killed[duty, "before"] > killed[duty, "after"] else "before"
            if killed[duty, point] >= most:
                do()
                continue
            before = company.match.head
            kill_at_append(company, server, point, do)
            killed[duty, point] += 1
            assert (company.match.head == before) == (point == "before")

    company.play(advance)
    check_whole(company)
    return killed


def due(company: Company) -> str | None:
    """The duty that is due for a worker now; None for none."""
    match, now = company.match, company.now
    if match.status is Status.FINISHED:
        return "score"
    if match.mover is None:
        return None
    if match.policy_of(match.mover) is not None:
        return "bot"
    if match.mover == PLANNER:
        return "plan"
    if due_outages(match, now, company.life.read().outages):
        return "outage"
    return "time-out" if match.deadline is not None and now >= match.deadline else None


def relay(url: str, now: int, point: str) -> None:
    """Relay the new entries, and die at the enqueueing."""
    with ExitStack() as stack:
        site = Company(url, stack, now).site
        die_at(site.queue.rq, "enqueue_many", point)
        site.relay.take_over()
        site.relay.relay(block_ms=0)


def work(url: str, now: int, point: str) -> None:
    """Do the jobs, and die at the first append."""
    with ExitStack() as stack:
        site = Company(url, stack, now).site
        die_at(site.log, "append", point)
        site.work()


def kill_at_append(company: Company, server: Server, point: str, do: Callable[[], object]) -> None:
    """Kill the store before an append or after its acknowledgement, and restart it."""
    log = company.site.log
    append = log.append

    def append_and_kill(*change: Any) -> NoReturn:
        del log.__dict__["append"]
        if point == "after":
            append(*change)
        server.kill()
        raise StoreAway(point)

    log.__dict__["append"] = append_and_kill
    with pytest.raises(StoreAway):
        do()
    server.restart()
