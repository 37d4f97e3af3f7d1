"""A queue of requests in the store, in which network addresses take turns, and at an address its accounts.

The order is that of `workers/relay/fair_queue.py`, and is kept in the store, so it holds for all processes
and after restarts: groups take turns, within a group its accounts, and an account's requests are in the order
of arrival. Whoever joins goes to the end of the line, so a newcomer waits for one request of each group.

A subject that several have requested is served at the first of their turns, for all of them. Nobody can delay
a subject by requesting it first.

The queue is bounded, and a group has at most `share` requests. A request for which there is no room displaces
the newest request of the group with the most, if that has at least two more than the requester's; else that
of the account with the most in the requester's own group, by the same rule; else it is refused. So a full
queue refuses those who filled it. A displaced request is remembered for `DISPLACED_SECONDS`, so that its
owner can see what happened.
"""

from enum import Enum
from typing import NamedTuple

from redis import Redis

from replays.store.scripts import Script, asking
from replays.streams.feeds import wake_relay

DISPLACED_SECONDS = 60 * 60

WAITING = """
local function waiting()
  local found = {}
  for place, entry in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    local group, account, subject = string.match(entry, '^(%S+) (%S*) (%S+)$')
    group, account, subject = group or entry, account or '', subject or entry
    found[place] = {entry = entry, group = group, account = group .. ' ' .. account, subject = subject}
  end
  return found
end
local function is_among(some, subject)
  for _, each in ipairs(some) do
    if each.subject == subject then return true end
  end
  return false
end
local function last(key) return tonumber(redis.call('ZREVRANGE', key, 0, 0, 'WITHSCORES')[2] or '0') end
local function next_place() return math.max(last(KEYS[1]), last(KEYS[2])) + 1 end
local function turn(name) return tonumber(redis.call('ZSCORE', KEYS[2], name) or '0') end
local function is_taken(subject, now, lease)
  local ends = tonumber(redis.call('ZSCORE', KEYS[3], subject) or '0')
  return ends > now and ends <= now + lease
end
local function forget_turns(rest)
  local live = {}
  for _, each in ipairs(rest) do live[each.group], live[each.account] = true, true end
  for _, name in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
    if not live[name] then redis.call('ZREM', KEYS[2], name) end
  end
end
"""
"""Functions of all scripts. `waiting` returns the entries in the order of arrival.

KEYS[1] has an entry `<group> <account> <subject>` for each request, by arrival; previous releases wrote the
subject only, which counts as a group of its own. KEYS[2] has the turns: each waiting group, and each account
as `<group> <account>`, by when it joined or was last served. KEYS[3] and KEYS[4] have the subjects that were
taken, and the displaced ones, by when this ends (ms UTC).
"""

ADD = f"""
{WAITING}
local group, account, subject = ARGV[1], ARGV[1] .. ' ' .. ARGV[2], ARGV[3]
local most, share, now = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local lease, remembered = tonumber(ARGV[7]), tonumber(ARGV[8])
local entry = account .. ' ' .. subject
if is_taken(subject, now, lease) or redis.call('ZSCORE', KEYS[1], entry) then return 'waits' end

local there, counts = waiting(), {{}}
for _, each in ipairs(there) do
  counts[each.group] = (counts[each.group] or 0) + 1
  counts[each.account] = (counts[each.account] or 0) + 1
end
local function largest(kind, of)
  local name, number = nil, 0
  for _, each in ipairs(there) do
    if (not of or each.group == of) and counts[each[kind]] >= number then
      name, number = each[kind], counts[each[kind]]
    end
  end
  return name, number
end
local function newest_of(name)
  for place = #there, 1, -1 do
    if there[place].account == name then return table.remove(there, place) end
  end
end

local is_full, at_share = #there >= most, (counts[group] or 0) >= share
local name, number = largest('group')
local _, of_account = largest('account', group)
local from
if is_full and not at_share and number > (counts[group] or 0) + 1 then
  from = name
elseif (is_full or at_share) and of_account > (counts[account] or 0) + 1 then
  from = group
elseif is_full or at_share then
  return at_share and 'share' or 'full'
end
if from then
  local gone = newest_of(largest('account', from))
  redis.call('ZREM', KEYS[1], gone.entry)
  forget_turns(there)
  if not is_among(there, gone.subject) then
    redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now)
    redis.call('ZADD', KEYS[4], now + remembered, gone.subject)
    for _, old in ipairs(redis.call('ZRANGE', KEYS[4], 0, -most - 1)) do redis.call('ZREM', KEYS[4], old) end
    redis.call('PEXPIRE', KEYS[4], remembered)
  end
end
redis.call('ZREM', KEYS[4], subject)
local place = next_place()
redis.call('ZADD', KEYS[1], place, entry)
for _, name in ipairs({{group, account}}) do
  if turn(name) == 0 then redis.call('ZADD', KEYS[2], place, name) end
end
return 'waits'
"""

TAKE = f"""
{WAITING}
local now, lease = tonumber(ARGV[1]), tonumber(ARGV[2])
local next
for _, each in ipairs(waiting()) do
  each.turn, each.own = turn(each.group), turn(each.account)
  local is_first = not next or each.turn < next.turn or (each.turn == next.turn and each.own < next.own)
  if is_first then next = each end
end
if not next then return false end
for _, each in ipairs(waiting()) do
  if each.subject == next.subject then redis.call('ZREM', KEYS[1], each.entry) end
end
local place = next_place()
redis.call('ZADD', KEYS[2], place, next.group, place, next.account)
forget_turns(waiting())
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
redis.call('ZADD', KEYS[3], now + lease, next.subject)
redis.call('PEXPIRE', KEYS[3], lease)
return next.subject
"""

STATE = f"""
{WAITING}
local subject, now, lease, remembered = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if is_taken(subject, now, lease) or is_among(waiting(), subject) then return 'waits' end
local ends = tonumber(redis.call('ZSCORE', KEYS[4], subject) or '0')
return ends > now and ends <= now + remembered and 'displaced' or 'absent'
"""


class Requester(NamedTuple):
    """The group and account whose turn a request takes; neither has a space.

    The group is the mark of the client's network address (`origins.origin`), so that no address is stored.
    The account is empty for a request without one.
    """

    group: str
    account: str


class Added(Enum):
    """The outcome of a request."""

    WAITS = b"waits"
    """It waits, or its subject was taken."""
    SHARE = b"share"
    """Refused: the group has as many requests as it may."""
    FULL = b"full"
    """Refused: the queue is full, and no group has more requests than the requester's."""


class Waiting(Enum):
    """Whether a subject waits (or was taken), was displaced lately, or neither."""

    WAITS = b"waits"
    DISPLACED = b"displaced"
    ABSENT = b"absent"


class RequestQueue:
    """The requests under one name. Methods raise `StoreAway` and take one round trip.

    It has at most `most` requests, of a group at most `share`. For `lease_ms` after a subject was taken, or
    until `done`, further requests for it are not added. Times are in ms UTC.
    """

    def __init__(self, store: Redis, name: str, most: int, share: int, lease_ms: int) -> None:
        self._store = store
        self._keys = [name, *(f"{{{name}}}:{kind}" for kind in ("turns", "taken", "displaced"))]
        self._bounds = (most, share)
        self._lease_ms = lease_ms
        self._add = Script(store, ADD)
        self._take = Script(store, TAKE)
        self._state = Script(store, STATE)

    def add(self, subject: str, requester: Requester, now: int) -> Added:
        """Request a subject, which has no space; a repeated request keeps its place."""
        times = (now, self._lease_ms, 1000 * DISPLACED_SECONDS)
        added = Added(self._add.ask(self._keys, [*requester, subject, *self._bounds, *times]))
        if added is Added.WAITS:
            wake_relay(self._store)
        return added

    def take(self, now: int) -> str | None:
        """Remove and return the next subject in turn; None if nothing waits."""
        taken = self._take.ask(self._keys, [now, self._lease_ms])
        return taken.decode() if taken else None

    def state(self, subject: str, now: int) -> Waiting:
        """Return the state of a subject."""
        times = (now, self._lease_ms, 1000 * DISPLACED_SECONDS)
        return Waiting(self._state.ask(self._keys, [subject, *times]))

    def done(self, subject: str) -> None:
        """End the lease on a taken subject, so that it can be requested again."""
        with asking():
            self._store.zrem(self._keys[2], subject)
