"""`kingdomino serve` keeps all processes running, and none remains when it ends."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from redis.exceptions import RedisError

from harness.processes import Process, descendants, free_port, living
from harness.waiting import eventually
from replays.runtime import parent_death
from replays.runtime.settings.errors import EXIT_CONFIGURATION
from replays.runtime.settings.settings import Settings
from replays.store import clients
from service.ops.embedded import embedded_store, store_program
from service.ops.embedded.machine_memory import memory_here
from service.ops.probe import is_ready

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes under /proc")

KINGDOMINO = [sys.executable, "-m", "service.cli.main"]
START_SECONDS = 60.0
NOTHING: Mapping[str, str] = {}


class Service:
    """A running `kingdomino serve` on a data folder."""

    def __init__(self, data: Path, log: Path, port: int, environ: Mapping[str, str] = NOTHING) -> None:
        self.data, self.log, self.port = data, log, port
        clean = {name: text for name, text in os.environ.items() if not name.endswith("REDIS_URL")}
        full = {**clean, "PORT": str(port), "KINGDOMINO_DATA": str(data), **environ}
        with log.open("ab") as output:
            self.parent = subprocess.Popen([*KINGDOMINO, "serve"], env=full, stdout=output, stderr=output)

    def is_ready(self) -> bool:
        """True if `/readyz` is 200."""
        return is_ready("127.0.0.1", self.port)

    def store_answers(self) -> bool:
        """True if the store answers; `/readyz` is made once a second and does not say so at once."""
        with suppress(RedisError), clients.writer(embedded_store.place(self.data).url()) as store:
            return bool(store.ping())
        return False

    def children(self) -> dict[str, Process]:
        """The direct children by name."""
        family = descendants(self.parent.pid).values()
        return {_name(p): p for p in family if p.parent == self.parent.pid}

    def whole_family(self) -> set[int]:
        """The parent and all its descendants."""
        return {self.parent.pid, *descendants(self.parent.pid)}


def _name(process: Process) -> str:
    """The name of a child; a starting process may have no arguments yet."""
    if any(server in process.command[0] for server in store_program.ON_PATH):
        return "store"
    return process.command[-2] if len(process.command) > 1 else ""


@contextmanager
def serving(data: Path, log: Path, port: int = 0, environ: Mapping[str, str] = NOTHING) -> Iterator[Service]:
    """A ready service; its remaining processes are ended afterwards."""
    service = Service(data, log, port or free_port(), environ)
    family = {service.parent.pid}
    try:
        eventually(service.is_ready, START_SECONDS)
        family = service.whole_family()
        yield service
    finally:
        family |= service.whole_family()
        service.parent.send_signal(signal.SIGTERM)
        service.parent.wait(START_SECONDS)
        eventually(lambda: not family & set(living()))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The log file of the processes."""
    return tmp_path / "serve.log"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Give a service that several tests share and leave ready."""
    folder = tmp_path_factory.mktemp("kept")
    with serving(folder / "data", folder / "serve.log") as service:
        yield service


@pytest.fixture(scope="module")
def on_own_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Give a service on servers of its owner's, whose web process is pinned to a processor."""
    folder = tmp_path_factory.mktemp("own")
    with embedded_store.running(folder / "own") as where:
        urls = {"REDIS_URL": where.url(), "RQ_REDIS_URL": where.url(embedded_store.QUEUE_DATABASE)}
        environ = {**urls, "KINGDOMINO_PINNED": "on"}
        with serving(folder / "data", folder / "serve.log", environ=environ) as service:
            yield service


def test_serve_starts_everything_and_says_where_it_is(kept: Service) -> None:
    """Four children start, each in its own session, and the address is printed once `/readyz` succeeds."""
    assert set(kept.children()) == {"store", "web", "relay", "worker"}
    assert all(os.getsid(child.pid) == child.pid for child in kept.children().values())
    address = f"http://127.0.0.1:{kept.port}"
    eventually(lambda: f"Kingdomino is at {address} " in kept.log.read_text())
    with urllib.request.urlopen(f"{address}/healthz") as answer:  # noqa: S310  (our own address)
        assert answer.status == 200


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["store", "web", "relay", "worker"])
def test_a_killed_child_comes_back(kept: Service, name: str) -> None:
    """A killed child is replaced, and the service is ready again."""
    eventually(lambda: name in kept.children())
    victim = kept.children()[name].pid
    os.kill(victim, signal.SIGKILL)
    eventually(lambda: kept.children().get(name, Process(victim, 0, [])).pid != victim)
    eventually(lambda: kept.store_answers() and kept.is_ready(), START_SECONDS)
    assert f"{name} (process {victim}) ended by SIGKILL" in kept.log.read_text()


def test_the_store_has_its_share_of_the_memory(kept: Service) -> None:
    """The store gets a quarter of the machine's memory by default, and never evicts."""
    with clients.writer(embedded_store.place(kept.data).url()) as store:
        assert store.config_get("maxmemory") == {"maxmemory": str(Settings().store_memory.of(memory_here()))}
        assert store.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}


def processors(pid: int) -> list[set[int]]:
    """The processors on which each thread of a process may run."""
    return [os.sched_getaffinity(int(thread.name)) for thread in Path(f"/proc/{pid}/task").iterdir()]


@pytest.mark.long
def test_a_web_process_keeps_to_one_processor_if_told_to(kept: Service, on_own_servers: Service) -> None:
    """A pinned web process runs all threads on one processor; otherwise processes run anywhere."""
    anywhere = os.sched_getaffinity(0)
    eventually(lambda: set(kept.children()) == {"store", "web", "relay", "worker"})
    eventually(kept.is_ready, START_SECONDS)
    for name in ("store", "web", "relay", "worker"):
        assert all(each == anywhere for each in processors(kept.children()[name].pid))
    first, *others = processors(on_own_servers.children()["web"].pid)
    assert len(first) == 1
    assert first <= anywhere
    assert others
    assert all(each == first for each in others)


@pytest.mark.long
def test_servers_of_ones_own_are_used(on_own_servers: Service) -> None:
    """If both URLs are set, no store is started."""
    assert set(on_own_servers.children()) == {"web", "relay", "worker"}
    assert not (on_own_servers.data / "store").exists()


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_everything_in_order(tmp_path: Path, log: Path, number: signal.Signals) -> None:
    """A signal leaves no process, stops the store last, and gives exit code 0.

    SIGINT comes from Ctrl-C, in `tests/crash/stores/test_restart.py`.
    """
    with serving(tmp_path, log) as service:
        family = service.whole_family()
        service.parent.send_signal(number)
        assert service.parent.wait(START_SECONDS) == 0
        eventually(lambda: not family & set(living()))
        # the store was asked to end, and no process missed it before
        assert "bye bye" in (tmp_path / "store" / "server.log").read_text()
        assert "ended" not in log.read_text()
        assert "waiting" not in log.read_text()


@pytest.mark.long
def test_a_killed_parent_takes_everything_along_and_the_next_start_works(tmp_path: Path, log: Path) -> None:
    """All processes end soon after the parent is killed, and a new start waits for them."""
    port = free_port()
    with serving(tmp_path, log, port) as service:
        family = service.whole_family()
        service.parent.kill()
        service.parent.wait()
        with serving(tmp_path, log, port) as again:
            assert set(again.children()) == {"store", "web", "relay", "worker"}
            eventually(lambda: not family & set(living()), START_SECONDS)


@pytest.mark.long
def test_what_cannot_work_ends_at_once_with_a_reason(kept: Service, tmp_path: Path) -> None:
    """A port in use, only one of the URLs, or a folder in use gives one sentence and exit code 78."""
    taken = Service(tmp_path / "other", tmp_path / "taken", kept.port)
    half = Service(tmp_path / "other", tmp_path / "half", free_port(), {"REDIS_URL": "redis://127.0.0.1:1"})
    in_use = Service(kept.data, tmp_path / "in_use", free_port())
    for refused in (taken, half, in_use):
        assert refused.parent.wait(START_SECONDS) == EXIT_CONFIGURATION
    assert f"cannot listen on 127.0.0.1 port {kept.port}" in (tmp_path / "taken").read_text()
    assert "set both REDIS_URL and RQ_REDIS_URL" in (tmp_path / "half").read_text()
    assert "is in use by another store" in (tmp_path / "in_use").read_text()


def test_why_the_store_does_not_start_is_said(tmp_path: Path, log: Path) -> None:
    """A store that fails to start is quoted with the path of its log, and started again."""
    with embedded_store.running(tmp_path / "data") as where:
        pass
    where.socket.unlink(missing_ok=True)
    where.socket.mkdir()
    service = Service(tmp_path / "data", log, free_port())
    try:
        eventually(lambda: "starting it again" in log.read_text(), START_SECONDS)
    finally:
        service.parent.send_signal(signal.SIGTERM)
        service.parent.wait(START_SECONDS)
    lines = [json.loads(line)["event"] for line in log.read_text().splitlines() if line.startswith("{")]
    said = next(line for line in lines if line.startswith("store (process"))
    assert f"the end of {where.log_file}:" in said
    assert where.log_file.read_text().splitlines()[0] not in said


def test_the_pipe_alone_ends_a_child(tmp_path: Path) -> None:
    """A child ends when its parent's end of the pipe closes, even without the kernel's help."""
    line = parent_death.ParentPipe()
    with embedded_store.running(tmp_path) as where:
        urls = {"REDIS_URL": where.url(), "RQ_REDIS_URL": where.url(embedded_store.QUEUE_DATABASE)}
        environ = line.environ({**os.environ, **urls})
        relay = subprocess.Popen([*KINGDOMINO, "relay"], env=environ, pass_fds=[line.read_end])
        assert relay.poll() is None
        line.close()
        assert relay.wait(START_SECONDS) == -signal.SIGKILL


@pytest.mark.long
@pytest.mark.parametrize("name", ["web", "relay", "worker"])
def test_a_process_waits_for_its_store_and_can_be_stopped_meanwhile(tmp_path: Path, name: str) -> None:
    """A process that waits for its store says so, and SIGTERM ends it in order."""
    url = f"unix://{tmp_path}/nobody.sock"
    environ = {**os.environ, "REDIS_URL": url, "RQ_REDIS_URL": url, "PORT": str(free_port())}
    with subprocess.Popen([*KINGDOMINO, name], env=environ, stderr=subprocess.PIPE) as process:
        assert process.stderr
        said = json.loads(process.stderr.readline())
        assert said["process"] == name
        assert said["event"].startswith("the store is away: ")
        process.terminate()
        assert process.wait(START_SECONDS) == 0
