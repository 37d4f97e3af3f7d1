"""Checks of the servers of the log and of the jobs, and of the archive."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from redis import Redis
from redis.exceptions import RedisError

from replays.archive.opening import folder_of, open_archive
from replays.bootstrap import FINGERPRINT, KEY_FILE, fingerprint, now_ms
from replays.log.event_log import ArchiveAway, LogError
from replays.runtime.settings.errors import Unusable
from replays.runtime.settings.kinds import key_of_file
from replays.runtime.settings.settings import Settings
from replays.store import checks
from replays.store.cluster import servers_of
from replays.store.memory import NEARLY_FULL, memory_of
from replays.streams.archive_age import archive_age
from service.ops.doctor.results import CheckResult, Level, fail, ok, warn
from service.ops.readiness import memory_problem, probe

HOUR_MS = 60 * 60 * 1000
SLOW_SECONDS = 0.1
"""The longest normal time of a durable write; a suitable disk takes a few milliseconds."""
CLOCK_SECONDS = 2.0
"""The largest difference between this clock, which times turns, and the store's, which times feeds."""


def log_store(store: Redis, settings: Settings) -> Iterator[CheckResult]:
    """The server of the log: reachable, durable, fast, with free memory, a correct clock and this key."""
    try:
        store.ping()
        yield from _durability(store, unsafe=settings.unsafe_store)
        yield _writing(store)
        yield from (_memory("memory", server) for server in servers_of(store))
        yield _clock(store)
        yield _same_key(store, settings)
        if store.exists(checks.HALF_IMPORTED):
            yield fail("import", checks.HALF)
    except RedisError as error:
        yield fail("store", f"the store does not answer ({error}): start it, or correct REDIS_URL")


def archive(settings: Settings, store: Redis) -> Iterator[CheckResult]:
    """The archive, if there is one: it responds, a folder is writable, and games get there in time."""
    url, hours = settings.archive, archive_age(store) / HOUR_MS
    if url is None:
        return
    folder = folder_of(url)
    try:
        open_archive(url).ask()
    except ArchiveAway as error:
        yield fail("archive", f"it cannot be asked ({error}): mend that, or correct KINGDOMINO_ARCHIVE_URL")
        return
    if folder and not os.access(folder, os.W_OK | os.X_OK):
        yield fail("archive", f"{folder} cannot be written to: give it to the user that the workers run as")
    elif 0 < hours < settings.archive_after * 24:
        text = f"games are archived {hours:.0f} hours after their end already, because memory is short"
        yield warn("archive", f"{text}: give the store more of it (docs/operate/operation.md#the-archive)")
    else:
        yield ok("archive", "it answers")


def jobs_store(store: Redis) -> Iterator[CheckResult]:
    """The server of the jobs: reachable, not a cluster, and with free memory."""
    try:
        if checks.in_cluster(store):
            yield fail("jobs", "RQ does not run on a cluster: name a single server as RQ_REDIS_URL")
        else:
            yield ok("jobs", "the server of the jobs answers")
        yield _memory("memory of jobs", store)
    except RedisError as error:
        yield fail("jobs", f"the jobs' server does not answer ({error}): start it, or correct RQ_REDIS_URL")


def _durability(store: Redis, *, unsafe: bool) -> Iterator[CheckResult]:
    level = Level.WARN if unsafe else Level.FAIL
    problems = checks.check(store)
    lacks = [problem for problem in checks.lacking(store) if problem not in problems]
    yield from (CheckResult(problem.code, level, problem.text) for problem in problems)
    yield from (CheckResult(problem.code, Level.FAIL, problem.text) for problem in lacks)
    if not problems and not lacks:
        yield ok("store", "it answers, and keeps what it has acknowledged")


def _writing(store: Redis) -> CheckResult:
    begun = time.perf_counter()
    try:
        probe(store)
    except LogError as error:
        return fail("writing", f"the store takes no writes ({error}): see its own log; games stand still")
    seconds = time.perf_counter() - begun
    text = f"a durable write took {seconds * 1000:.1f} ms"
    if seconds > SLOW_SECONDS:
        return warn("writing", f"{text}: give the store a faster disk, or one that nothing else writes to")
    return ok("writing", text)


def _memory(about: str, store: Redis) -> CheckResult:
    """The memory use of the server, relative to its `maxmemory`."""
    memory = memory_of(store)
    if not memory.limit:
        used = f"{memory.used >> 20} MiB are used, and maxmemory is not set"
        return warn(about, f"{used}: set it, or the machine runs out of memory before anything is refused")
    problem = memory_problem(memory)
    if problem is None:
        return ok(about, str(memory))
    return fail(about, problem) if memory.share > NEARLY_FULL else warn(about, problem)


def _clock(store: Redis) -> CheckResult:
    seconds, micros = store.time()
    away = abs(seconds + micros / 1e6 - now_ms() / 1000)
    if away > CLOCK_SECONDS:
        text = f"the store's clock is {away:.1f} seconds from this machine's"
        return fail("clock", f"{text}: let NTP set both, or turns are timed wrongly")
    return ok("clock", f"{away:.1f} seconds from the store's")


def _same_key(store: Redis, settings: Settings) -> CheckResult:
    """Checks that the seeds in the store are encrypted with the key that is here."""
    path = settings.data / KEY_FILE
    key = settings.key or _kept(path)
    mark = cast("bytes | None", store.get(FINGERPRINT))
    if key is None or mark is None:
        return ok("sealed with", "nothing to compare: there is no key here, or no game there")
    if mark != fingerprint(key).encode():
        text = "the server's key is not the one that this store's seeds are sealed with"
        return fail("sealed with", f"{text}: restore {path} or KINGDOMINO_KEY, or name the right store")
    return ok("sealed with", "the key that is here")


def _kept(path: Path) -> bytes | None:
    """The key in this file; None if there is no such file, or no key in it, which `machine.keys` reports."""
    try:
        return key_of_file(path.read_bytes())
    except (OSError, Unusable):
        return None
