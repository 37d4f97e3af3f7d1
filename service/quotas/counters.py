"""Counters over fixed windows, kept in the store for all processes."""

from dataclasses import dataclass

from redis import Redis

from replays.store.scripts import Script, asking

COUNT = """
if redis.set_repl then redis.set_repl(redis.REPL_NONE) end
local function count(key, seconds, amount)
  local number = redis.call('INCRBY', key, amount)
  local left = redis.call('TTL', key)
  if left < 0 or left > tonumber(seconds) then
    redis.call('EXPIRE', key, seconds)
    left = tonumber(seconds)
  end
  return number, left
end
"""
"""Adds an amount to the counter at a key, whose window of so many seconds begins with its first count.

The server keeps the end of a window as a time of its clock. Where that clock was ahead and came back, the
window would end that much too late. A counter without an end, or whose end is further away than its whole
window, ends after one window from now. It keeps its number, so a change of the clock forgives nobody.
"""
COUNT_ONE = f"{COUNT} return {{count(KEYS[1], ARGV[1], ARGV[2])}}"


@dataclass(frozen=True, slots=True)
class Limit:
    """So many in so many seconds."""

    most: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Counted:
    """How many there were in this window, and the seconds until the next, at least 1."""

    number: int
    left: int

    @classmethod
    def of(cls, number: int, left: int) -> "Counted":
        """What `count` of the script gave."""
        return cls(number, max(left, 1))


class Counters:
    """Counters by key. Methods take one round trip, and raise `StoreAway`."""

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._count = Script(store, COUNT_ONE)

    def count(self, key: str, seconds: int, amount: int = 1) -> Counted:
        """Count so many more, in a window of so many seconds."""
        return Counted.of(*self._count.ask([key], [seconds, amount]))

    def forget(self, key: str) -> None:
        """Begin anew."""
        with asking():
            self._store.delete(key)
