"""From the end of a game to its score, on a real server: whatever is lost on the way, exactly once."""

import base64
import signal
import threading
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import cast

import pytest
from redis import Redis
from rq import Worker
from rq.serializers import JSONSerializer
from rq.worker import WorkerStatus

from harness.games import tables_on
from harness.jobs.site import Site, process, site
from harness.store.server import running_server
from harness.waiting import eventually
from replays.encoding.identity import PARTITIONS
from replays.match.aggregate import Status
from replays.runtime.stop_signals import STOP_SIGNALS, StopSignal
from replays.streams import keys
from workers.jobs.registry import SCORE, Work
from workers.relay.chores import Chore
from workers.relay.dispatcher import AHEAD
from workers.relay.process import keep_relaying
from workers.relay.relay import GROUP

SOON = 20.0
"""Seconds that starting Python and finding something lost may take on a busy machine."""


__all__ = ["site"]

ONCE = ["SeedRevealed", "GameScored"]


def test_a_finished_game_is_scored(site: Site) -> None:
    """Through the relay, RQ and a worker; the job is gone afterwards, and nothing is due any more."""
    games = [site.finished_game(seed) for seed in range(3)]
    site.relay.relay(block_ms=0)
    assert (len(site.dispatcher), site.queue.size()) == (3, AHEAD)
    site.work()
    for game in games:
        assert site.status(game) is Status.SCORED
        assert site.scores(game) == ONCE
    site.sweep_patiently()
    assert site.queue.size() == 0
    assert list(site.rq.scan_iter("rq:job:*")) == list(site.rq.scan_iter("rq:results:*")) == []


def test_without_a_worker_a_game_stays_finished(site: Site) -> None:
    """Neither the relay nor the sweeper, nor a look at the game, scores it."""
    game = site.finished_game()
    for _ in range(5):
        site.relay.relay(block_ms=0)
        site.sweep_patiently()
    assert site.status(game) is Status.FINISHED
    assert site.scores(game) == []
    assert site.queue.size() == 1


def test_entries_of_a_dead_relay_are_taken_over(site: Site) -> None:
    """Taken and never acknowledged: another relay passes them on."""
    game = site.finished_game()
    site.log.join(GROUP)
    assert site.log.claim_new(GROUP, "dead", block_ms=0)
    site.relay.relay(block_ms=0)
    assert site.queue.size() == 0
    site.relay.take_over()
    site.work()
    assert site.scores(game) == ONCE
    assert site.log.claim_stale(GROUP, "test", 0) == []


def test_a_job_that_is_run_twice_scores_once(site: Site) -> None:
    """Enqueued twice, and once more when the game is scored."""
    game = site.finished_game()
    site.queue.enqueue([Work(SCORE, game)])
    site.queue.enqueue([Work(SCORE, game)])
    assert site.queue.size() == 2
    site.work()
    site.queue.enqueue([Work(SCORE, game)])
    site.work()
    assert site.scores(game) == ONCE


def test_two_workers_at_once_score_once(site: Site) -> None:
    """Threads with tables of their own, let go at the same moment, game after game."""
    workers = 4
    together = threading.Barrier(workers)
    games = [site.finished_game(seed) for seed in range(10)]

    def settle(_: int) -> list[Status]:
        tables = tables_on(site.log)
        found = []
        for game in games:
            tables.match(game)
            together.wait()
            found.append(tables.settle(game).status)
        return found

    with ThreadPoolExecutor(workers) as pool:
        assert {status for found in pool.map(settle, range(workers)) for status in found} == {Status.SCORED}
    assert all(site.scores(game) == ONCE for game in games)


def test_a_lost_queue_is_filled_again(site: Site) -> None:
    """The database of the jobs is emptied after the relay has done its part: the sweeper finds the game."""
    game = site.finished_game()
    site.relay.relay(block_ms=0)
    site.rq.flushdb()
    site.work()
    assert site.status(game) is Status.FINISHED
    site.sweep_patiently()
    site.work()
    assert site.scores(game) == ONCE


def test_a_worker_is_known_again_when_its_server_has_lost_everything(site: Site) -> None:
    """Or it would count as away for as long as it runs, though it does its jobs."""
    with process(site, "service.cli.main", "worker"):
        eventually(lambda: known(site), SOON)
        before = known(site)
        site.rq.flushdb()
        game = site.finished_game()
        site.queue.enqueue([Work(SCORE, game)])
        eventually(lambda: site.status(game) is Status.SCORED, SOON)
        assert eventually(lambda: known(site), SOON) == before


def known(site: Site) -> list[str]:
    """The workers that wait for jobs, of which RQ knows all that it knows of a worker."""
    workers = Worker.all(queue=site.queue.rq, serializer=JSONSerializer)
    known = [worker for worker in workers if worker.birth_date and worker.last_heartbeat]
    return [worker.name for worker in known if worker.get_state() == WorkerStatus.IDLE]


def test_a_lost_feed_does_not_matter(site: Site, store: Redis) -> None:
    """With all feeds deleted the sweeper still finds the game."""
    game = site.finished_game()
    store.delete(*(keys.feed(number) for number in range(PARTITIONS)))
    site.relay.relay(block_ms=0)
    assert site.queue.size() == 0
    site.sweep_patiently()
    site.work()
    assert site.scores(game) == ONCE


def test_a_failed_job_names_game_and_code_and_is_tried_again(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    """A worker with another key cannot open the seed; one with the right key can, later."""
    game = site.finished_game()
    site.queue.enqueue([Work(SCORE, game)])
    site.work(tables_on(site.log, key=bytes([1] * 32)))
    assert f"game {game} is not scored: vault/refused" in caplog.text
    assert site.status(game) is Status.FINISHED
    [failed] = site.queue.rq.failed_job_registry.get_job_ids()
    assert failed.startswith(f"score-{game}-")
    assert 0 < site.rq.ttl(f"rq:job:{failed}") <= 24 * 60 * 60
    site.sweep_patiently()
    site.work()
    assert site.scores(game) == ONCE


def test_the_jobs_server_never_holds_a_seed(site: Site) -> None:
    """Waiting, failed or done: nothing in its database contains the seed, neither open nor sealed."""
    game = site.finished_game()
    sealed = site.log.secret(game)
    assert sealed
    site.queue.enqueue([Work(SCORE, game)])
    held = everything(site.rq)
    site.work(tables_on(site.log, key=bytes([1] * 32)))
    held += everything(site.rq)
    site.queue.enqueue([Work(SCORE, game)])
    site.work()
    held += everything(site.rq)
    seed = site.tables.match(game).seed
    assert seed
    assert game.encode() in held
    assert held.count(b"vault/refused") >= 1  # so what RQ compresses is seen here
    for secret in (sealed, seed.encode(), bytes.fromhex(seed)):
        assert secret not in held


def everything(client: Redis) -> bytes:
    """Return what a database holds, as it is stored and, where RQ compressed it, unpacked too."""
    held = b""
    for key in client.scan_iter():
        held += key
        for field, value in _fields(client, key):
            held += field + value
            with suppress(zlib.error, ValueError):
                held += zlib.decompress(value)
            with suppress(zlib.error, ValueError):
                held += zlib.decompress(base64.b64decode(value))
    return held


def _fields(client: Redis, key: bytes) -> list[tuple[bytes, bytes]]:
    match client.type(key):
        case b"hash":
            return list(cast("dict[bytes, bytes]", client.hgetall(key)).items())
        case b"stream":
            entries = cast("list[tuple[bytes, dict[bytes, bytes]]]", client.xrange(key))
            return [pair for _, fields in entries for pair in fields.items()]
        case _:
            return [(b"", client.dump(key) or b"")]


@pytest.mark.parametrize("point", ["before", "after"])
def test_a_worker_killed_in_the_middle(site: Site, point: str) -> None:
    """Killed in its job, before or after the append: another worker finishes it, and it is scored once."""
    game = site.finished_game()
    site.relay.relay(block_ms=0)
    with process(site, "harness.jobs.stuck_worker", point) as stuck:
        assert stuck.stdout
        assert stuck.stdout.readline() == "in the middle\n"
        assert site.queue.size() == 0
        stuck.kill()
        stuck.wait()
    assert site.status(game) is (Status.FINISHED if point == "before" else Status.SCORED)
    with process(site, "service.cli.main", "relay"), process(site, "service.cli.main", "worker"):
        eventually(lambda: site.status(game) is Status.SCORED, SOON)
        later = site.finished_game(2)
        eventually(lambda: site.status(later) is Status.SCORED, SOON)
    assert site.scores(game) == ONCE
    assert site.scores(later) == ONCE


@pytest.mark.parametrize("number", STOP_SIGNALS)
def test_a_signal_ends_relay_and_worker(site: Site, number: signal.Signals) -> None:
    """In the middle of waiting for work, at once and in order."""
    with (
        process(site, "service.cli.main", "relay") as relay,
        process(site, "service.cli.main", "worker") as worker,
    ):
        game = site.finished_game()
        eventually(lambda: site.status(game) is Status.SCORED, SOON)
        for running in (relay, worker):
            running.send_signal(number)
        assert [running.wait(5.0) for running in (relay, worker)] == [0, 0]


def test_relay_and_worker_outlive_their_server() -> None:
    """The server is killed and comes back: both go on by themselves, and say what they wait for."""
    with ExitStack() as stack:
        server = stack.enter_context(running_server())
        site = Site(server.url, stack)
        stop, said = StopSignal(), list[str]()
        chore = Chore(0.1, site.sweeper.sweep, site.clock)
        loop = threading.Thread(target=keep_relaying, args=(site.relay, [chore], stop, said.append))
        loop.start()
        with process(site, "service.cli.main", "worker") as worker:
            before = site.finished_game()
            eventually(lambda: site.status(before) is Status.SCORED, SOON)
            server.kill()
            eventually(lambda: said)
            server.restart()
            after = site.finished_game(2)
            eventually(lambda: site.status(after) is Status.SCORED, SOON)
            assert worker.poll() is None
        stop.set()
        loop.join(5.0)
        assert not loop.is_alive()
        assert [line.split(":")[0] for line in said] == ["waiting for the store", "the store is back"]
        stop.close()
