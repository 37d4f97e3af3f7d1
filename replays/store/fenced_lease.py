"""A fenced lease: the holder has a token, which the scripts of the guarded data compare before they write.

A holder that was paused for longer than its lease can therefore change nothing any more once another process
has taken over.
"""

from redis import Redis

from replays.store.lease import RELEASE
from replays.store.scripts import Script

HOLD = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
if not holder then redis.call('INCR', KEYS[2]) end
return tonumber(redis.call('GET', KEYS[2]))
"""


class FencedLease:
    """A lease for the holder with this unique name; the keys share a slot. Methods raise `StoreAway`.

    `fence` is the key of the latest token, a number that grows whenever the lease is taken.
    """

    def __init__(self, store: Redis, key: str, fence: str, name: str, ms: int) -> None:
        self._keys = (key, fence)
        self._name = name
        self._ms = ms
        self._hold = Script(store, HOLD)
        self._release = Script(store, RELEASE)
        self.token = 0
        """The token of this holder; 0 if it does not hold the lease."""

    def hold(self) -> bool:
        """Acquire or extend the lease for `ms` milliseconds from now; True if this process holds it."""
        self.token = int(self._hold.ask(self._keys, [self._name, self._ms]))
        return self.token > 0

    def release(self) -> None:
        """Release the lease if this process holds it."""
        self._release.ask(self._keys[:1], [self._name])
