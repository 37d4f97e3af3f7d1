"""The relay's heartbeat on real servers: visible at once, even on a full, clustered or old store."""

import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from redis import Redis

from harness.jobs.site import Site, process
from harness.service import READY_SECONDS
from harness.store import server as servers
from harness.store.clusters import ClusterOfNodes
from harness.store.programs import all_programs, id_of
from harness.store.server import Server, running_server
from harness.waiting import eventually
from replays.bootstrap import now_ms
from replays.encoding.identity import PARTITIONS
from replays.store import clients
from replays.store.heartbeat import BEAT_SECONDS, KEPT_MS, ActivityState, Heartbeat, pulses
from service.ops.backlog import Backlog
from service.ops.doctor import work
from service.ops.doctor.results import Level
from service.ops.readiness import LONGEST_SILENCE, relay_problem

SOON_MS = 60_000
KEY = "{relay}:heartbeat"
PROGRAMS = all_programs()
"""All server programs on this machine: before 7.2, Redis does not record a consumer that found nothing."""


@pytest.fixture(params=PROGRAMS, ids=id_of)
def server(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Give a server of each kind on this machine."""
    monkeypatch.setattr(servers, "server_binary", lambda: request.param)
    with running_server() as running:
        yield running


def heard(store: Redis) -> ActivityState:
    """The pulse of the relay."""
    return pulses(store, ["relay"])["relay"]


def test_nothing_is_heard_before_the_first(store: Redis) -> None:
    """There is no age before the first heartbeat, or for a key without an expiry."""
    heartbeat = Heartbeat(store)
    assert heard(store).silence is None
    store.set(KEY, "")
    assert heard(store).silence is None
    heartbeat.beat()
    age = heard(store).silence
    assert age is not None
    assert 0 <= age < SOON_MS
    store.pexpire(KEY, KEPT_MS - 3 * SOON_MS)
    assert (heard(store).silence or 0) >= 3 * SOON_MS


def test_a_full_store_hears_it(server: Server) -> None:
    """A full store, which refuses all other writes, accepts the heartbeat."""
    with clients.writer(server.url) as store:
        heartbeat = Heartbeat(store)
        heartbeat.beat()
        store.pexpire(KEY, KEPT_MS - SOON_MS)
        store.config_set("maxmemory", 1)
        heartbeat.beat()
        assert (heard(store).silence or 0) < SOON_MS


def test_a_failure_is_no_success(server: Server) -> None:
    """A failure leaves the time of the last success, and gives a reason, which the next success ends."""
    with clients.writer(server.url) as store:
        heartbeat = Heartbeat(store)
        heartbeat.fail("ValueError")
        assert heard(store) == (None, "ValueError")
        heartbeat.beat()
        store.pexpire(KEY, KEPT_MS - SOON_MS)
        heartbeat.fail("store/away")
        assert (heard(store).silence or 0) >= SOON_MS
        assert heard(store).reason == "store/away"
        heartbeat.beat()
        assert heard(store).reason is None


def test_it_costs_the_disk_nothing(server: Server) -> None:
    """The heartbeat is not written to disk, and is lost in a restart."""
    with clients.writer(server.url) as store:
        Heartbeat(store).beat()
        store.set("something", "else")
    written = b"".join(path.read_bytes() for path in server.folder.rglob("*.aof"))
    assert b"something" in written
    assert KEY.encode() not in written
    server.kill()
    server.restart()
    with clients.writer(server.url) as store:
        assert heard(store).silence is None


def test_a_cluster_hears_it(cluster: ClusterOfNodes) -> None:
    """On a cluster the heartbeat is one key on one server."""
    with clients.writer(cluster.url) as store:
        heartbeat = Heartbeat(store)
        heartbeat.beat()
        assert heard(store).silence is not None


@pytest.mark.long
def test_a_relay_without_news_is_heard_of(server: Server) -> None:
    """An idle relay has a heartbeat on every server, while its loop runs, and not for longer."""
    with ExitStack() as stack:
        site = Site(server.url, stack)
        store = stack.enter_context(clients.writer(server.url))
        backlog = Backlog(site.log, store, site.rq, now_ms)
        assert relay_problem(backlog) == "no relay was heard of in the last day"
        relay = stack.enter_context(process(site, "service.cli.main", "relay"))
        eventually(lambda: relay_problem(backlog) is None, READY_SECONDS)
        eventually(lambda: all(store.exists(f"{{{number:02}}}:work") for number in range(PARTITIONS)))
        assert [finding.level for finding in work.relay(backlog)] == [Level.OK]
        relay.send_signal(signal.SIGSTOP)
        store.pexpire(KEY, KEPT_MS - int(1000 * (LONGEST_SILENCE + 1)))
        told = re.fullmatch(r"no relay was heard of for (\d+) seconds", relay_problem(backlog) or "")
        assert told
        assert int(told[1]) >= LONGEST_SILENCE + 1
        assert [finding.level for finding in work.relay(backlog)] == [Level.FAIL]
        relay.send_signal(signal.SIGCONT)
        eventually(lambda: relay_problem(backlog) is None)
    assert BEAT_SECONDS < LONGEST_SILENCE / 2
