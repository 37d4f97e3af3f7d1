"""An idle worker waits for jobs without errors."""

from typing import Any

import pytest
from redis import Redis

from harness.games import KEY
from replays.runtime.settings.settings import Settings
from replays.runtime.stop_signals import StopSignal
from workers.worker.worker import MainWorker, run_worker


def test_it_is_given_longer_for_an_answer_than_it_waits_for_a_job(
    store: Redis, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The socket timeout exceeds the wait for a job; else each wait would end in an error and a pause."""
    stop, patience = StopSignal(), list[tuple[float | None, int]]()

    def work(worker: MainWorker, **_: Any) -> None:
        connection = worker.connection.connection_pool.get_connection()
        patience.append((connection.socket_timeout, worker.dequeue_timeout))
        worker.connection.connection_pool.release(connection)
        stop.set()

    monkeypatch.setattr(MainWorker, "work", work)
    urls = {"REDIS_URL": store_url, "RQ_REDIS_URL": f"{store_url}?db=1"}
    run_worker(Settings.from_environ({**urls, "KINGDOMINO_KEY": KEY.hex()}), stop)
    stop.close()
    [(answer, wait)] = patience
    assert answer is not None
    assert answer > wait
