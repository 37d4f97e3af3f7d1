"""The records of players: sums of their results by pool, and against each other player.

Each account has three keys, changed by one script in its slot. The hash `{player:<id>}:counted` has the games
that were counted, so that repeated games count once, in any order. The hash `…:record` has `<pool> games`,
`won`, `left`, `points` and `best`, which is points, time and game. The hash `…:met` has for each other player
the numbers of games, won and lost, and the time and the id of their newest game.
"""

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from redis import Redis

from replays.encoding.identity import GameId
from replays.store.scripts import asking
from replays.streams.keys import short
from service.application.account_keys import (
    AccountErased,
    AccountScript,
    counted_key,
    met_key,
    record_key,
)
from service.application.people.pools import order_of
from service.application.people.results import PlayerResult

COUNT = (
    f"local record, met, counted = {record_key}, {met_key}, {counted_key}\n"
    """
local function add(pool, field, more)
  redis.call('HINCRBY', record, pool .. ' ' .. field, more)
end

local function is_better(result, best)
  if not best then return true end
  local points, at, game = string.match(best, '^(%d+) (%d+) (%S+)$')
  points, at = tonumber(points), tonumber(at)
  if result.points ~= points then return result.points > points end
  if result.at ~= at then return result.at < at end
  return result.game < game
end

local function in_pool(result)
  add(result.pool, 'games', 1)
  if result.won then add(result.pool, 'won', 1) end
  if not result.points then
    add(result.pool, 'left', 1)
    return
  end
  add(result.pool, 'points', result.points)
  local best = result.pool .. ' best'
  if is_better(result, redis.call('HGET', record, best)) then
    redis.call('HSET', record, best, string.format('%d %.0f %s', result.points, result.at, result.game))
  end
end

local function against(other, outcome, result)
  local before = redis.call('HGET', met, other) or '0 0 0 0 -'
  local games, won, lost, at, game = string.match(before, '^(%d+) (%d+) (%d+) (%d+) (%S+)$')
  at = tonumber(at)
  if result.at > at or (result.at == at and result.game > game) then at, game = result.at, result.game end
  if outcome == 'won' then won = won + 1 end
  if outcome == 'lost' then lost = lost + 1 end
  redis.call('HSET', met, other, string.format('%d %d %d %.0f %s', games + 1, won, lost, at, game))
end

for _, result in ipairs(cjson.decode(ARGV[1])) do
  if redis.call('HSET', counted, result.mark, 1) == 1 then
    if result.public then in_pool(result) end
    for other, outcome in pairs(result.versus) do against(other, outcome, result) end
  end
end
return 'done'
"""
)
"""Counts the results in ARGV[1] that were not counted yet."""


class Best(NamedTuple):
    """The best kingdom: its points, and the game."""

    points: int
    game: GameId


@dataclass(frozen=True, slots=True)
class PoolRecord:
    """A player's results in the games of a pool that everybody may watch.

    `points` is the sum over the games that the player did not leave.
    """

    pool: str
    games: int
    won: int
    left: int
    points: int
    best: Best | None

    @property
    def mean(self) -> float | None:
        """The mean points of the games that the player did not leave, to a tenth; None if there are none."""
        played = self.games - self.left
        return round(self.points / played, 1) if played else None


@dataclass(frozen=True, slots=True)
class Meeting:
    """The games of two players against each other, as one of them sees it, and the newest one."""

    games: int
    won: int
    lost: int
    last: GameId

    @property
    def drawn(self) -> int:
        """The number of games in which both had the same place."""
        return self.games - self.won - self.lost


class Records:
    """The records in the store. Methods raise `StoreAway`."""

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._count = AccountScript(store, COUNT)

    def count(self, player: str, results: Sequence[PlayerResult]) -> None:
        """Count these results, each once; does nothing for an erased account. May raise `UnknownOutcome`."""
        try:
            self._count.run(player, json.dumps([_written(result) for result in results]))
        except AccountErased:
            return

    def of(self, player: str) -> list[PoolRecord]:
        """The player's results by pool, in the order of pools."""
        with asking():
            return read_record(cast("dict[bytes, bytes]", self._store.hgetall(record_key(player))))

    def meeting(self, player: str, other: str) -> Meeting | None:
        """The games of these two players as the first one sees them; None if there are none."""
        return self.meetings(player, [other])[other]

    def meetings(self, player: str, others: Sequence[str]) -> Mapping[str, Meeting | None]:
        """The meeting of the player with each of the others, in one round trip."""
        if not others:
            return {}
        with asking():
            held = cast("list[bytes | None]", self._store.hmget(met_key(player), list(others)))
        return {other: _meeting(text) if text else None for other, text in zip(others, held, strict=True)}


def read_record(held: Mapping[bytes, bytes]) -> list[PoolRecord]:
    """The results by pool, in the order of pools, from the stored fields of an account's record."""
    pools: dict[str, dict[str, str]] = {}
    for name, value in held.items():
        pool, _, field = name.decode().partition(" ")
        pools.setdefault(pool, {})[field] = value.decode()
    return [_pool(pool, pools[pool]) for pool in sorted(pools, key=order_of)]


def _written(result: PlayerResult) -> dict[str, Any]:
    return {
        "mark": _mark(result.game),
        "game": result.game,
        "at": result.at,
        "pool": result.pool,
        "public": result.is_public,
        "won": result.has_won,
        **({} if result.points is None else {"points": result.points}),
        "versus": {other: outcome.value for other, outcome in result.versus.items()},
    }


def _pool(pool: str, fields: Mapping[str, str]) -> PoolRecord:
    games, won, left, points = (int(fields.get(name, 0)) for name in ("games", "won", "left", "points"))
    best = fields.get("best")
    if best is None:
        return PoolRecord(pool, games, won, left, points, None)
    most, _, game = best.split(" ")
    return PoolRecord(pool, games, won, left, points, Best(int(most), GameId(game)))


def _meeting(held: bytes) -> Meeting:
    games, won, lost, _, last = held.decode().split(" ")
    return Meeting(int(games), int(won), int(lost), GameId(last))


def _mark(game: GameId) -> str:
    """The game's id in 22 characters, to save memory: a player may have 10,000 games."""
    return short(uuid.UUID(game).bytes)
