"""Due times and plans on a server: a sorted set per partition, and a hash of plans per game."""

from collections.abc import Sequence
from heapq import nsmallest
from typing import cast

from redis import Redis

from kingdomino.board.numbers import Seat
from replays.encoding.entries import Head
from replays.encoding.identity import PARTITIONS, GameId, partition
from replays.log.event_log import Conflict, Entombed
from replays.log.occasions import PLAN_FAILED
from replays.store.scripts import Script, asking
from replays.streams import keys
from replays.streams.members import remove_foreign
from replays.streams.scripts.append import HeadScript

POSTPONE = """
local due = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '')
if not due or due > tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1
"""
"""Makes the game ARGV[1] due at ARGV[3] if it is due at ARGV[2], in ms UTC."""


class StreamsSchedule:
    """The `Schedule` on a server."""

    def __init__(self, writer: Redis, reader: Redis) -> None:
        self._writer = writer
        self._reader = reader
        self._at_head = HeadScript(writer, "at_head.lua")
        self._plan_failed = HeadScript(writer, "plan_failed.lua")
        self._postpone = Script(writer, POSTPONE)

    def due(self, until: int, limit: int) -> list[GameId]:
        """Return the due games, in one round trip; members that name no game are removed."""
        with asking(), self._reader.pipeline(transaction=False) as pipe:
            for number in range(PARTITIONS):
                pipe.zrangebyscore(keys.due(number), "-inf", until, start=0, num=limit, withscores=True)
            answers = pipe.execute()
        found = remove_foreign(
            self._writer, dict(zip(map(keys.due, range(PARTITIONS)), answers, strict=True))
        )
        return [game for _, game in nsmallest(limit, found)]

    def due_of(self, games: Sequence[GameId]) -> dict[GameId, int]:
        """Return the due times of these games, in one round trip."""
        with asking(), self._reader.pipeline(transaction=False) as pipe:
            for game in games:
                pipe.zscore(keys.due(partition(game)), game)
            answers = pipe.execute()
        return {game: int(due) for game, due in zip(games, answers, strict=True) if due is not None}

    def settle_due(self, game: GameId, expected: Head, due: int | None) -> bool:
        """Set the due time if the stream ends at `expected`."""
        command = ("ZREM", game) if due is None else ("ZADD", due, game)
        try:
            self._at_head.run(game, expected, [keys.due(partition(game))], command)
        except (Conflict, Entombed):
            return False
        return True

    def postpone(self, game: GameId, now: int, until: int) -> bool:
        """Postpone the game in one round trip."""
        return bool(self._postpone.ask([keys.due(partition(game))], [game, now, until]))

    def plan(self, game: GameId, seat: Seat) -> bytes | None:
        """Return the seat's plan, or None if it has none."""
        with asking():
            return cast("bytes | None", self._reader.hget(keys.plans(game), str(seat)))

    def put_plan(
        self, game: GameId, seat: Seat, plan: bytes, expected: Head, *, failed: bool = False
    ) -> None:
        """Store the seat's plan if the stream ends at `expected`."""
        written = (keys.plans(game), seat, plan)
        if failed:
            more = (game, expected.version, PLAN_FAILED, seat)
            self._plan_failed.run(
                game, expected, [written[0], keys.feed(partition(game))], (*written[1:], *more)
            )
        else:
            self._at_head.run(game, expected, [written[0]], ("HSET", *written[1:]))

    def drop_plan(self, game: GameId, seat: Seat) -> bool:
        """Delete the seat's plan."""
        with asking():
            return self._writer.hdel(keys.plans(game), str(seat)) == 1
