"""The store's time for lists, counts and pages, with more and more games in the store, by its own account."""

from collections.abc import Callable, Iterator
from functools import partial
from math import log as ln
from statistics import linear_regression
from typing import NamedTuple

from redis import Redis

from harness.games import seeded
from harness.store.server import running_server
from replays.encoding.identity import GameId, new_game_id, partition
from replays.log.listing import GAMES, Question
from replays.store import clients
from replays.streams import keys
from replays.streams.event_log import StreamsEventLog
from replays.streams.listing import STATUSES, score
from service.application.channels.delivering.due import DUE, DueTargets

SIZES = (1_000, 10_000, 100_000)
AT_ONCE = 1_000
REPEATS = 20
PLAYER = "11111111-1111-4111-8111-111111111111"
MOMENT = 1_800_000_000_000
SHARES = ("open", "active", *["scored"] * 16, "aborted", "finished")
"""The statuses of twenty games in a row, all of one player."""


class ListGrowth(NamedTuple):
    """The microseconds of the store at each size, and those of the longest command at the largest."""

    micros: tuple[float, ...]
    longest: int

    @property
    def exponent(self) -> float:
        """The exponent of the number of games: 0 if the time does not depend on it, 1 if proportional."""
        return linear_regression([ln(size) for size in SIZES], [ln(each) for each in self.micros]).slope


def list_growths() -> Iterator[tuple[str, ListGrowth]]:
    """The growth of each list, on a real server that gets 1,000, then 10,000, then 100,000 games."""
    with (
        running_server() as server,
        clients.writer(server.url) as store,
        clients.reader(server.url) as reader,
    ):
        store.config_set("slowlog-log-slower-than", 0)
        store.config_set("appendfsync", "no")  # only to fill it sooner
        random, found, held = seeded(1), list[dict[str, tuple[float, int]]](), list[GameId]()
        for size in SIZES:
            while len(held) < size:
                some = [new_game_id(random.randbytes(16)) for _ in range(AT_ONCE)]
                _fill(store, some, len(held))
                held += some
            log = StreamsEventLog(store, reader)
            found.append({name: _taken(store, ask) for name, ask in _asked(store, log, held).items()})
            for _ in log.mend_lists(MOMENT):  # before, lists are intersections
                pass
            found[-1] |= {name: _taken(store, ask) for name, ask in _mended(log).items()}
            store.delete("{00}:listings:by-status")
        for name in found[0]:
            times = [each[name] for each in found]
            yield name, ListGrowth(tuple(micros for micros, _ in times), times[-1][1])


def _fill(store: Redis, games: list[GameId], before: int) -> None:
    """Enter games as appends do, without their streams."""
    with store.pipeline(transaction=False) as pipe:
        for place, game in enumerate(games, before):
            number, at, status = partition(game), MOMENT + place, SHARES[place % len(SHARES)]
            pipe.zadd(keys.listing(number, GAMES), {game: at})
            pipe.zadd(keys.listing_of_status(number, GAMES, status), {game: at})
            pipe.zadd(keys.listing_of_player(number, GAMES, PLAYER), {game: at})
            pipe.zadd(keys.statuses_of_player(number, GAMES, PLAYER), {game: score(status, at)})
            pipe.zadd(keys.due(number), {game: at})
            pipe.zadd(keys.alarms(number), {game: at})
            pipe.zadd(DUE.format("email"), {game: at})
        pipe.execute()


def _asked(store: Redis, log: StreamsEventLog, games: list[GameId]) -> dict[str, Callable[[], object]]:
    later = MOMENT + len(games)
    return {
        "a player's scored games, the newest, before the lists are mended": partial(
            log.list_games, limit=1, status="scored", player=PLAYER
        ),
        "a walk that mends all of a player's lists": lambda: sum(log.mend_lists(MOMENT)),
        "a player's games, 50 newest": partial(log.list_games, limit=50, player=PLAYER),
        "all games, 50 newest": partial(log.list_games, limit=50),
        "open games, the 2,000 of the lobby": partial(log.list_games, limit=2_000, status="open"),
        "finished games, 1,000 of the sweeper": partial(log.list_games, limit=1_000, status="finished"),
        "number of scored games": partial(log.count, Question(GAMES, "scored")),
        "which of 50 games are a player's and scored": partial(
            log.among, Question(GAMES, "scored", PLAYER), games[:50]
        ),
        "due games, 1,000 of the sweeper": partial(log.due, later, 1_000),
        "alarms, 1,000": partial(log.alarms, later, 1_000),
        "due deliveries, 5,000": partial(DueTargets(store).waiting, "email", later, 5_000),
        "number of due deliveries": partial(DueTargets(store).crowd, "email", later),
    }


def _mended(log: StreamsEventLog) -> dict[str, Callable[[], object]]:
    log.list_games(limit=1, status="open", player=PLAYER)  # learns that the lists are mended
    found: dict[str, Callable[[], object]] = {
        f"a player's {status} games, {limit}": partial(
            log.list_games, limit=limit, status=status, player=PLAYER
        )
        for status in STATUSES
        for limit in (1, 50)
    }
    return found


def _taken(store: Redis, ask: Callable[[], object]) -> tuple[float, int]:
    """The store's mean microseconds for one question, and those of its longest command."""
    ask()
    store.config_resetstat()
    store.slowlog_reset()
    for _ in range(REPEATS):
        ask()
    stats = store.info("commandstats")
    ours = {"cmdstat_evalsha"} if "cmdstat_evalsha" in stats else set(stats)
    micros = sum(
        stats[name]["usec"] for name in ours if not name.startswith(("cmdstat_config", "cmdstat_slowlog"))
    )
    lasted = [
        each["duration"] for each in store.slowlog_get(10_000) if b"SLOWLOG" not in each["command"].upper()
    ]
    return micros / REPEATS, sorted(lasted)[-1 - len(lasted) // 100]
