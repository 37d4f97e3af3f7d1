"""The time that people wait for a bot while reviews are computed, in a service with one worker."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from time import perf_counter, sleep

from bench.measures.work import bots
from bench.measures.work.bots import Person, watch
from bench.rows import Row, p99
from bench.site import Site
from harness.service import Account, Service, ok

ACCOUNTS, EACH = 3, 5
"""The number of accounts, and of reviews of whole two-player games that each requests at once.

The numbers are within the limits of an account and of their address, even without the kernel.
"""
LOOK_SECONDS = 2.0

_PAGE = Path(__file__).parents[3] / "docs" / "play" / "notation.md"


def reviews(site: Site, count: int) -> Iterator[Row]:
    """The 99th percentile of waits that begin while reviews are computed; its limit is the one before."""
    with ExitStack() as stack:
        served = stack.enter_context(site.separate_service())
        over, people = Event(), [Person(served.port, number) for number in range(bots.PEOPLE)]
        pool = stack.enter_context(ThreadPoolExecutor(bots.PEOPLE))
        stack.callback(over.set)
        play = [pool.submit(person.play, over) for person in people]
        watch(play, lambda: all(len(person.waits) >= count for person in people))
        begun = perf_counter()
        last = [_wanted(served, number) for number in range(ACCOUNTS)][-1]
        watch(play, lambda: _is_ready(*last))
        ended = perf_counter()
        over.set()
        for played in play:
            played.result()
    waits = [wait for person in people for wait in person.waits]
    limit = p99([wait.seconds for wait in waits if wait.begun < begun])
    ours = p99([wait.seconds for wait in waits if begun <= wait.begun < ended])
    yield Row.time("reviews", "ms, p99", ours * 1000, limit * 1000)


def _wanted(served: Service, number: int) -> tuple[Account, str]:
    """An account that requested reviews, and its last study: each is the same game with other names."""
    account, study = served.account(), ""
    text = re.findall(r"^```text\n(.*?)^```$", _PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)[0]
    for other in range(EACH):
        named = re.sub(r'\[Seat0 "[^"]*"\]', f'[Seat0 "Player {number}.{other}"]', text)
        study = str(ok(account.post("/studies", named.encode()), 201)["id"])
        ok(account.post(f"/studies/{study}/review"), 202)
    return account, study


def _is_ready(account: Account, study: str) -> bool:
    """True if the last requested review is ready: reviews are computed in order."""
    sleep(LOOK_SECONDS)
    return bool(ok(account.get(f"/studies/{study}/review"))["status"] == "ready")
