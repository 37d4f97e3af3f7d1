"""Limits how many threads of this process call one host or address, so that a slow host delays no others.

If several calls in a row get no response, the host's circuit breaker opens: attempts fail without a call, and
from time to time one thread probes the host. A host is unproven if it has not responded yet, if its last call
failed, or if it was slow of late. All unproven hosts share a few threads, so that many names of one slow
network cannot take all threads.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from replays.runtime.lru_cache import LruCache

AT_ONE = 2
"""The default number of threads that may call one host, or one address, at a time."""
AT_UNPROVEN = 3
"""The default number of threads that may call all unproven hosts together."""
UNPROVEN = "unproven"
SLOW, SLOW_LASTS = 2.0, 600.0
"""A response that takes `SLOW` seconds or more is slow: its host is unproven for `SLOW_LASTS` seconds."""
OPEN_AFTER = 3
"""The number of calls in a row without a response after which the circuit breaker of a host opens."""
FIRST_OPEN, LONGEST_OPEN = 30.0, 300.0
"""Seconds for which it stays open: at first, and at most; the time doubles with each failed probe."""
REMEMBERED = 10_000
"""The number of hosts that a process remembers; the least recently used are dropped."""
SPACING = 0.5
LONGEST_WAIT = 60.0
"""Calls to a busy host are postponed to times `SPACING` seconds apart, by at most `LONGEST_WAIT` seconds."""


@dataclass(frozen=True, slots=True)
class Busy:
    """The maximum number of threads is calling the host or its address; retry after `wait` seconds."""

    wait: float


@dataclass(frozen=True, slots=True)
class Away:
    """The circuit breaker of the host is open: it did not respond to several calls, and is not called now."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """The state of a host: the number of calls in a row without a response, and times in seconds.

    Its circuit breaker is open until `open_until`, and it counts as slow until `slow_until`.
    """

    failures: int = 0
    open_until: float = 0.0
    slow_until: float = 0.0


class CallPermit:
    """The right to call a host. `and_addresses` extends it to the host's addresses, once they are known."""

    def __init__(self, hosts: "Hosts", host: str, *, is_proven: bool) -> None:
        self._hosts = hosts
        self.host = host
        self.is_proven = is_proven
        self.held: list[str] = []

    def and_addresses(self, addresses: Iterable[str]) -> Busy | None:
        """Take a place at each of these addresses, which must be distinct; `Busy` if one has no free place.

        A name can point to the addresses of another host, so an unproven host leaves one place free at each.
        """
        most = self._hosts.at_one if self.is_proven else self._hosts.at_one - 1
        for address in addresses:
            key = f"address {address}"
            wait = self._hosts.take(key, most)
            if wait is not None:
                return Busy(wait)
            self.held.append(key)
        return None


class Hosts:
    """The hosts that the threads of a process call. `clock` returns monotonic seconds.

    `at_one` is the number of threads, at least 2, that may call one host or address at a time; `at_unproven`
    is the number for all unproven hosts together.
    """

    def __init__(
        self,
        clock: Callable[[], float] = monotonic,
        at_one: int = AT_ONE,
        at_unproven: int = AT_UNPROVEN,
    ) -> None:
        self.at_one = at_one
        self._at_unproven = at_unproven
        self._clock = clock
        self._lock = Lock()
        self._busy: Counter[str] = Counter()
        self._next: dict[str, float] = {}
        self._seen = LruCache[str, _Seen](REMEMBERED)

    @contextmanager
    def turn(self, host: str) -> Iterator[CallPermit | Busy | Away]:
        """The right to call this host during the `with` block, or the reason for a refusal."""
        seen = self._seen.get(host)
        if seen and seen.open_until > self._clock():
            yield Away()
            return
        turn = CallPermit(self, host, is_proven=self._is_proven(seen))
        try:
            yield self._begin(turn, seen)
        finally:
            self._give_back(turn.held)

    def answered(self, host: str, seconds: float = 0.0) -> None:
        """Note that the host has responded after this time, with any status."""
        before = self._seen.get(host) or _Seen()
        slow_until = self._clock() + SLOW_LASTS if seconds >= SLOW else before.slow_until
        self._seen.keep(host, _Seen(slow_until=slow_until))

    def failed(self, host: str) -> None:
        """Note that the host did not respond; after `OPEN_AFTER` times in a row its circuit breaker opens."""
        before = self._seen.get(host) or _Seen()
        failures = before.failures + 1
        over = failures - OPEN_AFTER
        is_open = min(FIRST_OPEN * 2 ** min(over, 10), LONGEST_OPEN) if over >= 0 else 0.0
        self._seen.keep(host, _Seen(failures, self._clock() + is_open, before.slow_until))

    def take(self, key: str, most: int) -> float | None:
        """Take one of `most` places; None if there was a free one, else the seconds to wait.

        Waiting callers get successive times, so that they do not all retry at once.
        """
        with self._lock:
            now = self._clock()
            if self._busy[key] < most:
                self._busy[key] += 1
                return None
            at = max(self._next.get(key, 0.0), now) + SPACING
            self._next[key] = min(at, now + LONGEST_WAIT)
            return self._next[key] - now

    def _begin(self, turn: CallPermit, seen: _Seen | None) -> CallPermit | Busy:
        places = {f"host {turn.host}": 1 if seen and seen.failures >= OPEN_AFTER else self.at_one}
        if not turn.is_proven:
            places[UNPROVEN] = self._at_unproven
        for key, most in places.items():
            wait = self.take(key, most)
            if wait is not None:
                return Busy(wait)
            turn.held.append(key)
        return turn

    def _is_proven(self, seen: _Seen | None) -> bool:
        return seen is not None and not seen.failures and seen.slow_until <= self._clock()

    def _give_back(self, held: Iterable[str]) -> None:
        with self._lock:
            for key in held:
                self._busy[key] -= 1
                if not self._busy[key]:
                    del self._busy[key]
                    self._next.pop(key, None)
