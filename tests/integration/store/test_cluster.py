"""The service on a real cluster of three servers, which share the games."""

import os
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from redis.crc import key_slot

from harness.games import play_out, seeded, tables_on
from harness.processes import free_port
from harness.programs.crash import PATIENCE, Caller
from harness.service import environment, processes
from harness.store.clusters import ClusterOfNodes
from harness.store.records import GAME, first, games, later
from harness.store.server import Server, running_server
from harness.waiting import eventually
from kingdomino.rules import Rules
from replays.bootstrap import now_ms
from replays.encoding.identity import PARTITIONS, partition
from replays.log.event_log import Appended, StoreAway
from replays.runtime.settings.errors import ConfigurationError
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.store.checks import StoreRefusedError, admit, admit_jobs, check, wait_until_up
from replays.store.memory import MemorySampler
from replays.store.outages import OutageLog
from replays.streams import keys
from replays.streams.event_log import StreamsEventLog
from service.application.account_keys import profile_key
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.notices.projection.projector import Projector
from service.ops.backlog import Backlog
from service.ops.doctor.results import Level
from service.ops.doctor.stores import log_store
from service.ops.readiness import Readiness
from tests.crash.support.play import MOVES, Table


@pytest.fixture(scope="module")
def jobs() -> Iterator[Server]:
    """Give a server for the jobs, which is not a cluster."""
    with running_server() as server:
        yield server


@pytest.mark.long
def test_a_game_is_played_and_scored(cluster: ClusterOfNodes, jobs: Server, tmp_path: Path) -> None:
    """Web, relay and worker play and score a game; its audit can be read, and the doctor passes."""
    cluster.clear()
    port = free_port()
    environ = {**environment(jobs.url, tmp_path), "REDIS_URL": cluster.url, "RQ_REDIS_URL": jobs.url}
    with processes(environ, port), Caller(port) as caller:
        table = Table(caller, 2, seeded(3))
        for _ in range(MOVES[2]):
            table.move()
        eventually(table.is_scored, PATIENCE)
        assert [game["id"] for game in caller.get("games?status=scored")["games"]] == [table.played.id]
        assert caller.fetch(f"games/{table.played.id}/audit").startswith(b"PK")
        # A short game can be over before the relay and the worker are seen for the first time.
        eventually(lambda: caller.once("GET", "/readyz").json()["status"] == "ok", PATIENCE)
    with clients.writer(cluster.url) as client:
        found = list(log_store(client, Settings.from_environ({**os.environ, **environ})))
        assert {finding.level for finding in found} == {Level.OK}
        assert sum(finding.about == "memory" for finding in found) == len(cluster.masters)


def test_the_games_are_divided(cluster: ClusterOfNodes) -> None:
    """Each server has some of the partitions, and none has all."""
    owners = {key_slot(keys.feed(number).encode()) * 3 // 16384 for number in range(PARTITIONS)}
    assert owners == {0, 1, 2}


def test_a_slot_that_has_moved_is_found(cluster: ClusterOfNodes) -> None:
    """A script whose slot has moved runs on the new server, once."""
    cluster.clear()
    with clients.writer(cluster.url) as writer, clients.reader(cluster.url) as reader:
        log = StreamsEventLog(writer, reader)
        assert log.head(GAME) is None
        assert writer.ping()  # both clients know the slots
        slot = key_slot(keys.stream(GAME).encode())
        owner = slot * 3 // 16384
        cluster.give(slot, cluster.masters[(owner + 1) % 3])
        try:
            append = first(count=2)
            assert log.append(append) == Appended(append.head)
            assert log.append(later(log)).head.version == 3  # type: ignore[union-attr]
            assert [entry.version for entry in log.tail({partition(GAME): "0-0"}, 0)] == [2, 3]
        finally:
            cluster.clear()
            cluster.give(slot, cluster.masters[owner])


def test_every_master_is_checked(cluster: ClusterOfNodes) -> None:
    """A single server that may lose moves fails the check, and is named."""
    last = cluster.masters[-1]
    last.client.config_set("appendfsync", "everysec")
    try:
        with clients.writer(cluster.url) as client:
            [problem] = check(client)
    finally:
        last.client.config_set("appendfsync", "always")
    assert problem.code == "store/appendfsync"
    assert problem.text.startswith(f"{last.address}: ")


def test_a_dead_master_is_an_outage_and_no_fault_of_settings(cluster: ClusterOfNodes) -> None:
    """Whichever master is dead, the store is away, before the others notice and after; then it is ready."""
    with clients.writer(cluster.url) as client:
        backlog = Backlog(StreamsEventLog(client, client), client, None, now_ms)
        memory = MemorySampler(client)
        safe, unsafe = (Readiness(client, backlog, memory, unsafe=each) for each in (False, True))
        for master in cluster.masters:
            master.kill()
            for ready in (safe, unsafe):
                with pytest.raises(StoreAway):
                    ready.check_store()
            master.restart()
            eventually(partial(answers, safe), PATIENCE)
        other, victim = cluster.masters[:2]
        victim.kill()
        eventually(lambda: other.do("CLUSTER INFO")["cluster_state"] == "fail", PATIENCE)
        with pytest.raises(StoreAway):
            safe.check_store()
        victim.restart()
        eventually(partial(answers, safe), PATIENCE)


def answers(ready: Readiness) -> bool:
    """True if the store is not away; any other fault is raised."""
    try:
        ready.check_store()
    except StoreAway:
        return False
    return True


def test_a_cluster_is_named_as_one(cluster: ClusterOfNodes, jobs: Server) -> None:
    """A single node of a cluster is refused for games and jobs, and so is a cluster URL of a plain server."""
    one = cluster.masters[0]
    with pytest.raises(StoreRefusedError, match=r"redis\+cluster://"):
        admit(one.client, unsafe=True, say=pytest.fail)
    with pytest.raises(ConfigurationError, match="RQ_REDIS_URL"):
        admit_jobs(one.client)
    jobs_client = clients.writer(jobs.url)
    admit_jobs(jobs_client)
    jobs_client.config_set("port", port := free_port())
    try:
        lonely = clients.writer(f"redis+cluster://127.0.0.1:{port}")
        with pytest.raises(ConfigurationError, match="Cluster mode is not enabled"):
            wait_until_up(lonely, Event(), OutageLog(pytest.fail))
    finally:
        jobs_client.config_set("port", 0)


def test_what_waits_is_looked_for_on_every_server(cluster: ClusterOfNodes) -> None:
    """The feeds of all partitions are read together, in order, and an empty wait ends in time."""
    cluster.clear()
    with clients.writer(cluster.url) as writer, clients.reader(cluster.url) as reader:
        log = StreamsEventLog(writer, reader)
        starts = log.feed_ends()
        assert log.tail(starts, block_ms=1) == []
        for game in games(40):
            log.append(first(game))
        told = log.tail(starts, block_ms=0)
        assert sorted(entry.game for entry in told) == sorted(games(40))
        assert [entry.partition for entry in told] == sorted(entry.partition for entry in told)


def test_notices_are_made_once(cluster: ClusterOfNodes) -> None:
    """With games, feeds and accounts on three servers, two alternating projectors create each notice once."""
    cluster.clear()
    with clients.writer(cluster.url) as writer, clients.reader(cluster.url) as reader:
        for seat in range(2):
            writer.hset(profile_key(f"player-{seat}"), "name", f"Player {seat}")
        log, inboxes = StreamsEventLog(writer, reader), StoredInboxes(writer)
        tables = tables_on(log)
        over = [play_out(tables, 2, Rules(), seeded(seed)) for seed in range(6)]
        for game in over:
            tables.settle(game)
        projectors = [Projector(log, inboxes, lambda: 0) for _ in range(2)]
        while projectors[0].go_on(0) or projectors[1].go_on(0):
            projectors.reverse()
        for seat in range(2):
            told = Counter(kept.notice.kind for kept in inboxes.every(f"player-{seat}"))
            assert told["game_scored"] == len(over)
            assert told["turn"] == 0
            assert {kept.notice.table for kept in inboxes.every(f"player-{seat}")} == set(over)
            assert inboxes.see(f"player-{seat}", None) == 0
