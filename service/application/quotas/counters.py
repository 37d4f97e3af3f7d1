"""Counters over fixed windows, in the store, shared by all processes."""

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
"""Adds `amount` to the counter at `key`, whose window of `seconds` begins with its first count.

The server stores the end of a window as a time of its clock. If that clock was ahead and is set back, the
window would end that much too late. So a counter without an end, or with an end further away than a whole
window, gets a new window from now. It keeps its number, so that a change of the clock resets no limit.
"""
COUNT_ONE = f"{COUNT} return {{count(KEYS[1], ARGV[1], ARGV[2])}}"


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` in a window of `seconds`."""

    most: int
    seconds: int


@dataclass(frozen=True, slots=True)
class WindowCount:
    """The count in the current window, and the seconds until the next window, at least 1."""

    number: int
    left: int

    @classmethod
    def of(cls, number: int, left: int) -> "WindowCount":
        """Create it from the result of the script's `count`."""
        return cls(number, max(left, 1))


class Counters:
    """Counters by key. Each method takes one round trip and raises `StoreAway`."""

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._count = Script(store, COUNT_ONE)

    def count(self, key: str, seconds: int, amount: int = 1) -> WindowCount:
        """Add `amount` to the counter, in a window of `seconds`."""
        return WindowCount.of(*self._count.ask([key], [seconds, amount]))

    def forget(self, key: str) -> None:
        """Reset the counter."""
        with asking():
            self._store.delete(key)
