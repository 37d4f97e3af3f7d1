"""A page of a search among many finished games, from the index, against only reading its bitmaps."""

from collections.abc import Iterator
from random import Random
from uuid import UUID

from redis import Redis

from bench.rows import Row, in_turn, times
from bench.site import Site
from harness.games import seeded
from harness.store.server import running_server
from replays.encoding.identity import GameId
from replays.store import clients
from replays.streams.event_log import StreamsEventLog
from service.application.games.search.facts import DAY_MS, Company, Facts, VariantChoice
from service.application.games.search.finder import Finder, GameFilters, Range
from service.application.games.search.index import Index

SEARCHES = 20
"""The number of searches in a round."""
PAGE = 30
WANTED = {
    "search: by choices": GameFilters(VariantChoice.BASE, 2, Company.PEOPLE, is_rated=False),
    "search: by ranges": GameFilters(
        company=Company.PEOPLE, points=Range(80, 120), days=Range(2, 20), ended=Range(20_100, 20_300)
    ),
}


def search(_: Site, count: int) -> Iterator[Row]:
    """Searches among `count` games: the first page and the total."""
    with (
        running_server() as server,
        clients.writer(server.url) as store,
        clients.reader(server.url) as reader,
    ):
        index = Index(store)
        _fill(index, count)
        finder = Finder(index, StreamsEventLog(store, reader))
        for name, wanted in WANTED.items():
            yield _row(name, finder, store, wanted)


def _row(name: str, finder: Finder, store: Redis, wanted: GameFilters) -> Row:
    keys = finder.keys(wanted)

    def read() -> None:
        pipe = store.pipeline(transaction=False)
        for key in keys:
            pipe.get(key)
        pipe.execute()

    ours, limit = in_turn(
        lambda: times(SEARCHES, lambda: finder.find(wanted, None, limit=PAGE)), lambda: times(SEARCHES, read)
    )
    return Row.time(name, "ms", ours * 1000, limit * 1000)


def _fill(index: Index, count: int) -> None:
    random, builds = seeded(1), index.builds
    build = builds.begin(count)
    builds.note(build, count, (_facts(random, number, count) for number in range(count)), None)
    while (build := builds.present() or build).written < build.found:
        builds.write(build)
    builds.publish(build)


def _facts(random: Random, number: int, count: int) -> Facts:
    """The facts of a typical game: more with two players than four, most against bots, within a year."""
    return Facts(
        GameId(str(UUID(int=random.getrandbits(128)))),
        (20_000 + 365 * number // count) * DAY_MS,
        random.choices(list(VariantChoice), [8, 3, 1, 2, 2, 2])[0],
        random.choices([2, 3, 4], [4, 1, 2])[0],
        random.choices(list(Company), [1, 2])[0],
        random.random() < 0.1,
        random.random() < 0.9,
        max(0, round(random.gauss(75, 30))),
        min(400, int(random.expovariate(0.1))),
        random.randrange(24, 49),
    )
