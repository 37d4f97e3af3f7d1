"""The projector of the search is killed, `kill -9`, at each write: every finished game is found once."""

from collections import Counter
from functools import partial
from unittest.mock import patch

from redis import Redis

from harness.games import play_out, seeded, tables_on
from harness.jobs.dying import POINTS, die_at, dies
from kingdomino.rules import Rules
from replays.store import clients
from replays.streams.event_log import StreamsEventLog
from service.application.games.search import building, projector
from service.application.games.search.finder import Finder, GameFilters
from service.application.games.search.index import Index
from service.application.games.search.layout import BITMAPS
from service.application.games.search.projector import FinishedProjector

BUILDING = ("_begin", "_note", "_write", "_publish")
"""The scripts of a build, in their order."""


def index(url: str, script: str = "", point: str = "") -> None:
    """Bring the index up to date in small steps, or die at the first run of this script."""
    with clients.writer(url) as writer, clients.reader(url) as reader:
        kept = Index(writer)
        if script:
            die_at(getattr(kept if script == "_add" else kept.builds, script), "run", point)
        games = FinishedProjector(StreamsEventLog(writer, reader), kept, lambda _: True)
        with patch.object(projector, "PAGE", 3), patch.object(building, "WRITTEN_AT_ONCE", 8):
            while games.go_on(0):
                pass


def test_games_are_found_once_wherever_their_indexer_is_killed(store: Redis, store_url: str) -> None:
    """A build goes on after each death, and the index is equal to one that was built without any."""
    killed: Counter[tuple[str, str]] = Counter()
    random = seeded(8)
    with clients.reader(store_url) as reader:
        log, kept = StreamsEventLog(store, reader), Index(store)
        tables, finder = tables_on(log), Finder(kept, log)
        expected = {tables.settle(play_out(tables, 2, Rules(), random)).id for _ in range(10)}
        for script in BUILDING:
            for point in POINTS:
                kept.want()
                killed[script, point] += dies(partial(index, store_url, script, point))
        for point in POINTS:
            index(store_url)
            expected.add(tables.settle(play_out(tables, 2, Rules(), random)).id)
            killed["_add", point] += dies(partial(index, store_url, "_add", point))
        index(store_url)
        found = finder.find(GameFilters(), None, limit=100)
        assert Counter(found.games) == Counter(expected)
        assert not store.exists(building.BUILD, building.FOUND)
        before = kept.read(list(BITMAPS))
        kept.want()
        index(store_url)
        after = kept.read(list(BITMAPS))
    assert before
    assert after
    assert (before.size, before.bitmaps) == (after.size, after.bitmaps)
    assert {each for each in killed if killed[each]} == {
        (script, point) for script in (*BUILDING, "_add") for point in POINTS
    }
