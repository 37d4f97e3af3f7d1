"""How many threads of this process call one host or address at a time, so that none delays the others.

A host that did not answer several times in a row is called rarely, by one thread: its circuit breaker is open
in between, and attempts fail without a call. Hosts that have not answered yet, or slowly of late, are
unproven: they share a few threads, so that many names of one slow network take no more.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from replays.runtime.lru_cache import LruCache

AT_ONE = 2
"""How many threads call one host, or one address, at a time, if nothing else is said."""
AT_UNPROVEN = 3
"""The same for all unproven hosts."""
UNPROVEN = "unproven"
SLOW, SLOW_LASTS = 2.0, 600.0
"""An answer after so many seconds is slow, and its host is unproven for so many seconds."""
OPEN_AFTER = 3
"""After so many calls in a row without an answer the circuit breaker of a host opens."""
FIRST_OPEN, LONGEST_OPEN = 30.0, 300.0
"""Seconds that it stays open: at first, doubled with each failed probe, and at most."""
REMEMBERED = 10_000
"""How many hosts a process remembers, the last ones called."""
SPACING = 0.5
LONGEST_WAIT = 60.0
"""Seconds between the times to which targets of a busy host are put off, and the longest of these waits."""


@dataclass(frozen=True, slots=True)
class Busy:
    """The host or its address is called by as many threads as may; come again in so many seconds."""

    wait: float


@dataclass(frozen=True, slots=True)
class Away:
    """The host did not answer others a moment ago, and is not called now."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """Of a host: how many calls in a row had no answer, and times in seconds.

    Until `open_until` its breaker is open, until `slow_until` it counts as slow.
    """

    failures: int = 0
    open_until: float = 0.0
    slow_until: float = 0.0


class Turn:
    """The right to call a host. `and_addresses` asks for its addresses as well, once they are known."""

    def __init__(self, hosts: "Hosts", host: str, *, is_proven: bool) -> None:
        self._hosts = hosts
        self.host = host
        self.is_proven = is_proven
        self.held: list[str] = []

    def and_addresses(self, addresses: Iterable[str]) -> Busy | None:
        """Take the addresses too, each named once; Busy where one of them is called by others.

        A name can be given the addresses of others: so an unproven host leaves a place at each.
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
    """The hosts that the threads of a process call. `clock` gives seconds that never go back.

    `at_one` is how many threads, 2 at least, call one host or address at a time, `at_unproven` all unproven
    ones.
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
    def turn(self, host: str) -> Iterator[Turn | Busy | Away]:
        """The right to call this host for the length of the block, or why there is none."""
        seen = self._seen.get(host)
        if seen and seen.open_until > self._clock():
            yield Away()
            return
        turn = Turn(self, host, is_proven=self._is_proven(seen))
        try:
            yield self._begin(turn, seen)
        finally:
            self._give_back(turn.held)

    def answered(self, host: str, seconds: float = 0.0) -> None:
        """The host has answered after this time, whatever that was."""
        before = self._seen.get(host) or _Seen()
        slow_until = self._clock() + SLOW_LASTS if seconds >= SLOW else before.slow_until
        self._seen.keep(host, _Seen(slow_until=slow_until))

    def failed(self, host: str) -> None:
        """The host did not answer."""
        before = self._seen.get(host) or _Seen()
        failures = before.failures + 1
        over = failures - OPEN_AFTER
        is_open = min(FIRST_OPEN * 2 ** min(over, 10), LONGEST_OPEN) if over >= 0 else 0.0
        self._seen.keep(host, _Seen(failures, self._clock() + is_open, before.slow_until))

    def take(self, key: str, most: int) -> float | None:
        """Take one of so many places; None where there was one, else the seconds to wait.

        Those that wait get times one after the other, so that not all of them come back at once.
        """
        with self._lock:
            now = self._clock()
            if self._busy[key] < most:
                self._busy[key] += 1
                return None
            at = max(self._next.get(key, 0.0), now) + SPACING
            self._next[key] = min(at, now + LONGEST_WAIT)
            return self._next[key] - now

    def _begin(self, turn: Turn, seen: _Seen | None) -> Turn | Busy:
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
