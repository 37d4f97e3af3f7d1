"""Ends the blocking commands of a stopping process, so that they may wait for long while nothing happens."""

from contextlib import suppress
from threading import Thread
from time import sleep

from redis.exceptions import RedisError

from replays.runtime.stop_signals import StopSignal
from replays.store import clients
from replays.store.cluster import STOPPING

PAUSE_SECONDS = 0.2
LOOK_SECONDS = 2.0


def unblock_at(stop: StopSignal, *urls: str) -> None:
    """Once a stop is requested, end each blocking command of this process as if its time were over.

    Repeated until the process ends, because a thread may begin to block after it has looked for the stop.
    """
    Thread(target=_unblock, args=(stop, set(urls)), name="unblocking", daemon=True).start()


def _unblock(stop: StopSignal, urls: set[str]) -> None:
    while not stop.wait(LOOK_SECONDS):
        pass
    STOPPING.set()
    while True:
        for url in urls:
            with suppress(RedisError):
                unblock(url)
        sleep(PAUSE_SECONDS)


def unblock(url: str) -> None:
    """End the blocking commands of this process on this server; raises redis-py's errors."""
    with clients.writer(url) as store:
        for each in store.client_list():
            if each["name"].endswith(clients.process_name()):
                store.client_unblock(each["id"])
