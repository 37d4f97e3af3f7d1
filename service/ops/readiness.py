"""`/readyz`: whether this process can do its work, and which others of the installation do not do theirs.

A web process needs the store and nothing else. Where relay or workers are away, games go on and are scored
later: a load balancer that took the web processes out for that would make it worse. So that is told, by 200.
"""

from collections.abc import Callable
from typing import Any

import redis.exceptions
from flask import Flask
from redis import Redis

from replays.log.event_log import StoreAway, UnknownOutcome
from replays.store import checks
from replays.store.scripts import Script
from service.ops.backlog import Backlog
from service.ops.store_memory import FILLING, NEARLY_FULL, WHAT_HELPS, MemorySampler, StoreMemory
from service.problem import RETRY, Problem

PROBE = "readiness"
"""The key that is written to see whether the store takes writes."""
PROBE_SECONDS = 60
WRITE = "return redis.call('SET', KEYS[1], 1, 'EX', ARGV[1])"
"""A script, as moves are: a server may let nobody send one."""

RELAY_SILENCE = 10.0
"""Seconds; a relay sends a heartbeat every two."""
WORKER_SILENCE = 60.0
"""Seconds; a worker without work says that it is there every 15."""
LONGEST_WAIT = 30.0
"""Seconds that an entry of a feed, or a job, waits when all is well: a burst is worked off in less."""

LONGEST_DELIVERY = 300.0
"""Seconds that a target waits after it was due: as long as all daily digests of one hour may take."""

OK = "ok"


class Readiness:
    """What can be said of one installation; `unsafe` is whether it was agreed that moves may be lost."""

    def __init__(self, store: Redis, backlog: Backlog, memory: MemorySampler, *, unsafe: bool) -> None:
        self._store = store
        self._backlog = backlog
        self._memory = memory
        self._unsafe = unsafe

    def check_store(self) -> None:
        """See that the store keeps what it is given.

        Raises StoreAway, and 503 `store/refuses-writes` or `store/unsafe`.
        """
        try:
            probe(self._store)
        except (StoreAway, UnknownOutcome) as error:
            if isinstance(error.__cause__, redis.exceptions.ResponseError):
                raise _unready("store/refuses-writes", f"the store takes no writes: {error}") from error
            raise StoreAway(str(error)) from error.__cause__
        if not self._unsafe and (problems := checks.check(self._store)):
            raise _unready("store/unsafe", "; ".join(problem.text for problem in problems))

    def memory(self) -> str:
        """`ok`, or how full the store is: it can still be written to."""
        return memory_problem(self._memory.last()) or OK

    def others(self) -> dict[str, str]:
        """Of the relay, the workers, and what tells players of notices, `ok` or what is wrong."""
        return {
            "relay": _said_of(lambda: relay_problem(self._backlog)),
            "workers": _said_of(lambda: worker_problem(self._backlog)),
            "notices": _said_of(lambda: notice_problem(self._backlog)),
        }


def probe(store: Redis) -> None:
    """Write to the store as a move does; raises StoreAway and UnknownOutcome."""
    Script(store, WRITE).run([PROBE], [PROBE_SECONDS])


def register(app: Flask, readiness: Readiness) -> None:
    """Answer `/readyz`."""

    def readyz() -> dict[str, Any]:
        readiness.check_store()
        parts = {"store": readiness.memory(), **readiness.others()}
        degraded = [name for name, said in parts.items() if said != OK]
        return {"status": "degraded" if degraded else OK, "degraded": degraded, "parts": parts}

    app.add_url_rule("/readyz", view_func=readyz)


def memory_problem(memory: StoreMemory) -> str | None:
    """How full the store is, and what that means, above three quarters; None below."""
    if memory.share <= FILLING:
        return None
    if memory.share <= NEARLY_FULL:
        return f"{memory}: {WHAT_HELPS}"
    return f"{memory}, and new players, games, notes and the like are refused: {WHAT_HELPS}"


def relay_problem(backlog: Backlog) -> str | None:
    """Why live updates, scores and bots have to wait for the relay; None where they need not."""
    feed = backlog.feed()
    if feed.silence is None:
        return "no relay was heard of in the last day"
    if feed.silence > RELAY_SILENCE:
        return f"no relay was heard of for {feed.silence:.0f} seconds"
    if feed.seconds > LONGEST_WAIT:
        return f"{feed.entries} entries wait for the relay, the oldest for {feed.seconds:.0f} seconds"
    return None


def worker_problem(backlog: Backlog) -> str | None:
    """Why scores and bots have to wait for the workers; None where they need not."""
    jobs = backlog.jobs()
    if jobs.silence is None:
        return "no worker is here"
    if jobs.silence > WORKER_SILENCE:
        return f"no worker was heard of for {jobs.silence:.0f} seconds"
    if jobs.seconds > LONGEST_WAIT:
        return f"{jobs.waiting} jobs wait for a worker, the oldest for {jobs.seconds:.0f} seconds"
    return None


def notice_problem(backlog: Backlog) -> str | None:
    """Why players are told late of what happens in their games; None where they are told in time."""
    feed = backlog.notices()
    if feed.seconds > LONGEST_WAIT:
        return f"{feed.entries} entries wait for their notices, the oldest for {feed.seconds:.0f} seconds"
    for found in (backlog.deliveries(), backlog.delivery_jobs()):
        for channel, overdue in found.items():
            if overdue.ms > LONGEST_DELIVERY * 1000:
                since = f"the oldest for {overdue.ms / 1000:.0f} seconds"
                return f"{overdue.waiting} deliveries by {channel} wait, {since}"
    return None


def _said_of(problem: Callable[[], str | None]) -> str:
    try:
        return problem() or OK
    except StoreAway as error:
        return f"the store that knows cannot be asked: {error}"


def _unready(code: str, detail: str) -> Problem:
    return Problem(503, code, detail, headers=RETRY)
