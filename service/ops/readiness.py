"""`/readyz`: reports if this process can work, and which other processes of the installation do not.

A web process needs the store and nothing else. If the relay or the workers are away, games go on and are
scored later; a load balancer that removed the web processes then would make it worse. So the response is
still 200, and names them as degraded.
"""

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from flask import Flask
from redis import Redis, ResponseError
from redis.exceptions import ClusterDownError

from replays.log.event_log import StoreAway, UnknownOutcome
from replays.log.works import CHORES, PROJECTIONS, WORKS
from replays.runtime.worker_registry import RELAY
from replays.store import checks
from replays.store.heartbeat import ActivityState
from replays.store.memory import FILLING, NEARLY_FULL, WHAT_HELPS, MemorySampler, StoreMemory
from replays.store.scripts import Script, asking
from service.application.problem import RETRY, Problem
from service.http.endpoints import BACKGROUND
from service.ops.backlog import Backlog
from service.ops.fresh import Fresh

PROBE = "readiness"
"""The key that is written to check that the store accepts writes."""
PROBE_SECONDS = 60
WRITE = "return redis.call('SET', KEYS[1], 1, 'EX', ARGV[1])"
"""A script, like those that append moves: a server may forbid scripts."""

LONGEST_SILENCE = 8.0
"""The longest time in seconds without a heartbeat; the relay and projections have one every 2 seconds."""
WORKER_SILENCE = 60.0
"""The longest time in seconds without a heartbeat; an idle worker sends one every 15 seconds."""
LONGEST_WAIT = 30.0
"""The longest time in seconds that a feed entry or a job normally waits; a burst takes less."""

LONGEST_DELIVERY = 300.0
"""The longest normal delay of a delivery in seconds: all daily digests of one hour may take so long."""

OK = "ok"


class Readiness:
    """The readiness of one installation; `unsafe` is True if the operator accepts that moves may be lost."""

    def __init__(self, store: Redis, backlog: Backlog, memory: MemorySampler, *, unsafe: bool) -> None:
        self._store = store
        self._backlog = backlog
        self._memory = memory
        self._unsafe = unsafe

    def check_store(self) -> None:
        """Check that the store accepts writes and is durable.

        Raises StoreAway, also if one master of a cluster does not answer, or a 503 problem:
        `store/refuses-writes` or `store/unsafe`.
        """
        try:
            probe(self._store)
        except (StoreAway, UnknownOutcome) as error:
            if _is_refusal(error.__cause__):
                raise _unready("store/refuses-writes", f"the store takes no writes: {error}") from error
            raise StoreAway(str(error)) from error.__cause__
        with asking():
            problems = checks.check(self._store)
        if problems and not self._unsafe:
            raise _unready("store/unsafe", "; ".join(problem.text for problem in problems))

    def memory(self) -> str:
        """`ok`, or a warning of how full the store is; it still accepts writes."""
        return memory_problem(self._memory.last()) or OK

    def others(self) -> dict[str, str]:
        """The status of the relay, the workers and their work: `ok` or what is wrong."""
        return {
            "relay": _said_of(lambda: relay_problem(self._backlog)),
            "workers": _said_of(lambda: worker_problem(self._backlog)),
            "notices": _said_of(lambda: notice_problem(self._backlog)),
            "background": _said_of(lambda: background_problem(self._backlog)),
            "stuck": _said_of(lambda: stuck_problem(self._backlog)),
        }


def probe(store: Redis) -> None:
    """Write to the store with a script, as a move does; raises StoreAway and UnknownOutcome."""
    Script(store, WRITE).run([PROBE], [PROBE_SECONDS])


def register(app: Flask, readiness: Readiness, clock: Callable[[], float] = time.monotonic) -> None:
    """Serve `/readyz`, which rate limits do not count: the stores are asked at most once a second."""
    fresh = Fresh(partial(_outcome, readiness), clock)

    def readyz() -> Mapping[str, Any]:
        found = fresh.value()
        if isinstance(found, Exception):
            raise found.with_traceback(None)
        return found

    app.add_url_rule("/readyz", view_func=readyz, **BACKGROUND)


def _outcome(readiness: Readiness) -> Mapping[str, Any] | Problem | StoreAway:
    """The body of the response, or the error that it reports."""
    try:
        readiness.check_store()
    except (Problem, StoreAway) as error:
        return error
    parts = {"store": readiness.memory(), **readiness.others()}
    degraded = [name for name, said in parts.items() if said != OK]
    return {"status": "degraded" if degraded else OK, "degraded": degraded, "parts": parts}


def memory_problem(memory: StoreMemory) -> str | None:
    """How full the store is, and the consequences, above `FILLING`; None below."""
    if memory.share <= FILLING:
        return None
    if memory.share <= NEARLY_FULL:
        return f"{memory}: {WHAT_HELPS}"
    return f"{memory}, and new players, games, notes and the like are refused: {WHAT_HELPS}"


def relay_problem(backlog: Backlog) -> str | None:
    """Why live updates, scores and bots wait for the relay; None if they do not."""
    if silence := _silence(backlog.pulses()[RELAY], "the relay", "no relay was heard of"):
        return silence
    feed = backlog.feed()
    if feed.seconds > LONGEST_WAIT:
        return f"{feed.entries} entries wait for the relay, the oldest for {feed.seconds:.0f} seconds"
    return None


def worker_problem(backlog: Backlog) -> str | None:
    """Why scores and bots wait for the workers; None if they do not."""
    jobs = backlog.jobs()
    if jobs.silence is None:
        return "no worker is here"
    if jobs.silence > WORKER_SILENCE:
        return f"no worker was heard of for {jobs.silence:.0f} seconds"
    if jobs.seconds > LONGEST_WAIT:
        return f"{jobs.waiting} jobs wait for a worker, the oldest for {jobs.seconds:.0f} seconds"
    return None


def notice_problem(backlog: Backlog) -> str | None:
    """Why players get their notices late; None if they get them in time."""
    feed = backlog.notices()
    if feed.seconds > LONGEST_WAIT:
        return f"{feed.entries} entries wait for their notices, the oldest for {feed.seconds:.0f} seconds"
    for found in (backlog.deliveries(), backlog.delivery_jobs()):
        for channel, overdue in found.items():
            if overdue.ms > LONGEST_DELIVERY * 1000:
                since = f"the oldest for {overdue.ms / 1000:.0f} seconds"
                return f"{overdue.waiting} deliveries by {channel} wait, {since}"
    return None


def background_problem(backlog: Backlog) -> str | None:
    """Which background activities of the workers fail or do not run; None if all do their work."""
    found = backlog.pulses()
    problems = [
        _silence(found[name], each.does, f"{each.does}: no worker was heard of")
        for name, each in PROJECTIONS.items()
    ]
    problems += [
        f"{chore.does} fails: {why}" for name, chore in CHORES.items() if (why := found[name].reason)
    ]
    return "; ".join(filter(None, problems)) or None


def _silence(pulse: ActivityState, what: str, unheard: str) -> str | None:
    """For how long an activity has had no success, and why; None if it has had one lately."""
    if pulse.silence is not None and pulse.silence <= LONGEST_SILENCE * 1000:
        return None
    since = "in the last day" if pulse.silence is None else f"for {pulse.silence / 1000:.0f} seconds"
    return f"{what} fails {since}: {pulse.reason}" if pulse.reason else f"{unheard} {since}"


def stuck_problem(backlog: Backlog) -> str | None:
    """How much work fails again and again; None if there is none."""
    counts = [f"{count} {WORKS[work]}" for work, count in backlog.stuck().items() if count]
    return (
        f"work fails again and again ({', '.join(counts)}): `kingdomino doctor` names it" if counts else None
    )


def _said_of(problem: Callable[[], str | None]) -> str:
    try:
        return problem() or OK
    except StoreAway as error:
        return f"the store that knows cannot be asked: {error}"


def _is_refusal(error: BaseException | None) -> bool:
    """True if a server answered that it takes no writes; a cluster without one of its masters is away."""
    return isinstance(error, ResponseError) and not isinstance(error, ClusterDownError)


def _unready(code: str, detail: str) -> Problem:
    return Problem(503, code, detail, headers=RETRY)
