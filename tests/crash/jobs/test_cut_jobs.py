"""A relay or worker loses its connection between the end of a game and its score: it is scored once."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from redis.exceptions import RedisError

from harness.jobs.dispatching import known
from harness.jobs.site import Site, site
from harness.wire.proxy import Fault, Proxy, Way, proxy_to
from replays.log.event_log import LogError
from replays.match.aggregate import Status

__all__ = ["site"]

LONG = 60.0
"""Seconds after which every job that was lost is done again."""

Through = tuple[Site, Proxy]


@pytest.fixture
def through(store_url: str) -> Iterator[Through]:
    """Yield the same site behind a proxy, and the proxy."""
    with ExitStack() as stack:
        proxy = stack.enter_context(proxy_to(Path(urlsplit(store_url).path)))
        yield Site(f"redis://{proxy.host}:{proxy.port}", stack), proxy


@pytest.mark.smoke
@pytest.mark.sampled(3)
@pytest.mark.parametrize("way", Way)
@pytest.mark.parametrize("mark", [b"XREADGROUP", b"RPUSH", b"XACK"])
def test_a_relay_is_cut_off(site: Site, through: Through, mark: bytes, way: Way) -> None:
    """A relay cut off while it reads an entry, enqueues the job or acknowledges the entry loses nothing."""
    there, proxy = through
    game = site.finished_game()
    trial = proxy.arm(Fault(mark, way, 0))
    with suppress(LogError, RedisError):  # a relay continues after these
        there.relay.relay(block_ms=0)
    assert trial.happened.is_set()
    there.relay.relay(block_ms=0)
    there.relay.take_over()
    assert known(there.dispatcher) == {game}
    check_scored_once(site)


@pytest.mark.parametrize("way", Way)
def test_a_worker_is_cut_off(site: Site, through: Through, way: Way) -> None:
    """A worker cut off while it takes a job continues; if the job is lost, the sweeper finds the game."""
    there, proxy = through
    game = site.finished_game()
    site.relay.relay(block_ms=0)
    assert known(site.dispatcher) == {game}
    trial = proxy.arm(Fault(b"LMOVE", way, 0))
    there.work()
    assert trial.happened.is_set()
    assert site.status(game) is (Status.SCORED if way is Way.REQUEST else Status.FINISHED)
    check_scored_once(site)


def check_scored_once(site: Site) -> None:
    """Assert that the game is scored once, also after more rounds of relay, sweeper and worker."""
    for _ in range(2):
        site.sweep_patiently()
        site.clock.advance(LONG)
        site.sweep_patiently()
        site.work()
    [game], _ = site.log.list_games(limit=9, status="scored")
    assert site.scores(game) == ["SeedRevealed", "GameScored"]
