"""Workers are killed at every step of a dynasty: each game is started, scored and counted exactly once."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from redis import Redis

from harness.games import seeded, tables_on
from harness.jobs.site import Site, site
from harness.play.dynasties import DYNASTY, check_complete, dynasties_on, play_running, seated
from replays.dynasty.aggregate import Dynasty
from replays.dynasty.dynasties import Dynasties
from replays.encoding.identity import PARTITIONS
from replays.match.aggregate import Status
from replays.streams import keys
from tests.crash.support.workers import kill_a_worker, sweep

__all__ = ["site"]


@pytest.fixture
def dynasties(site: Site) -> Dynasties:
    """Return the dynasties of the site."""
    return dynasties_on(site.tables)


def play_as_it_comes(site: Site, dynasties: Dynasties, advance: Callable[[], object]) -> Dynasty:
    """Play each game when it has started, until the dynasty is decided; `advance` does the workers' part."""
    random = seeded(1)
    while (now := dynasties.dynasty(DYNASTY)).winners is None:
        if now.running and site.status(now.games[-1].id) is Status.ACTIVE:
            play_running(site.tables, now, random)
        advance()
    return now


@pytest.mark.smoke
def test_a_worker_killed_after_each_append(site: Site, store_url: str, dynasties: Dynasties) -> None:
    """Each worker is killed after one append, from the first game to the decision, and the next continues."""
    seated(dynasties)
    killed = []

    def advance() -> None:
        kill_a_worker(site, store_url, "after")
        killed.append(dynasties.dynasty(DYNASTY).head.version)

    check_complete(site.log, play_as_it_comes(site, dynasties, advance))
    assert len(killed) == 3 * len(("game", "started", "scored", "counted"))


def test_a_worker_killed_before_each_append(site: Site, store_url: str, dynasties: Dynasties) -> None:
    """A worker killed just before an append writes nothing, and the sweeper finds the due work again."""
    seated(dynasties)

    def advance() -> None:
        before = written(site)
        kill_a_worker(site, store_url, "before")
        assert written(site) == before
        sweep(site)
        site.work()

    check_complete(site.log, play_as_it_comes(site, dynasties, advance))


def written(site: Site) -> dict[int, str]:
    """The ends of all feeds."""
    return site.log.feed_ends()


def test_relay_and_workers_run_a_dynasty(site: Site, dynasties: Dynasties) -> None:
    """The feeds alone, without the sweeper, bring a dynasty to its end; nothing is due afterwards."""
    seated(dynasties, 3)

    def advance() -> None:
        site.relay.relay(block_ms=0)
        site.work()

    check_complete(site.log, play_as_it_comes(site, dynasties, advance))
    site.relay.relay(block_ms=0)
    site.work()
    site.sweep_patiently()
    assert site.queue.size() == 0
    assert list(site.rq.scan_iter("rq:job:*")) == list(site.rq.scan_iter("rq:results:*")) == []


def test_lost_feeds_and_jobs_are_found_by_the_sweeper(site: Site, dynasties: Dynasties, store: Redis) -> None:
    """A dynasty is played to its end although all feeds and queued jobs are deleted before each step."""
    seated(dynasties)

    def advance() -> None:
        site.relay.relay(block_ms=0)
        store.delete(*(keys.feed(number) for number in range(PARTITIONS)))
        site.rq.flushdb()
        sweep(site)
        site.work()

    check_complete(site.log, play_as_it_comes(site, dynasties, advance))


def test_jobs_that_are_run_twice_do_everything_once(site: Site, dynasties: Dynasties) -> None:
    """Jobs take effect once although each is enqueued three times, also when nothing is due."""
    seated(dynasties, 4)

    def advance() -> None:
        for _ in range(3):
            site.relay.take_over()
            site.relay.relay(block_ms=0)
            site.sweep_patiently()
        site.work()

    check_complete(site.log, play_as_it_comes(site, dynasties, advance))


def test_two_workers_advancing_at_once(site: Site, dynasties: Dynasties) -> None:
    """Threads with their own tables that advance a dynasty at the same moment do each step once."""
    workers = 4
    seated(dynasties, 3)
    with ThreadPoolExecutor(workers) as pool:

        def advance() -> None:
            together = threading.Barrier(workers)

            def one(_: int) -> Dynasty:
                mine = dynasties_on(tables_on(site.log))
                mine.dynasty(DYNASTY)
                together.wait()
                return mine.advance(DYNASTY)

            now = dynasties.dynasty(DYNASTY)
            if now.running:
                site.tables.settle(now.games[-1].id)
            assert len({found.head for found in pool.map(one, range(workers))}) == 1

        check_complete(site.log, play_as_it_comes(site, dynasties, advance))
