"""A lease: of the processes that could do the same work, one does it, and another one where that died."""

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
    """A lease under one key, for the holder of a name of its own. Methods raise `StoreAway`.

    It saves work and no more: two may hold it for a moment, after a clock's jump or a long pause.
    """

    def __init__(self, store: Redis, key: str, name: str, ms: int) -> None:
        self._key = key
        self._name = name
        self._ms = ms
        self._hold = Script(store, HOLD)
        self._release = Script(store, RELEASE)

    def hold(self) -> bool:
        """Take it, or keep it, for so many ms from now on; whether it is one's own."""
        return bool(self._hold.ask([self._key], [self._name, self._ms]))

    def release(self) -> None:
        """Let others have it."""
        self._release.ask([self._key], [self._name])
