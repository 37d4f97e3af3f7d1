"""The commands of compose.yaml, run directly with exactly their environment on two real stores."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from redis.exceptions import AuthenticationError, ResponseError

from harness.games import seeded
from harness.processes import free_port
from harness.programs.compose import environment, interpolated, services
from harness.programs.crash import PATIENCE, Caller
from harness.programs.on_program import version_of
from harness.store.programs import all_programs, id_of
from harness.store.server import running_server
from harness.waiting import eventually
from replays.bootstrap import check_key
from replays.runtime import parent_death
from replays.runtime.parent_death import ParentPipe
from replays.runtime.settings.settings import STORE_PROGRAM, Settings
from replays.store import clients
from service.ops.embedded import embedded_store
from service.ops.embedded.backup import back_up
from service.ops.embedded.store_program import server_binary
from service.ops.moving.exporting import export
from service.ops.moving.folder import STORE
from service.ops.probe import is_ready
from service.server.child import Child, program
from tests.crash.support.play import MOVES, Table

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the embedded server's wheel")

GIVEN = {
    "KINGDOMINO_KEY": "0f" * 32,
    "KINGDOMINO_SIGNING_KEY": "1e" * 32,
    "STORE_PASSWORD": "2d" * 32,
    "JOBS_PASSWORD": "3c" * 32,
}
"""The variables that .env must set."""
EARLIER = [program for program in all_programs() if "v=8.1." in version_of(program)]
"""The server programs of the version of the file's image."""
CLI = shutil.which("valkey-cli") or shutil.which("redis-cli") or ""


def restore(backup: Path, data: Path, server: Path) -> subprocess.CompletedProcess[str]:
    """Run the command of the service `restore`, in the folder of a store with this server program."""
    command = [word.replace("$$", "$") for word in services()["restore"]["entrypoint"]]
    programs = data / "bin"
    programs.mkdir(exist_ok=True)
    tool = programs / "valkey-check-rdb"
    tool.unlink(missing_ok=True)
    tool.symlink_to(server)
    environ = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    return subprocess.run(
        [*command, str(backup)], cwd=data, env=environ, capture_output=True, text=True, check=False
    )


@dataclass(frozen=True, slots=True)
class Store:
    """A store of the file, running on this machine: its address and its process."""

    name: str
    port: int
    process: subprocess.Popen[bytes]

    @property
    def host(self) -> str:
        """The address, as in a URL."""
        return f"127.0.0.1:{self.port}"


@contextmanager
def store(name: str, folder: Path) -> Iterator[Store]:
    """Run a store's own entrypoint and command, except for the port and the folder."""
    port = free_port()
    programs = folder / "bin"
    programs.mkdir(parents=True)
    (programs / "valkey-server").symlink_to(server_binary())
    service = services()[name]
    words = [
        interpolated(word, GIVEN).replace("$$", "$") for word in (*service["entrypoint"], *service["command"])
    ]
    environ = {**os.environ, **environment(name, GIVEN, image=False)}
    environ["PATH"] = f"{programs}:{environ['PATH']}"
    arguments = ["--port", str(port), "--bind", "127.0.0.1"]
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            parent_death.bound([str(shutil.which(words[0])), *words[1:], *arguments]),
            cwd=folder,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=said,
        )
    try:
        eventually(lambda: listens(port), PATIENCE)
        yield Store(name, port, process)
    finally:
        process.terminate()
        assert process.wait(PATIENCE) == 0


def listens(port: int) -> bool:
    """True if a server listens on the port."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def urls(*stores: Store) -> dict[str, str]:
    """The URLs of compose.yaml, with these stores in place of its hosts."""
    found = environment("web", GIVEN)
    variables = {"store": "REDIS_URL", "jobs": "RQ_REDIS_URL"}
    return {
        variables[each.name]: found[variables[each.name]].replace(f"{each.name}:6379", each.host)
        for each in stores
    }


@contextmanager
def started(name: str, stores: Sequence[Store], place: dict[str, str]) -> Iterator[None]:
    """Run a service's command with these stores as hosts, and with this machine's address and folder."""
    given = environment(name, GIVEN) | place | urls(*stores)
    line = ParentPipe()
    child = Child(
        name, program([sys.executable, "-m", "service.cli.main", *services()[name]["command"]], given, line)
    )
    try:
        child.start_when_due()
        yield
        assert child.has_died() is None
    finally:
        child.ask_to_end()
        assert child.has_ended(PATIENCE)
        line.close()


@pytest.mark.long
def test_a_game_is_played_and_scored_though_the_jobs_are_lost(tmp_path: Path) -> None:
    """A game is scored after the jobs are lost: due work is found in the log again. No key is written."""
    port = free_port()
    place = {"HOST": "127.0.0.1", "PORT": str(port), "KINGDOMINO_DATA": str(tmp_path / "data")}
    with store("store", tmp_path / "store") as log, store("jobs", tmp_path / "jobs") as jobs:
        both = (log, jobs)
        with (
            clients.queue(urls(jobs)["RQ_REDIS_URL"]) as queue,
            started("web", both, place),
            started("relay", both, place),
        ):
            eventually(lambda: is_ready("127.0.0.1", port), PATIENCE)
            with Caller(port) as caller:
                table = Table(caller, 2, seeded(7))
                for _ in range(MOVES[2]):
                    table.move()
                eventually(lambda: any(b"rq:job:" in key for key in queue.scan_iter()), PATIENCE)
                queue.flushall()
                assert not table.is_scored()
                with started("worker", both, place):
                    eventually(table.is_scored, PATIENCE)
        assert not list((tmp_path / "data").glob("*.key"))


@pytest.mark.parametrize("name", ["store", "jobs"])
def test_without_its_password_a_store_answers_nothing(name: str, tmp_path: Path) -> None:
    """A store refuses clients without its password, and process lists do not show the password."""
    other = {"store": "JOBS_PASSWORD", "jobs": "STORE_PASSWORD"}[name]
    with store(name, tmp_path / name) as running:
        [url] = urls(running).values()
        with clients.writer(url) as client:
            assert client.set("acknowledged", "yes")
            assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
        for wrong in (f"redis://{running.host}/0", f"redis://:{GIVEN[other]}@{running.host}/0"):
            with clients.writer(wrong) as stranger, pytest.raises((AuthenticationError, ResponseError)):
                stranger.get("acknowledged")
        command = Path(f"/proc/{running.process.pid}/cmdline").read_bytes()
        assert b"valkey-server" in command
        assert not any(secret.encode() in command for secret in GIVEN.values())


@pytest.mark.skipif(not CLI, reason="no valkey-cli or redis-cli on PATH: Debian's redis-server brings one")
@pytest.mark.parametrize("name", ["store", "jobs"])
def test_the_health_check_knows_the_password(name: str, tmp_path: Path) -> None:
    """The file's health check succeeds with the container's variable, and fails without it."""
    programs = tmp_path / "cli"
    programs.mkdir()
    (programs / "valkey-cli").symlink_to(CLI)
    with store(name, tmp_path / name) as running:
        _, *test = services()[name]["healthcheck"]["test"]
        command = [test[0], "-h", "127.0.0.1", "-p", str(running.port), *test[1:]]
        right = {**environment(name, GIVEN, image=False), "PATH": str(programs)}
        for environ, code in ((right, 0), ({"PATH": str(programs)}, 1)):
            done = subprocess.run(
                command, executable=programs / test[0], env=environ, capture_output=True, check=False
            )
            assert done.returncode == code, done


def test_a_backup_is_restored_where_there_is_no_store(tmp_path: Path) -> None:
    """`restore` fills an empty folder, on which the server starts; a second time it changes nothing."""
    with embedded_store.running(tmp_path / "data") as where, clients.writer(where.url()) as client:
        client.set("acknowledged", "before")
        back_up(tmp_path / "data", tmp_path / "backup")
    with running_server() as store:
        store.kill()
        shutil.rmtree(store.folder / "appendonlydir")
        assert restore(tmp_path / "backup", store.folder, server_binary()).returncode == 0
        store.restart()
        again = restore(tmp_path / "backup", store.folder, server_binary())
        assert (again.returncode, again.stderr) == (1, "there is a store already: move it away first\n")
        with clients.writer(store.url) as client:
            assert client.get("acknowledged") == b"before"


@pytest.mark.skipif(not EARLIER, reason="no Valkey 8.1, the version of the file's image, on this machine")
@pytest.mark.parametrize("program", EARLIER, ids=id_of)
def test_a_backup_of_a_newer_server_is_not_restored(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file's server could not read it and would not start: `restore` says so, and leaves nothing."""
    monkeypatch.setenv(STORE_PROGRAM.name, str(all_programs()[0]))
    with embedded_store.running(tmp_path / "data") as where, clients.writer(where.url()) as client:
        client.set("acknowledged", "before")
        back_up(tmp_path / "data", tmp_path / "backup")
    (tmp_path / "volume").mkdir()
    refused = restore(tmp_path / "backup", tmp_path / "volume", program)
    assert refused.returncode == 1
    assert "a newer one wrote it (docs/operate/moving.md#downgrading)" in refused.stderr
    assert [path.name for path in (tmp_path / "volume").iterdir()] == ["bin"]


@pytest.mark.parametrize("program", [server_binary(), *EARLIER], ids=id_of)
def test_an_installation_moves_into_the_store_and_out_again(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`import` fills the file's store from an export of an embedded one, and `export` writes the same."""
    key = {"KINGDOMINO_KEY": GIVEN["KINGDOMINO_KEY"], "KINGDOMINO_DATA": str(tmp_path / "data")}
    with embedded_store.running(tmp_path / "data") as where, clients.writer(where.url()) as client:
        check_key(client, Settings.from_environ(key))
        client.xadd("game", {"e": "1"}, id="1-0")
        export(client, Settings.from_environ(key), tmp_path / "mine")
    monkeypatch.setattr("tests.integration.operate.test_compose.server_binary", lambda: program)
    with store("store", tmp_path / "store") as running:
        for name, folder in (("import", "mine"), ("export", "again")):
            command = [sys.executable, "-m", "service.cli.main", services()[name]["entrypoint"][1]]
            place = {"KINGDOMINO_DATA": str(tmp_path / "empty")}
            done = subprocess.run(
                [*command, str(tmp_path / folder)],
                env=environment(name, GIVEN) | urls(running) | place,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done
    assert (tmp_path / "again" / STORE).read_bytes() == (tmp_path / "mine" / STORE).read_bytes()
    assert not (tmp_path / "empty").exists()
