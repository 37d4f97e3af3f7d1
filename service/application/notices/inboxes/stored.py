"""The inboxes in the store: three keys of each account, changed by scripts in its slot.

`{player:<id>}:notices` is a sorted set of notices by their positions. A member is the position and the
notice's fields, separated by spaces, with `-` for an empty field.

`…:notices:state` is a hash. `n` is the last position, `<partition>` the last applied entry of that
partition's feed, and `<kind> <table>` the position and mark of the latest notice of a kind with `latest`.

`…:notices:unread` is a sorted set of the unread notices by their positions. A member is the position, the
kind and the table. If the notice replaced an unread one, the position is followed by `/` and the position of
the first notice in that chain.

The script leaves out notices of kinds with `by_choice` from players in `{player:<id>}:blocked`, and notices
of kinds with `mutable` from players in `…:muted` and about games in `…:talk:muted`.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from redis import Redis

from replays.encoding.identity import GameId
from replays.log.listing import Listing
from replays.store.scripts import ask_together, asking
from service.application.account_keys import (
    ERASED,
    AccountScript,
    blocked_key,
    muted_key,
    notices_key,
    notices_state_key,
    talk_muted_key,
    unread_key,
)
from service.application.notices.inboxes.inboxes import MOST, InboxChange, InboxEntry, UnknownNotice
from service.application.notices.kinds.registry import KINDS
from service.application.notices.notice import Notice

PAGE = 100
EMPTY = "-"

WRITE = f"""
local notices, state, unread, latest = {notices_key}, {notices_state_key}, {unread_key}, cjson.decode(ARGV[2])

local function is_new(entry, place)
  local ms, n = string.match(entry, '^(%d+)-(%d+)$')
  local ms0, n0 = string.match(place or '0-0', '^(%d+)-(%d+)$')
  ms, n, ms0, n0 = tonumber(ms), tonumber(n), tonumber(ms0), tonumber(n0)
  return ms > ms0 or (ms == ms0 and n > n0)
end

local changed = false

local function drop(position)
  redis.call('ZREMRANGEBYSCORE', notices, position, position)
  redis.call('ZREMRANGEBYSCORE', unread, position, position)
  changed = true
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

local function forget(place)
  for _, member in ipairs(redis.call('ZRANGE', notices, 0, -1)) do
    local position, of = string.match(member, '^(%d+) %S+ (%S+)')
    if of == place then drop(position) end
  end
end

local function close(ending)
  for _, member in ipairs(redis.call('ZRANGE', unread, 0, -1)) do
    if string.sub(member, -#ending) == ending then
      redis.call('ZREM', unread, member)
      changed = true
    end
  end
end

local function unread_since(position)
  local member = redis.call('ZRANGEBYSCORE', unread, position, position)[1]
  return member and string.match(member, '^%d+/(%d+)') or member and position
end

local function is_told(notice)
  if notice.latest then
    local last = redis.call('HGET', state, notice.k .. ' ' .. notice.t)
    if last and string.match(last, '^%d+ (.*)$') == notice.m then return true end
    if last then drop(string.match(last, '^%d+')) end
  elseif notice.m ~= '-' then
    for _, member in ipairs(redis.call('ZRANGE', notices, 0, -1)) do
      local position, kind, of, mark = string.match(member, '^(%d+) (%S+) (%S+) .* (%S+)$')
      if kind == notice.k and of == notice.t then
        if mark == notice.m then return true end
        if notice.replaces then
          notice.since = unread_since(position)
          drop(position)
        end
      end
    end
  end
  return false
end

local function is_unwanted(notice)
  local function has(list, member) return redis.call('HEXISTS', list, member) == 1 end
  return notice.choice and has({blocked_key}, notice.by)
    or notice.mutable and has({muted_key}, notice.by)
    or notice.mutable and has({talk_muted_key}, notice.t)
end

local function make(notice)
  if is_unwanted(notice) or is_told(notice) then return end
  changed = true
  local n = redis.call('HINCRBY', state, 'n', 1)
  local fields = {{n, notice.k, notice.t, notice.l, notice.v, notice.at, notice.by, notice.m}}
  redis.call('ZADD', notices, n, table.concat(fields, ' '))
  local since = notice.since and '/' .. notice.since or ''
  redis.call('ZADD', unread, n, n .. since .. ' ' .. notice.k .. ' ' .. notice.t)
  if notice.latest then redis.call('HSET', state, notice.k .. ' ' .. notice.t, n .. ' ' .. notice.m) end
  if redis.call('ZCARD', notices) > {MOST} then
    drop(string.match(redis.call('ZRANGE', notices, 0, 0)[1], '^%d+'))
  end
end

for _, change in ipairs(cjson.decode(ARGV[1])) do
  if is_new(change.entry, redis.call('HGET', state, change.partition)) then
    redis.call('HSET', state, change.partition, change.entry)
    if change.over or change.forget then over(change.place) end
    if change.forget then forget(change.place) end
    if change.seen then close(' ' .. change.place) end
    for _, kind in ipairs(change.close) do close(' ' .. kind .. ' ' .. change.place) end
    for _, notice in ipairs(change.make) do make(notice) end
  else
    changed = true
  end
end
return changed and redis.call('ZCARD', unread) or false
"""
"""Applies the changes ARGV[1] that were not applied before; ARGV[2] are the kinds with `latest`.

A change that was applied before counts as new, because it may not have been announced yet.
"""

SEE = f"""
local newest = tonumber(redis.call('HGET', {notices_state_key}, 'n') or '0')
local upto = tonumber(ARGV[1]) or newest
if upto > newest then return {{'unknown', newest}} end
if ARGV[2] == '' then
  redis.call('ZREMRANGEBYSCORE', {unread_key}, '-inf', upto)
else
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', {unread_key}, '-inf', upto)) do
    if string.sub(member, -#ARGV[2]) == ARGV[2] then redis.call('ZREM', {unread_key}, member) end
  end
end
return {{'done', redis.call('ZCARD', {unread_key})}}
"""


class StoredInboxes:
    """The `Inboxes` in the store."""

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._write = AccountScript(store, WRITE)
        self._see = AccountScript(store, SEE)

    def write(self, player: str, changes: list[InboxChange]) -> int | None:
        """Apply the changes with one script."""
        return self.write_each({player: changes}).get(player)

    def write_each(self, changes: Mapping[str, Sequence[InboxChange]]) -> dict[str, int]:
        """Apply the changes with one script for each player, all in one round trip."""
        latest = json.dumps([kind.name for kind in KINDS.values() if kind.latest])
        runs = [self._write.of(player, _written(each), latest) for player, each in changes.items()]
        answers = zip(changes, ask_together(self._store, runs), strict=True)
        return {player: int(unread) for player, unread in answers if unread not in {None, ERASED}}

    def unread(self, player: str) -> int:
        """Return the number of unread notices."""
        with asking():
            return self._store.zcard(unread_key(player))

    def page(self, player: str, before: int | None, limit: int) -> tuple[list[InboxEntry], int | None]:
        """Return a page of notices, in one round trip."""
        newest = "+inf" if before is None else f"({before}"
        with asking(), self._store.pipeline(transaction=False) as pipe:
            pipe.zrevrangebyscore(notices_key(player), newest, "-inf", start=0, num=limit + 1)
            pipe.zrange(unread_key(player), 0, -1)
            kept = _each(*pipe.execute())
        return kept[:limit], kept[limit - 1].position if len(kept) > limit else None

    def after(self, player: str, position: int) -> list[InboxEntry]:
        """Return the notices after a position, in one round trip."""
        with asking(), self._store.pipeline(transaction=False) as pipe:
            pipe.zrangebyscore(notices_key(player), f"({position}", "+inf")
            pipe.zrange(unread_key(player), 0, -1)
            return _each(*pipe.execute())

    def every(self, player: str) -> Iterator[InboxEntry]:
        """Return all notices, read page by page."""
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


def _written(changes: Sequence[InboxChange]) -> str:
    return json.dumps(
        [
            {
                "partition": str(change.partition),
                "entry": change.entry,
                "place": change.table,
                "forget": change.forget,
                "over": change.over,
                "seen": change.seen,
                "close": change.close,
                "make": [_fields(notice) for notice in change.make],
            }
            for change in changes
        ]
    )


def _fields(notice: Notice) -> dict[str, Any]:
    kind = KINDS[notice.kind]
    return {
        "k": notice.kind,
        "t": notice.table,
        "l": notice.listing or EMPTY,
        "v": str(notice.version),
        "at": str(notice.at),
        "by": notice.by or EMPTY,
        "m": notice.mark or EMPTY,
        "latest": kind.latest,
        "choice": kind.by_choice,
        "mutable": kind.mutable,
        "replaces": kind.replaces,
    }


def _each(members: Iterable[bytes], waiting: Iterable[bytes]) -> list[InboxEntry]:
    places = (member.split()[0].partition(b"/") for member in waiting)
    unread = {int(position): int(since) if since else None for position, _, since in places}
    return [_kept(member, unread) for member in members]


def _kept(member: bytes, unread: Mapping[int, int | None]) -> InboxEntry:
    number, kind, table, listing, version, at, by, mark = member.decode().split(" ")
    who, what = ("" if text == EMPTY else text for text in (by, mark))
    of = None if listing == EMPTY else Listing(listing)
    notice = Notice(kind, GameId(table), of, int(version), int(at), who, what)
    return InboxEntry(int(number), notice, int(number) in unread, unread.get(int(number)))
