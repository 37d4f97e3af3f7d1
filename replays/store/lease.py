"""A lease: lets one of several processes do shared work, and another one if that process dies."""

from redis import Redis

from replays.store.scripts import Script

HOLD = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 0"


class Lease:
    """A lease under one key, for the holder with this unique name. Methods raise `StoreAway`.

    It only avoids duplicate work: after a clock's jump or a long pause, two processes may hold it briefly.
    """

    def __init__(self, store: Redis, key: str, name: str, ms: int) -> None:
        self._key = key
        self._name = name
        self._ms = ms
        self._hold = Script(store, HOLD)
        self._release = Script(store, RELEASE)

    def hold(self) -> bool:
        """Acquire or extend the lease for `ms` milliseconds from now; True if this process holds it."""
        return bool(self._hold.ask([self._key], [self._name, self._ms]))

    def release(self) -> None:
        """Release the lease if this process holds it."""
        self._release.ask([self._key], [self._name])
