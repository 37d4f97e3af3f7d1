"""The heartbeats of activities: keys in the log's store, whose time to live shows when each last succeeded.

The relay and each projection have a heartbeat after each round that succeeded. So whatever keeps one from
working, its heartbeat ends. The reason, if the process knows one, is in a second key until the next success;
without one it expires soon.

The keys are not written to disk or to replicas. A full store does not stop a heartbeat: the server then
refuses SET, but not PEXPIRE. It works on every supported server and on a cluster, and does not depend on the
clocks of the machines.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from redis import Redis
from redis.exceptions import ResponseError

from replays.log.event_log import LogError, StoreAway, UnknownOutcome
from replays.runtime.worker_registry import RELAY
from replays.store.outages import is_outage
from replays.store.scripts import Script, asking

KEPT_MS = 24 * 60 * 60 * 1000
"""The time to live: after a day without a success, the time of the last one is not known any more."""
REASON_MS = 60_000
"""The time to live of a reason; a failing activity tries again more often than that."""
BEAT_SECONDS = 2.0
"""The interval of heartbeats."""

BEAT = """
if redis.set_repl then redis.set_repl(redis.REPL_NONE) end
if redis.call('PEXPIRE', KEYS[1], ARGV[1]) == 0 then
  redis.call('SET', KEYS[1], '', 'PX', ARGV[1])
end
redis.call('DEL', KEYS[2])
"""
FAIL = """
if redis.set_repl then redis.set_repl(redis.REPL_NONE) end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[1])
"""


class ActivityState(NamedTuple):
    """The time in ms since an activity last succeeded, None if it has not in the last day.

    `reason` is why its last round failed, None if it succeeded, or failed longer ago than `REASON_MS`.
    """

    silence: int | None
    reason: str | None


class Heartbeat:
    """The heartbeat of an activity, shared by all processes of one installation. Methods raise StoreAway."""

    def __init__(self, store: Redis, name: str = RELAY) -> None:
        self._keys = _keys(name)
        self._beat = Script(store, BEAT)
        self._fail = Script(store, FAIL)

    def beat(self) -> None:
        """Record a success."""
        self._run(self._beat, KEPT_MS)

    def fail(self, reason: str) -> None:
        """Record the reason of a failure; the time of the last success stays."""
        self._run(self._fail, REASON_MS, reason)

    def _run(self, script: Script, *args: str | int) -> None:
        try:
            script.run(self._keys, args)
        except UnknownOutcome as lost:
            raise StoreAway(str(lost)) from lost.__cause__


class Health:
    """Reports the rounds of an activity of this process by its heartbeat; an outage stops no round.

    `clock` returns seconds and is monotonic.
    """

    def __init__(self, heartbeat: Heartbeat, clock: Callable[[], float] = monotonic) -> None:
        self._heartbeat = heartbeat
        self._clock = clock
        self._due = clock()

    def succeeded(self) -> None:
        """Report a success, at most every `BEAT_SECONDS`."""
        if self._clock() >= self._due:
            with suppress(LogError):
                self._heartbeat.beat()
                self._due = self._clock() + BEAT_SECONDS

    def failed(self, reason: str) -> None:
        """Report a failure; the next success is reported at once."""
        self._due = self._clock()
        with suppress(LogError):
            self._heartbeat.fail(reason)


def pulses(store: Redis, names: Iterable[str]) -> dict[str, ActivityState]:
    """Return the pulse of each activity, in one round trip; raises StoreAway."""
    some = list(names)
    with asking(), store.pipeline(transaction=False) as pipe:
        for name in some:
            beat, reason = _keys(name)
            pipe.pttl(beat)  # negative: the key does not exist or never expires
            pipe.get(reason)
        answers = pipe.execute()
    return {
        name: ActivityState(None if left < 0 else max(0, KEPT_MS - left), reason.decode() if reason else None)
        for name, left, reason in zip(some, answers[0::2], answers[1::2], strict=True)
    }


def reason_of(error: Exception) -> str:
    """Return a reason without the error's text, which could contain data: its code, or its type.

    A refusal by the store has its code for that, as in `store/refused NOGROUP`.
    """
    cause = error.__cause__ if isinstance(error, LogError) else error
    if isinstance(cause, ResponseError) and not is_outage(error):
        word = str(cause).partition(" ")[0]
        return f"store/refused {word if word.isupper() else type(cause).__name__}"
    return str(getattr(error, "code", type(error).__name__))


def _keys(name: str) -> tuple[str, str]:
    return f"{{{name}}}:heartbeat", f"{{{name}}}:failing"
