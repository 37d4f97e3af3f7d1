"""Games whose talk a player has muted; only that player can see the mutes."""

from collections.abc import Iterator

from redis import Redis

from replays.encoding.identity import GameId
from service.application.account_keys import talk_muted_key
from service.application.quotas.counted_part import CountedPart
from service.application.quotas.storage import LedgerScript, Storage

MOST = 500
"""The most games whose talk a player may mute."""

ADD = f"""
local list = {talk_muted_key}
if redis.call('HEXISTS', list, ARGV[1]) == 1 then return unchanged('') end
local more = {talk_muted_key.overhead}
if redis.call('HLEN', list) >= {MOST} then
  local oldest, since
  local held = redis.call('HGETALL', list)
  for i = 1, #held, 2 do
    if not since or tonumber(held[i + 1]) < since then oldest, since = held[i], tonumber(held[i + 1]) end
  end
  redis.call('HDEL', list, oldest)
  more = 0
end
local refused = full(more)
if refused then return refused end
redis.call('HSET', list, ARGV[1], ARGV[2])
return counted(more, '')
"""
"""Mutes the game ARGV[1] at the time ARGV[2]; beyond the limit, the oldest mute is removed."""


class TalkMutes:
    """The games whose talk players have muted; methods raise as those of `CountedPart` do."""

    def __init__(self, store: Redis, storage: Storage) -> None:
        self._muted = CountedPart(store, storage, talk_muted_key)
        self._add = LedgerScript(store, ADD)

    def mute(self, player: str, game: GameId, now: int, address: str) -> None:
        """Mute the talk of a game, at `now` in ms UTC; raises `StorageFull`."""
        self._muted.put(self._add, player, game, str(now), address)

    def unmute(self, player: str, game: GameId) -> None:
        """Unmute the talk of a game; does nothing if it is not muted."""
        self._muted.remove(player, game)

    def is_muted(self, player: str, game: GameId) -> bool:
        """True if the player has muted the talk of the game."""
        return self._muted.has(player, game)

    def every(self, player: str) -> Iterator[tuple[GameId, int]]:
        """Every game whose talk the player has muted, by id, with the time in ms UTC."""
        for game, since in self._muted.paged(player):
            yield GameId(game), int(since)
