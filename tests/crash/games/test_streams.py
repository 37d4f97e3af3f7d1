"""Live streams are cut because a process dies: watchers resume and miss nothing."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from harness.games import seeded
from harness.programs.crash import PATIENCE, Caller, Installation, Victim, installed
from harness.waiting import eventually
from tests.crash.support.play import MOVES, Table
from tests.crash.support.streams import Follower

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes under /proc")

WATCHERS = 10


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Give an installation, whose processes come back after each test."""
    with installed(tmp_path_factory.mktemp("streams")) as site:
        yield site


@pytest.mark.parametrize(("victim", "seed"), [(Victim.WEB, 4), (Victim.STORE, 5)])
def test_ten_watchers_see_every_event_once(site: Installation, victim: Victim, seed: int) -> None:
    """Each watcher gets all events in order, without gaps, by Last-Event-ID, although processes die twice."""
    with Caller(site.port) as caller, ThreadPoolExecutor(WATCHERS) as pool:
        table = Table(caller, 2, seeded(seed))
        followers = [Follower(site.port, table.played.id) for _ in range(WATCHERS)]
        watching = [pool.submit(follower.follow) for follower in followers]
        for move in range(MOVES[2]):
            if move in {MOVES[2] // 3, MOVES[2] // 2}:
                head = caller.get(f"games/{table.played.id}")["version"]
                for each in followers:
                    eventually(partial(_has_come, each, head), PATIENCE)
                site.strike(victim)
            table.move()
        for watched in watching:
            watched.result()
        stored = caller.get(f"games/{table.played.id}/events")["events"]
        assert [follower.events for follower in followers] == [stored] * WATCHERS
        if victim is Victim.WEB:
            cuts = [sum(follower.troubles.values()) - follower.troubles["end"] for follower in followers]
            assert min(cuts) >= 2


def _has_come(follower: Follower, version: int) -> bool:
    return len(follower.events) >= version
