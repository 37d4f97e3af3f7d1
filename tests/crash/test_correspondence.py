"""Relays and workers die at every step of a correspondence game: everything happens exactly once."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import NoReturn

import pytest
from redis import Redis
from rq.queue import EnqueueData

from replays import keys
from replays.identity import PARTITIONS
from replays.log import Append, Appended, Repeated
from tests.support.company import Company, check_whole
from tests.support.site import Site, site

__all__ = ["site"]


@pytest.fixture
def company(site: Site, store_url: str) -> Iterator[Company]:
    """Give a company at the table, whose game has just begun."""
    del site  # it empties the server, and puts the signals back
    with ExitStack() as stack:
        here = Company(store_url, stack)
        here.begin()
        yield here


def test_four_play_to_the_score(company: Company) -> None:
    """One by plan, one by hand, a bot, and one who is late again and again; through feeds and sweeps."""

    def advance() -> None:
        company.site.relay.relay(block_ms=0)
        company.sweep()
        company.site.work()

    company.play(advance)
    check_whole(company)


def test_jobs_that_are_run_twice_do_everything_once(company: Company) -> None:
    """Each is enqueued three times, also when nothing is due."""

    def advance() -> None:
        for _ in range(3):
            company.site.relay.take_over()
            company.site.relay.relay(block_ms=0)
            company.sweep()
        company.site.work()

    company.play(advance)
    check_whole(company)


def test_lost_feeds_and_jobs_are_found_by_the_sweepers(company: Company, store: Redis) -> None:
    """With all feeds deleted and the queue emptied before each step, the game still comes to its end."""

    def advance() -> None:
        company.site.relay.relay(block_ms=0)
        store.delete(*(keys.feed(number) for number in range(PARTITIONS)))
        company.site.rq.flushdb()
        company.sweep()
        company.site.work()

    company.play(advance)
    check_whole(company)


def test_relays_and_workers_killed_at_every_step(company: Company, store_url: str) -> None:
    """A relay before and after it passes on what is new, a worker before and after each append."""
    killed = {"append": 0, "enqueue": 0}

    def die_at(name: str, point: str) -> None:
        killed[name] += dies(lambda: one_that_dies(store_url, company.now, name, point))

    def advance() -> None:
        for point in ("before", "after"):
            die_at("enqueue", point)
        company.sweep()
        for point in ("before", "after"):
            before = company.match.head
            die_at("append", point)
            assert point == "after" or company.match.head == before
            company.sweep()

    company.play(advance)
    check_whole(company)
    assert killed["append"] > 100
    assert killed["enqueue"] > 50


def dies(do: Callable[[], object]) -> bool:
    """Do this in a process of its own; whether it killed itself on the way."""
    pid = os.fork()
    if pid == 0:
        try:
            do()
        finally:
            os._exit(0)
    _, status = os.waitpid(pid, 0)
    return os.WIFSIGNALED(status)


def one_that_dies(url: str, now: int, name: str, point: str) -> None:
    """Pass on what is new and do all jobs, but die just before the first append or enqueue, or just after."""
    with ExitStack() as stack:
        here = Company(url, stack, now)
        site = here.site
        if name == "append":
            append = site.log.append

            def append_and_die(change: Append) -> Appended | Repeated:
                if point == "after":
                    append(change)
                die()

            site.log.__dict__["append"] = append_and_die
            site.work()
        else:
            enqueue = site.queue.rq.enqueue_many

            def enqueue_and_die(jobs: list[EnqueueData]) -> None:
                if point == "after":
                    enqueue(jobs)
                die()

            site.queue.rq.__dict__["enqueue_many"] = enqueue_and_die
            site.relay.take_over()
            site.relay.relay(block_ms=0)


def die() -> NoReturn:
    """Be killed, with no time for anything."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError
