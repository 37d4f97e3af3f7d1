"""Games whose talk a player has muted; only that player can see the mutes."""

from collections.abc import Iterator

from redis import Redis

from replays.encoding.identity import GameId
from replays.store.scripts import asking
from service.application.account_keys import talk_muted_key
from service.application.games.texts.hash_pages import field_names, values
from service.application.quotas.counted_store import CountedStore
from service.application.quotas.storage import LedgerScript, Storage
from service.application.quotas.storage_ledger import Thing

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

REMOVE = f"""
if redis.call('HDEL', {talk_muted_key}, ARGV[1]) == 0 then return unchanged('') end
return counted(-{talk_muted_key.overhead}, '')
"""


class TalkMutes(CountedStore):
    """The games whose talk players have muted."""

    def __init__(self, store: Redis, storage: Storage) -> None:
        super().__init__(store, storage)
        self._add = LedgerScript(store, ADD)
        self._remove = LedgerScript(store, REMOVE)

    def mute(self, player: str, game: GameId, now: int, address: str) -> None:
        """Mute the talk of a game, at `now` in ms UTC; raises `StorageFull`."""
        text = str(now)
        self._storage.keep(player, Thing(talk_muted_key, game), len(text), address, self._add, (game, text))

    def unmute(self, player: str, game: GameId) -> None:
        """Unmute the talk of a game; does nothing if it is not muted."""
        self._storage.drop(player, self._remove, (game,))

    def is_muted(self, player: str, game: GameId) -> bool:
        """True if the player has muted the talk of the game."""
        with asking():
            return bool(self._store.hexists(talk_muted_key(player), game))

    def every(self, player: str) -> Iterator[tuple[GameId, int]]:
        """Every game whose talk the player has muted, by id, with the time in ms UTC."""
        key = talk_muted_key(player)
        for game, since in values(self._store, key, field_names(self._store, key)):
            yield GameId(game), int(since)
