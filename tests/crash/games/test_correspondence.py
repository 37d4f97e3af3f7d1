"""Relays, workers and stores are killed in a correspondence game: every step happens exactly once."""

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
from tests.crash.support import killing

__all__ = ["site"]


@pytest.fixture
def company(site: Site, store_url: str) -> Iterator[Company]:
    """Yield a company whose game has just begun."""
    del site  # the fixture empties the server, and restores the signal handlers
    with ExitStack() as stack:
        here = Company(store_url, stack)
        here.begin()
        yield here


@pytest.mark.smoke
def test_jobs_that_are_run_twice_do_everything_once(company: Company) -> None:
    """Jobs take effect once although each is enqueued three times, also when nothing is due."""

    def advance() -> None:
        for _ in range(3):
            company.site.relay.take_over()
            company.site.relay.relay(block_ms=0)
            company.sweep()
        company.site.work()

    company.play(advance)
    check_whole(company)


def test_lost_feeds_and_jobs_are_found_by_the_sweepers(company: Company, store: Redis) -> None:
    """The game is played to its end although all feeds and queued jobs are deleted before each step."""

    def advance() -> None:
        company.site.relay.relay(block_ms=0)
        store.delete(*(keys.feed(number) for number in range(PARTITIONS)))
        company.site.rq.flushdb()
        company.sweep()
        company.site.work()

    company.play(advance)
    check_whole(company)


def test_relays_and_workers_are_killed(company: Company, store_url: str) -> None:
    """The game survives kills at the first steps of each kind; the long run kills at all steps."""
    killed = killing.relays_and_workers(company, store_url, most=2)
    assert set(killed) == {*((duty, point) for duty in killing.DUTIES for point in POINTS), "relay"}


@pytest.mark.smoke
def test_the_store_is_killed() -> None:
    """A store killed just before or after an append of each kind keeps what it has acknowledged."""
    with running_server() as server, ExitStack() as stack:
        company = Company(server.url, stack)
        company.begin()
        killed = killing.stores(company, server, most=1)
    assert set(killed) == {(duty, point) for duty in killing.DUTIES for point in POINTS}
