"""Relays, workers and stores die in a correspondence game: everything happens exactly once."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from redis import Redis

from harness.jobs.dying import POINTS
from harness.jobs.site import Site, site
from harness.play.company import Company, check_whole
from harness.store.server import running_server
from replays.encoding.identity import PARTITIONS
from replays.streams import keys
from tests.crash import killing

__all__ = ["site"]


@pytest.fixture
def company(site: Site, store_url: str) -> Iterator[Company]:
    """Give a company at the table, whose game has just begun."""
    del site  # it empties the server, and puts the signals back
    with ExitStack() as stack:
        here = Company(store_url, stack)
        here.begin()
        yield here


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


def test_relays_and_workers_are_killed(company: Company, store_url: str) -> None:
    """At the first steps of each kind; the long run has all of them."""
    killed = killing.relays_and_workers(company, store_url, most=2)
    assert set(killed) == {*((duty, point) for duty in killing.DUTIES for point in POINTS), "relay"}


def test_the_store_is_killed() -> None:
    """Just before and just after it is given a step of each kind: what it has acknowledged stands."""
    with running_server() as server, ExitStack() as stack:
        company = Company(server.url, stack)
        company.begin()
        killed = killing.stores(company, server, most=1)
    assert set(killed) == {(duty, point) for duty in killing.DUTIES for point in POINTS}
