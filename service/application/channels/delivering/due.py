"""The index of due targets of all players, from which the relay dispatches jobs.

When a player gets a notice, the player's targets are entered as due now. The job of a target leases it while
it works (`begin`), and then sets the next due time (`settle`). If a process dies in between, the entry stays
and becomes due again when the lease expires.
"""

import logging
from collections.abc import Collection, Iterable
from itertools import groupby
from typing import NamedTuple

from redis import Redis

from replays.store.scripts import Script, asking
from replays.streams.feeds import wake_relay
from service.application.channels.target import NAMES, Target, owned

DUE, BUSY = "{{deliveries}}:due:{}", "{{deliveries}}:busy:{}"
"""Two sorted sets of owners for each channel, scored in ms UTC: due times, and the ends of leases."""
DISPATCHED_MS = 120_000
"""The time after which a dispatched target is dispatched again if its job has not begun."""
WORK_MS = 90_000
"""The length of a job's lease on a target; after that the job counts as dead."""
BUSY_MS = 250
"""The delay after which a target that another job has leased is due again."""
LONGEST_WAIT_MS = 3 * 24 * 60 * 60_000
"""No due time lies further ahead; a later entry was made while a clock was ahead, and counts as due."""

FIND = """
local function find(now, limit, longest)
  local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, limit)
  if #found < limit then
    local ahead = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. longest, '+inf', 'LIMIT', 0, limit - #found)
    for _, each in ipairs(ahead) do found[#found + 1] = each end
  end
  return found
end
"""
"""A function that returns what is due, the longest due first."""

WAITING = f"""
{FIND}
return find(tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3])
"""

CLAIM = f"""
{FIND}
local now, limit, longest, later = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4]
local found = #ARGV == 4 and find(now, limit, longest) or {{}}
for place = 5, #ARGV do
  local at = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[place]) or now + 1)
  if at <= now or at > tonumber(longest) then found[#found + 1] = ARGV[place] end
end
for _, each in ipairs(found) do redis.call('ZADD', KEYS[1], later, each) end
return found
"""
"""Claims what is due: of the given targets, if there are any, else the longest due."""

BEGIN = """
local now, member, lease, again = tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4]
local busy = tonumber(redis.call('ZSCORE', KEYS[2], member) or '0')
if busy > now and busy <= tonumber(lease) then
  redis.call('ZADD', KEYS[1], again, member)
  return 0
end
redis.call('ZADD', KEYS[2], lease, member)
redis.call('ZADD', KEYS[1], lease, member)
return 1
"""

SETTLE = """
local member, lease, again = ARGV[1], ARGV[2], ARGV[3]
if redis.call('ZSCORE', KEYS[2], member) == lease then redis.call('ZREM', KEYS[2], member) end
if redis.call('ZSCORE', KEYS[1], member) ~= lease then return 0 end
if again == '' then
  redis.call('ZREM', KEYS[1], member)
else
  redis.call('ZADD', KEYS[1], again, member)
end
return 1
"""
"""Ends a lease, and removes the target or postpones it, unless it was entered again meanwhile."""

logger = logging.getLogger(__name__)


class Overdue(NamedTuple):
    """The number of targets that are due, and the longest delay among them in ms."""

    waiting: int
    ms: int


class DueTargets:
    """The index of due targets. Methods raise `StoreAway` and may be called again."""

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._waiting = Script(store, WAITING)
        self._claim = Script(store, CLAIM)
        self._begin = Script(store, BEGIN)
        self._settle = Script(store, SETTLE)

    def enter(self, targets: Collection[Target], at: int) -> None:
        """Make these targets due at this time, in ms UTC, unless already due earlier; wake the relay."""
        with asking(), self._store.pipeline(transaction=False) as pipe:
            for channel, group in groupby(sorted(targets), key=lambda target: target.channel):
                pipe.zadd(DUE.format(channel), {target.owner: at for target in group}, lt=True)
            pipe.execute()
        if targets:
            wake_relay(self._store)

    def channels(self, now: int) -> list[str]:
        """The channels with due targets, read in one round trip."""
        with asking(), self._store.pipeline(transaction=False) as pipe:
            for channel in NAMES:
                pipe.zcount(DUE.format(channel), "-inf", now)
                pipe.zcount(DUE.format(channel), f"({now + LONGEST_WAIT_MS}", "+inf")
            counts = pipe.execute()
        return [channel for at, channel in enumerate(NAMES) if any(counts[2 * at : 2 * at + 2])]

    def waiting(self, channel: str, now: int, limit: int) -> list[Target]:
        """At most `limit` due targets, the longest due first; entries that name no target are removed."""
        return self._targets(channel, self._waiting.ask([DUE.format(channel)], _times(now, limit)))

    def claim(
        self, channel: str, now: int, limit: int, among: Collection[Target] | None = None
    ) -> list[Target]:
        """At most `limit` due targets; they are due again after `DISPATCHED_MS`, in case their jobs get lost.

        With `among`, those of them that are due, in their order. Entries that name no target are removed.
        """
        if among is not None and not among:
            return []
        owners = [target.owner for target in among or ()][:limit]
        times = [*_times(now, limit), now + DISPATCHED_MS]
        return self._targets(channel, self._claim.ask([DUE.format(channel)], [*times, *owners]))

    def _targets(self, channel: str, found: Iterable[bytes]) -> list[Target]:
        targets = {member: _target(channel, member) for member in found}
        if strange := [member for member, target in targets.items() if target is None]:
            logger.error("%d entries of %s name no target", len(strange), DUE.format(channel))
            with asking():
                self._store.zrem(DUE.format(channel), *strange)
        return [target for target in targets.values() if target]

    def begin(self, target: Target, now: int) -> int | None:
        """Lease the target: the end of the lease in ms UTC, for `settle`; None if another job has it."""
        lease = now + WORK_MS
        taken = self._begin.ask(_keys(target), [now, target.owner, lease, now + BUSY_MS])
        return lease if taken else None

    def settle(self, target: Target, lease: int, again: int | None) -> None:
        """End the lease; the target is due next at `again`, in ms UTC, or with the next notice if None."""
        self._settle.ask(_keys(target), [target.owner, lease, "" if again is None else again])

    def forget(self, target: Target) -> None:
        """Remove the entry of a target that no longer exists."""
        with asking():
            self._store.zrem(DUE.format(target.channel), target.owner)

    def crowd(self, channel: str, now: int) -> int:
        """The number of targets that are due, dispatched or leased, or are due within `DISPATCHED_MS`."""
        with asking():
            return int(self._store.zcount(DUE.format(channel), "-inf", now + DISPATCHED_MS))

    def overdue(self, channel: str, now: int) -> Overdue:
        """The number of targets that are due at `now`, and the longest delay among them."""
        with asking(), self._store.pipeline(transaction=False) as pipe:
            pipe.zcount(DUE.format(channel), "-inf", now)
            pipe.zrange(DUE.format(channel), 0, 0, withscores=True)
            count, first = pipe.execute()
        return Overdue(count, max(0, now - int(first[0][1])) if first else 0)


def _times(now: int, limit: int) -> list[int]:
    return [now, limit, now + LONGEST_WAIT_MS]


def _target(channel: str, member: bytes) -> Target | None:
    try:
        return owned(channel, member.decode())
    except ValueError:
        return None


def _keys(target: Target) -> list[str]:
    return [DUE.format(target.channel), BUSY.format(target.channel)]
