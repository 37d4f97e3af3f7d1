"""Counters over fixed windows, kept in the store for all processes."""

from dataclasses import dataclass

from redis import Redis

from replays.log.event_log import StoreAway, UnknownOutcome
from replays.store.scripts import Script, asking

COUNT = """
if redis.set_repl then redis.set_repl(redis.REPL_NONE) end
local number = redis.call('INCRBY', KEYS[1], ARGV[2])
local left = redis.call('TTL', KEYS[1])
if left < 0 or left > tonumber(ARGV[1]) then
  redis.call('EXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {number, left}
"""
"""Adds ARGV[2] to the counter at KEYS[1], whose window of ARGV[1] seconds begins with its first count.

The server keeps the end of a window as a time of its clock. Where that clock was ahead and came back, the
window would end that much too late. A counter without an end, or whose end is further away than its whole
window, ends after one window from now. It keeps its number, so a change of the clock forgives nobody.
"""


@dataclass(frozen=True, slots=True)
class Counted:
    """How many there were in this window, and the seconds until the next, at least 1."""

    number: int
    left: int


class Counters:
    """Counters by key. Methods take one round trip, and raise `StoreAway`."""

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._count = Script(store, COUNT)

    def count(self, key: str, seconds: int, amount: int = 1) -> Counted:
        """Count so many more, in a window of so many seconds."""
        try:
            number, left = self._count.run([key], [seconds, amount])
        except UnknownOutcome as lost:  # what is counted has not begun: one more may have been counted
            raise StoreAway(str(lost)) from lost.__cause__
        return Counted(number, max(left, 1))

    def forget(self, key: str) -> None:
        """Begin anew."""
        with asking():
            self._store.delete(key)
