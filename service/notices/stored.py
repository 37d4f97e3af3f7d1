"""The inboxes in the store: three keys of each account, changed by scripts in its slot.

`{player:<id>}:notices` is a stream whose entries have the positions as ids, `<position>-0`. In the hash
`…:notices:state`, `n` counts positions, `<partition>` is the last entry of that partition's feed, and
`<kind> <table>` has the position and the mark of the latest notice of a kind that has one only. In the
sorted set `…:notices:unread` the score is a position, and the member that, the kind and the table.
"""

import json
from collections.abc import Iterator
from typing import Any

from redis import Redis

from replays.encoding.identity import GameId
from replays.log.listing import Listing
from replays.store.scripts import asking
from service.account_keys import (
    AccountErased,
    AccountScript,
    notices_key,
    unread_key,
)
from service.notices.inboxes import MOST, Delivery, Kept, UnknownNotice
from service.notices.kinds import KINDS, LATEST
from service.notices.notice import Notice

PAGE = 100

WRITE = f"""
local notices, state, unread, latest = KEYS[10], KEYS[11], KEYS[12], cjson.decode(ARGV[2])

local function is_new(entry, place)
  local ms, n = string.match(entry, '^(%d+)-(%d+)$')
  local ms0, n0 = string.match(place or '0-0', '^(%d+)-(%d+)$')
  ms, n, ms0, n0 = tonumber(ms), tonumber(n), tonumber(ms0), tonumber(n0)
  return ms > ms0 or (ms == ms0 and n > n0)
end

local function drop(position)
  redis.call('XDEL', notices, position .. '-0')
  redis.call('ZREMRANGEBYSCORE', unread, position, position)
end

local function over(place)
  for _, kind in ipairs(latest) do
    local last = redis.call('HGET', state, kind .. ' ' .. place)
    if last then
      drop(string.match(last, '^%d+'))
      redis.call('HDEL', state, kind .. ' ' .. place)
    end
  end
end

local function field(entry, name)
  for i = 1, #entry[2], 2 do
    if entry[2][i] == name then return entry[2][i + 1] end
  end
end

local function forget(place)
  for _, entry in ipairs(redis.call('XRANGE', notices, '-', '+')) do
    if field(entry, 't') == place then drop(string.match(entry[1], '^%d+')) end
  end
end

local function close(ending)
  for _, member in ipairs(redis.call('ZRANGE', unread, 0, -1)) do
    if string.sub(member, -#ending) == ending then redis.call('ZREM', unread, member) end
  end
end

local function is_told(notice)
  if notice.latest then
    local last = redis.call('HGET', state, notice.k .. ' ' .. notice.t)
    if last and string.match(last, '^%d+ (.*)$') == notice.m then return true end
    if last then drop(string.match(last, '^%d+')) end
  elseif notice.m ~= '' then
    for _, entry in ipairs(redis.call('XRANGE', notices, '-', '+')) do
      local same = field(entry, 't') == notice.t and field(entry, 'k') == notice.k
      if same and field(entry, 'm') == notice.m then return true end
    end
  end
  return false
end

local function make(notice)
  if is_told(notice) then return end
  local n = redis.call('HINCRBY', state, 'n', 1)
  redis.call('XADD', notices, 'MAXLEN', '=', {MOST}, n .. '-0', 'k', notice.k, 't', notice.t, 'l', notice.l,
    'v', notice.v, 'at', notice.at, 'by', notice.by, 'm', notice.m)
  redis.call('ZADD', unread, n, n .. ' ' .. notice.k .. ' ' .. notice.t)
  if notice.latest then redis.call('HSET', state, notice.k .. ' ' .. notice.t, n .. ' ' .. notice.m) end
  local oldest = redis.call('XRANGE', notices, '-', '+', 'COUNT', 1)[1]
  redis.call('ZREMRANGEBYSCORE', unread, '-inf', '(' .. string.match(oldest[1], '^%d+'))
end

for _, delivery in ipairs(cjson.decode(ARGV[1])) do
  if is_new(delivery.entry, redis.call('HGET', state, delivery.partition)) then
    redis.call('HSET', state, delivery.partition, delivery.entry)
    if delivery.over or delivery.forget then over(delivery.place) end
    if delivery.forget then forget(delivery.place) end
    if delivery.seen then close(' ' .. delivery.place) end
    for _, kind in ipairs(delivery.close) do close(' ' .. kind .. ' ' .. delivery.place) end
    for _, notice in ipairs(delivery.make) do make(notice) end
  end
end
return redis.call('ZCARD', unread)
"""
"""Takes the deliveries ARGV[1] that come after those taken before; ARGV[2] are the kinds with `latest`."""

SEE = """
local newest = tonumber(redis.call('HGET', KEYS[11], 'n') or '0')
local upto = tonumber(ARGV[1]) or newest
if upto > newest then return {'unknown', newest} end
if ARGV[2] == '' then
  redis.call('ZREMRANGEBYSCORE', KEYS[12], '-inf', upto)
else
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[12], '-inf', upto)) do
    if string.sub(member, -#ARGV[2]) == ARGV[2] then redis.call('ZREM', KEYS[12], member) end
  end
end
return {'done', redis.call('ZCARD', KEYS[12])}
"""


class StoredInboxes:
    """The `Inboxes` in the store."""

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._write = AccountScript(store, WRITE)
        self._see = AccountScript(store, SEE)

    def write(self, player: str, deliveries: list[Delivery]) -> int | None:
        """Take the deliveries with one script."""
        try:
            return int(self._write.run(player, _written(deliveries), json.dumps(LATEST)))
        except AccountErased:
            return None

    def unread(self, player: str) -> int:
        """Return how many notices are unread."""
        with asking():
            return self._store.zcard(unread_key(player))

    def page(self, player: str, before: int | None, limit: int) -> tuple[list[Kept], int | None]:
        """Return a page of notices, in one round trip."""
        last = "+" if before is None else f"({before}-0"
        with asking(), self._store.pipeline(transaction=False) as pipe:
            pipe.xrevrange(notices_key(player), last, "-", count=limit + 1)
            pipe.zrange(unread_key(player), 0, -1)
            entries, members = pipe.execute()
        unread = {int(member.split()[0]) for member in members}
        kept = [_kept(entry_id, fields, unread) for entry_id, fields in entries]
        return kept[:limit], kept[limit - 1].position if len(kept) > limit else None

    def every(self, player: str) -> Iterator[Kept]:
        """Return all notices by pages."""
        found, following = self.page(player, None, PAGE)
        yield from found
        while following is not None:
            found, following = self.page(player, following, PAGE)
            yield from found

    def see(self, player: str, upto: int | None, table: GameId | None = None) -> int:
        """Mark notices as read."""
        kind, number = self._see.run(player, "" if upto is None else upto, table or "")
        if kind == b"unknown":
            raise UnknownNotice(int(number))
        return int(number)


def _written(deliveries: list[Delivery]) -> str:
    return json.dumps(
        [
            {
                "partition": str(delivery.partition),
                "entry": delivery.entry,
                "place": delivery.table,
                "forget": delivery.forget,
                "over": delivery.over,
                "seen": delivery.seen,
                "close": delivery.close,
                "make": [_fields(notice) for notice in delivery.make],
            }
            for delivery in deliveries
        ]
    )


def _fields(notice: Notice) -> dict[str, Any]:
    return {
        "k": notice.kind,
        "t": notice.table,
        "l": notice.listing.value,
        "v": str(notice.version),
        "at": str(notice.at),
        "by": notice.by,
        "m": notice.mark,
        "latest": KINDS[notice.kind].latest,
    }


def _kept(entry_id: bytes, fields: dict[bytes, bytes], unread: set[int]) -> Kept:
    position = int(entry_id.partition(b"-")[0])
    text = {name.decode(): value.decode() for name, value in fields.items()}
    notice = Notice(
        text["k"],
        GameId(text["t"]),
        Listing(text["l"]),
        int(text["v"]),
        int(text["at"]),
        text["by"],
        text["m"],
    )
    return Kept(position, notice, position in unread)
