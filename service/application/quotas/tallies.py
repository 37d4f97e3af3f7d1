"""Counts of requests that a process keeps itself, and reports to the counters in the store by portions.

The store opens each window. Until it ends, a process counts cheap requests itself, up to a portion of the
limit, and reports them with the next request. So nobody is refused earlier than if the store counted each
request. What others have counted a process knows from its last report: together n processes admit at most
n - 1 portions above the limit.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from replays.runtime.lru_cache import LruCache
from service.application.quotas.counters import Limit, WindowCount

PORTIONS = 16
"""The number of portions of a limit. The store counts each request of a smaller limit."""
CHEAP = 10
"""The greatest weight of a request that a process counts itself."""
KEPT = 10_000
"""The number of windows that a process knows."""

TALLY = """
local function tally(key, seconds, amount, window, unreported)
  if redis.call('PEXPIRETIME', key) == tonumber(window) then amount = amount + unreported end
  local number = count(key, seconds, amount)
  return {number, redis.call('PTTL', key), redis.call('PEXPIRETIME', key)}
end
"""
"""Counts as `COUNT` does, and adds what a process has not reported of the window with this end."""
NOT_COUNTED = [0, 0, 0]
"""The result without a count."""


class CountReport(NamedTuple):
    """The arguments of `TALLY` after the key, and the time by the process's clock in ms."""

    seconds: int
    weight: int
    window: int
    unreported: int
    at: int


@dataclass(slots=True)
class _Window:
    """A window: its end by both clocks, what is counted in it, and what of that is not reported."""

    end_ms: int
    ends: int
    number: int
    unreported: int = 0


NO_WINDOW = _Window(0, 0, 0)


class Tallies:
    """The counts of one limit by key, for one thread at a time. `clock` returns seconds and is monotonic."""

    def __init__(self, limit: Limit, clock: Callable[[], float] = monotonic) -> None:
        self._limit = limit
        self._clock = clock
        self._windows = LruCache[str, _Window](KEPT)

    def affords(self, key: str, weight: int) -> bool:
        """True if the process may count a request of this weight itself."""
        known = self._windows.get(key) or NO_WINDOW
        room = min(self._limit.most // PORTIONS - known.unreported, self._limit.most - known.number, CHEAP)
        return weight <= room and self._now() < known.ends

    def add(self, key: str, weight: int) -> WindowCount:
        """Count a request that `affords` allows."""
        known = self._windows.get(key) or NO_WINDOW
        known.number, known.unreported = known.number + weight, known.unreported + weight
        return _count(known.number, known.ends - self._now())

    def report(self, key: str, weight: int) -> CountReport:
        """What the store shall count for a request; until `settle`, it is asked for others, too."""
        known = self._windows.get(key) or NO_WINDOW
        unreported, known.unreported, known.ends = known.unreported, 0, 0
        return CountReport(self._limit.seconds, weight, known.end_ms, unreported, self._now())

    def settle(self, key: str, report: CountReport, number: int, left_ms: int, end_ms: int) -> WindowCount:
        """Keep the result of `TALLY`; if that is `NOT_COUNTED`, report the same again next time."""
        known = self._windows.get(key) or NO_WINDOW
        if number == 0:
            known.unreported += report.unreported if known.end_ms == report.window else 0
        elif known.end_ms == end_ms:  # by then, another thread may have a later answer
            known.number, known.ends = max(known.number, number + known.unreported), report.at + left_ms
        else:
            self._windows.keep(key, _Window(end_ms, report.at + left_ms, number))
        return _count(number, left_ms)

    def _now(self) -> int:
        return int(self._clock() * 1000)


def _count(number: int, left_ms: int) -> WindowCount:
    """The count with its time, rounded as the store rounds the time to live of a key."""
    return WindowCount.of(number, (left_ms + 500) // 1000)
