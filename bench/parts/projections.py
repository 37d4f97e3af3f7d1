"""The cost of projections of a whole log: a rebuild, and the start of a worker, on a real server."""

import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from resource import getpagesize
from time import process_time
from typing import Any, NamedTuple, Protocol

from redis import Redis

from harness.games import play_out, seeded, tables_on
from harness.store.server import running_server
from kingdomino.rules import GameKind, Mode, Rules
from replays.encoding.identity import new_game_id, partition
from replays.log.listing import GAMES
from replays.match.aggregate import Status
from replays.projections.follower import Round
from replays.store import clients
from replays.streams import keys
from replays.streams.event_log import StreamsEventLog
from service.application.games.search.index import Index
from service.application.games.search.projector import FinishedProjector
from service.application.people.ratings.entries import GameRated, written
from service.application.people.ratings.ledger import LOG, NUMBERS, RatingLedger
from service.application.people.ratings.pools import Pool
from service.application.people.ratings.projector import RatingProjector
from service.application.people.ratings.writing import GenerationWriter

KINDS = (
    (Rules(), 2),
    (Rules(), 3),
    (Rules(), 4),
    (Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE), 4),
)
PLAYED = 10
"""The number of different games of each kind; the others are copies with other ids."""
AT_ONCE = 500
START = 1_700_000_000_000
MINUTE = 60_000


class Goes(Protocol):
    """A projection."""

    def go_on(self, block_ms: int) -> Round:
        """Process what is new; True if there may be more."""


class Taken(NamedTuple):
    """CPU ms of this process and of the store, and the growth of this process's memory in MB at its peak."""

    worker: float
    store: float
    memory: float

    def told(self, games: int) -> str:
        """The text for the work on so many games."""
        each = f"{self.worker / games:.2f} + {self.store / games:.2f} ms a game"
        return f"{self.worker:.0f} ms of CPU + {self.store:.0f} of the store ({each}), {self.memory:.0f} MB"


def projections(games: int) -> Iterator[tuple[str, str]]:
    """The name of each measure with `games` games in the store, and its text."""
    with (
        running_server() as server,
        clients.writer(server.url) as store,
        clients.reader(server.url) as reader,
    ):
        store.config_set("appendfsync", "no")
        store.config_set("maxmemory", 0)
        log = StreamsEventLog(store, reader)
        _games(log, store, games)
        store.config_set("appendfsync", "always")
        yield "search: rebuild", _taken(store, lambda: _finished(log, store)).told(games)
        yield f"search: start with {games}", _taken(store, lambda: _finished(log, store)).told(1)
        _entries(store, games)
        yield "ratings: rebuild", _taken(store, lambda: _ratings(log, store)).told(games)
        yield f"ratings: start with {games}", _taken(store, lambda: _ratings(log, store)).told(1)


def _finished(log: StreamsEventLog, store: Redis) -> Goes:
    return FinishedProjector(log, Index(store), lambda match: match.created.options.private is not True)


def _ratings(log: StreamsEventLog, store: Redis) -> Goes:
    return RatingProjector(log, RatingLedger(store), GenerationWriter(store), lambda: START)


def _taken(store: Redis, make: Callable[[], Goes]) -> Taken:
    """What a projection takes until it has nothing to do."""
    at_store, begun, peak = _cpu(store), process_time(), _memory()
    before, projection = peak, make()
    while projection.go_on(0):
        peak = max(peak, _memory())
    here = process_time() - begun
    return Taken(here * 1000, (_cpu(store) - at_store) * 1000, (max(peak, _memory()) - before) / 1e6)


def _cpu(store: Redis) -> float:
    """The seconds of CPU that the server has used."""
    found: Any = store.info("cpu")
    return float(found["used_cpu_user"] + found["used_cpu_sys"])


def _memory() -> int:
    """The resident bytes of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize()


def _games(log: StreamsEventLog, store: Redis, games: int) -> None:
    """Play some scored games, and copy their streams until there are so many."""
    random, tables = seeded(1), tables_on(log)
    played = [
        tables.settle(play_out(tables, players, rules, random)).id
        for rules, players in KINDS
        for _ in range(PLAYED)
    ]
    streams = [store.dump(keys.stream(game)) for game in played]
    for begin in range(len(played), games, AT_ONCE):
        with store.pipeline(transaction=False) as pipe:
            for number in range(begin, min(begin + AT_ONCE, games)):
                game = new_game_id(random.randbytes(16))
                listed = {str(game): START + number * MINUTE}
                pipe.restore(keys.stream(game), 0, streams[number % len(streams)] or b"")
                pipe.zadd(keys.listing(partition(game), GAMES), listed)
                pipe.zadd(keys.listing_of_status(partition(game), GAMES, Status.SCORED.value), listed)
            pipe.execute()


def _entries(store: Redis, games: int) -> None:
    """Write so many games of two and four into the stream of ratings, of a player for each ten games."""
    random = seeded(2)
    people = [str(uuid.UUID(bytes=random.randbytes(16))) for _ in range(max(games // 10, 10))]
    for begin in range(0, games, AT_ONCE):
        with store.pipeline(transaction=False) as pipe:
            for number in range(begin + 1, min(begin + AT_ONCE, games) + 1):
                entry = _entry(random, people, START + number * MINUTE)
                pipe.xadd(LOG, {"e": written(entry)}, id=f"{number}-0")
                pipe.hset(NUMBERS, entry.game, number)
            pipe.execute()


def _entry(random: Random, people: list[str], at: int) -> GameRated:
    pool = random.choice([Pool.BASE_2, Pool.BASE_4])
    players = tuple(random.sample(people, 2 if pool is Pool.BASE_2 else 4))
    places = random.sample(range(1, len(players) + 1), len(players))
    return GameRated(new_game_id(random.randbytes(16)), at, pool, players, tuple(places), is_open=True)
