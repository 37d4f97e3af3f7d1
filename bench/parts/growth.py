"""The size of games: in the store while they are played, and in the archive afterwards."""

from collections.abc import Iterator
from itertools import accumulate, repeat
from random import Random
from statistics import mean
from typing import NamedTuple

from redis import Redis

from harness.games import KEY, seeded
from harness.store.archives import Kept, archive_stream
from harness.store.server import running_server
from kingdomino.machine import legal_commands
from kingdomino.rules import GameKind, Mode, Rules
from replays.archive.archive import Archive, name_of
from replays.commands.tables import Move, NewTable, Tables
from replays.encoding.identity import GameId, new_game_id
from replays.log.event_log import CommandId
from replays.match.aggregate import Sitter
from replays.match.randomness.seed_store import SeedStore
from replays.store import clients
from replays.streams import keys
from replays.streams.event_log import StreamsEventLog

KINDS = {
    "2 players": (Rules(), 2),
    "3 players": (Rules(), 3),
    "4 players": (Rules(), 4),
    "4 players, Tribe": (Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE), 4),
}
MS_TO_MOVE = 8 * 3_600_000
"""The mean time between moves, in ms."""
PLACES = 10_000


class Growth(NamedTuple):
    """Bytes in the store: the mean during the game, at its end, and archived; and those of the object."""

    live: float
    ended: float
    left: float
    archived: float


def place_bytes(store: Redis) -> float:
    """The bytes of a game's entry in one large listing."""
    random = seeded(1)
    store.zadd("places", {new_game_id(random.randbytes(16)): MS_TO_MOVE * n for n in range(PLACES)})
    return (store.memory_usage("places", samples=0) or 0) / PLACES


def growths(games: int) -> Iterator[tuple[str, Growth]]:
    """The means over `games` random games of each kind, on a real server."""
    with (
        running_server() as server,
        clients.writer(server.url) as store,
        clients.reader(server.url) as reader,
    ):
        place, random = place_bytes(store), seeded(2)
        for name, (rules, players) in KINDS.items():
            listed = place * (2 * players + 2)  # all games, those of its status, and two for each player
            found = [_growth(store, reader, rules, players, random) for _ in range(games)]
            live, ended, left, archived = (mean(column) for column in zip(*found, strict=True))
            yield name, Growth(live + listed, ended + listed, left + listed, archived)


def _growth(store: Redis, reader: Redis, rules: Rules, players: int, random: Random) -> Growth:
    objects = Kept()
    archive = Archive(objects)
    log = StreamsEventLog(store, reader, archive)
    game, sizes = _play(log, store, rules, players, random)
    archive_stream(log, archive, game)
    store.delete(keys.commands(game))  # as they expire, seven days after the end
    return Growth(mean(sizes), sizes[-1], _bytes(store, game), len(objects.content[name_of(game)]))


def _play(
    log: StreamsEventLog, store: Redis, rules: Rules, players: int, random: Random
) -> tuple[GameId, list[int]]:
    """Play a game by mail, each move with an Idempotency-Key; gives its bytes after each move and score."""
    pauses = (int(random.expovariate(1) * mean_ms) for mean_ms in repeat(MS_TO_MOVE))
    times = accumulate(pauses, initial=1_800_000_000_000)

    def new_id() -> GameId:
        return new_game_id(random.randbytes(16))

    tables = Tables(log, SeedStore(KEY), lambda: next(times), random.randbytes)
    first, *others = (Sitter(new_id(), random.randbytes(32).hex()) for _ in range(players))
    match = tables.create(new_id(), NewTable(rules, players, first.player, first)).after
    for other in others:
        match = tables.join(match, other).after
    sizes = [_bytes(store, match.id)]
    while match.game is not None and match.game.mover is not None:
        player = match.sitters[match.game.mover].player
        move = Move(player, random.choice(legal_commands(match.game)), match.head.version)
        command = CommandId(f"{player} {new_id()}", random.randbytes(32).hex())
        match = tables.move(match, move, command).after
        sizes.append(_bytes(store, match.id))
    tables.settle(match.id)
    return match.id, [*sizes, _bytes(store, match.id)]


def _bytes(store: Redis, game: GameId) -> int:
    """The bytes of the game's own keys."""
    own = (keys.stream(game), keys.commands(game), keys.secret(game), keys.plans(game))
    return sum(store.memory_usage(key, samples=0) or 0 for key in own)
