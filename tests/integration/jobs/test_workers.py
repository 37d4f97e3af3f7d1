"""From the end of a game to its score, on a real server: exactly once, whatever is lost on the way."""

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
from harness.store.records import plain
from harness.store.server import running_server
from harness.waiting import eventually
from replays.encoding.identity import PARTITIONS
from replays.match.aggregate import Status
from replays.runtime.stop_signals import STOP_SIGNALS, StopSignal
from replays.store.heartbeat import Health, Heartbeat
from replays.streams import keys
from workers.jobs.registry import SCORE, Work
from workers.outage import Reports
from workers.relay.chores import Chore
from workers.relay.dispatcher import AHEAD
from workers.relay.process import keep_relaying
from workers.relay.relay import GROUP

SOON = 60.0
"""The maximum time in seconds to start Python and to find a lost job on a busy machine."""


__all__ = ["site"]

ONCE = ["SeedRevealed", "GameScored"]


def test_a_finished_game_is_scored(site: Site) -> None:
    """A finished game is scored through relay, RQ and worker; then its job is deleted and nothing is due."""
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
    """Without a worker neither the relay, nor the sweeper, nor a read of the game scores it."""
    game = site.finished_game()
    for _ in range(5):
        site.relay.relay(block_ms=0)
        site.sweep_patiently()
    assert site.status(game) is Status.FINISHED
    assert site.scores(game) == []
    assert site.queue.size() == 1


def test_entries_of_a_dead_relay_are_taken_over(site: Site) -> None:
    """Another relay takes over entries that a dead relay claimed and did not acknowledge."""
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
    """A game is scored once, though its job is enqueued twice, and once more after the score."""
    game = site.finished_game()
    site.queue.enqueue([Work(SCORE, game)])
    site.queue.enqueue([Work(SCORE, game)])
    assert site.queue.size() == 2
    site.work()
    site.queue.enqueue([Work(SCORE, game)])
    site.work()
    assert site.scores(game) == ONCE


def test_two_workers_at_once_score_once(site: Site) -> None:
    """Simultaneous workers, threads with their own tables, score each game once."""
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
    """The sweeper finds a game whose job was lost when the jobs' database was emptied."""
    game = site.finished_game()
    site.relay.relay(block_ms=0)
    site.rq.flushdb()
    site.work()
    assert site.status(game) is Status.FINISHED
    site.sweep_patiently()
    site.work()
    assert site.scores(game) == ONCE


@pytest.mark.long
def test_a_worker_is_known_again_when_its_server_has_lost_everything(site: Site) -> None:
    """A worker registers again after its server lost all data; otherwise it would count as missing."""
    with process(site, "service.cli.main", "worker"):
        eventually(lambda: known(site), SOON)
        before = known(site)
        site.rq.flushdb()
        game = site.finished_game()
        site.queue.enqueue([Work(SCORE, game)])
        eventually(lambda: site.status(game) is Status.SCORED, SOON)
        assert eventually(lambda: known(site), SOON) == before


def known(site: Site) -> list[str]:
    """The idle workers whose registration in RQ is complete."""
    workers = Worker.all(queue=site.queue.rq, serializer=JSONSerializer)
    known = [worker for worker in workers if worker.birth_date and worker.last_heartbeat]
    return [worker.name for worker in known if worker.get_state() == WorkerStatus.IDLE]


def test_lost_work_does_not_matter(site: Site, store: Redis) -> None:
    """The sweeper finds a game even if all feeds and all work are deleted."""
    game = site.finished_game()
    store.delete(*(key(number) for number in range(PARTITIONS) for key in (keys.feed, keys.work)))
    site.relay.relay(block_ms=0)
    assert site.queue.size() == 0
    site.sweep_patiently()
    site.work()
    assert site.scores(game) == ONCE


def test_a_failed_job_names_game_and_code_and_is_tried_again(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    """A job fails with game and code if the worker cannot open the seed, and a later worker retries it."""
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
    """The jobs' database never contains the seed, open or sealed, in waiting, failed or completed jobs."""
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
    assert held.count(b"vault/refused") >= 1  # so the content that RQ compresses is included
    for secret in (sealed, seed.encode(), bytes.fromhex(seed)):
        assert secret not in held


def everything(client: Redis) -> bytes:
    """The content of a database, as stored and, where RQ compressed it, also decompressed."""
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
            return [pair for _, fields in entries for pair in plain(fields).items()]
        case _:
            return [(b"", client.dump(key) or b"")]


@pytest.mark.long
@pytest.mark.parametrize("point", ["before", "after"])
def test_a_worker_killed_in_the_middle(site: Site, point: str) -> None:
    """If a worker is killed before or after the append, another one completes the job, with one score."""
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


@pytest.mark.long
@pytest.mark.parametrize("number", STOP_SIGNALS)
def test_a_signal_ends_relay_and_worker(site: Site, number: signal.Signals) -> None:
    """A signal stops relay and worker at once, with exit code 0, while they wait for work."""
    with (
        process(site, "service.cli.main", "relay") as relay,
        process(site, "service.cli.main", "worker") as worker,
    ):
        game = site.finished_game()
        eventually(lambda: site.status(game) is Status.SCORED, SOON)
        for running in (relay, worker):
            running.send_signal(number)
        assert [running.wait(SOON) for running in (relay, worker)] == [0, 0]


@pytest.mark.long
def test_relay_and_worker_outlive_their_server() -> None:
    """Relay and worker survive a restart of their server, and the relay logs what it waits for."""
    with ExitStack() as stack:
        server = stack.enter_context(running_server())
        site = Site(server.url, stack)
        stop, said = StopSignal(), list[str]()
        chore = Chore("scores", 0.1, site.sweeper.sweep, site.clock)
        health = Health(Heartbeat(site.rq))
        loop = threading.Thread(
            target=keep_relaying, args=(site.relay, [chore], stop, Reports.to(said.append), health)
        )
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
        loop.join(SOON)
        assert not loop.is_alive()
        assert [line.split()[3] for line in said] == ["away:", "back"]
        stop.close()
