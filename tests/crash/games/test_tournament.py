"""Workers die at every step of a tournament: no table twice, no round lost, nobody twice in a round."""

from collections.abc import Callable, Iterator

import pytest
from redis import Redis

from harness.jobs.site import Site, site
from harness.play.tournaments import DIRECTOR, SHORT, Season, check_complete, plan, resign_all
from replays.encoding.identity import PARTITIONS
from replays.streams import keys
from replays.tournament.deciding import opening
from tests.crash.support.workers import kill_a_worker, sweep

__all__ = ["site"]

ROUNDS = 2


@pytest.fixture(name="season")
def _season(site: Site) -> Iterator[Season]:
    """Give a tournament of three players that has started; nothing is paired."""
    season = Season(plan(rounds=ROUNDS, options=SHORT), site.log)
    season.enter(f"player-{number}" for number in range(3))
    season.decide(lambda now, _: opening.start(now, DIRECTOR))
    yield season
    check_complete(season, ROUNDS)


def play_as_it_comes(season: Season, advance: Callable[[], object]) -> None:
    """Play each round when it is open, until the record ends; `advance` does the workers' part."""
    while not season.now.is_over:
        now = season.now
        if now.running and now.is_done(now.running):
            season.all.close(now, now.paired, DIRECTOR)
        resign_all(season)
        advance()


@pytest.mark.smoke
def test_a_worker_killed_after_each_append(site: Site, store_url: str, season: Season) -> None:
    """Each worker is killed after one append, from the first pairing to the end, and the next continues."""
    play_as_it_comes(season, lambda: kill_a_worker(site, store_url, "after"))


def test_a_worker_killed_before_each_append(site: Site, store_url: str, season: Season) -> None:
    """A worker killed just before an append writes nothing, and the sweeper finds the due work again."""

    def advance() -> None:
        before = site.log.feed_ends()
        kill_a_worker(site, store_url, "before")
        assert site.log.feed_ends() == before
        sweep(site)
        site.work()

    play_as_it_comes(season, advance)


def test_relay_and_workers_run_a_tournament(site: Site, season: Season) -> None:
    """The feeds alone, without the sweeper, bring a tournament to its end; nothing is due afterwards."""

    def advance() -> None:
        site.relay.relay(block_ms=0)
        site.work()

    play_as_it_comes(season, advance)
    site.relay.relay(block_ms=0)
    site.work()
    site.sweep_patiently()
    assert site.queue.size() == 0


def test_lost_feeds_and_jobs_are_found_by_the_sweeper(site: Site, season: Season, store: Redis) -> None:
    """A tournament ends although all feeds and queued jobs are deleted before each step."""

    def advance() -> None:
        site.relay.relay(block_ms=0)
        store.delete(*(keys.feed(number) for number in range(PARTITIONS)))
        site.rq.flushdb()
        sweep(site)
        site.work()

    play_as_it_comes(season, advance)


def test_jobs_that_are_run_twice_do_everything_once(site: Site, season: Season) -> None:
    """Jobs take effect once although each is enqueued three times, also when nothing is due."""

    def advance() -> None:
        for _ in range(3):
            site.relay.take_over()
            site.relay.relay(block_ms=0)
            site.sweep_patiently()
        site.work()

    play_as_it_comes(season, advance)
