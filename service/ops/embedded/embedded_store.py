"""The embedded store: a private, durable Valkey or Redis server, one for each data folder.

It listens on a Unix socket that only this user can open, and on no port. A lock file prevents a second server
on the same folder: the server itself holds the lock, as an inherited descriptor, so that the lock is free
exactly when the server is gone, however either process ends. This process may die at any step: before the
server runs, the lock ends with this process; afterwards the kernel ends the server too, and everything that
it acknowledged is on disk.
"""

import fcntl
import hashlib
import os
import socket
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from replays.runtime import parent_death
from replays.runtime.settings.errors import ConfigurationError
from service.ops.embedded import store_damage
from service.ops.embedded.store_damage import LOG_FOLDER, LOG_LIST
from service.ops.embedded.store_program import server_binary

LOG_DATABASE, QUEUE_DATABASE = 0, 1
# The kernel's limit for a socket's path is 108 bytes on Linux and 104 on macOS, a final zero included.
LONGEST_SOCKET_PATH = 100
NOTHING_BYTES = 256
"""The file of an empty database is smaller."""
LOCK_SECONDS = 3.0
START_SECONDS = 30.0
STOP_SECONDS = 10.0
PAUSE_SECONDS = 0.01


class StoreInUseError(ConfigurationError):
    """Another server uses this data folder."""


class StoreFailedError(Exception):
    """The server did not start, or did not respond in time."""


@dataclass(frozen=True, slots=True)
class StoreLocation:
    """The folder and the socket of one embedded store."""

    folder: Path
    socket: Path

    def url(self, database: int = LOG_DATABASE) -> str:
        """The URL of one of its databases.

        >>> StoreLocation(Path("/srv/store"), Path("/srv/store/store.sock")).url(QUEUE_DATABASE)
        'unix:///srv/store/store.sock?db=1'
        """
        return f"unix://{quote(str(self.socket))}?db={database}"

    @property
    def log_file(self) -> Path:
        """The server's own log output."""
        return self.folder / "server.log"


def place(data: Path) -> StoreLocation:
    """The location of the store of a data folder, the same for every call. Creates the folders it needs."""
    folder = data.absolute() / "store"
    make_folder(folder)
    for candidate in (folder, _short_folder(folder)):
        socket_path = candidate / "store.sock"
        if len(os.fsencode(socket_path)) <= LONGEST_SOCKET_PATH:
            _make_private(candidate)
            return StoreLocation(folder, socket_path)
    raise ConfigurationError(f"{folder} is too long for a socket: choose a shorter KINGDOMINO_DATA or TMPDIR")


def make_folder(folder: Path) -> None:
    """Create the data folder, or a folder in it, as a private one, unless it exists."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        way_out = "name a folder that this user can write to"
        raise ConfigurationError(f"KINGDOMINO_DATA cannot be used ({error}): {way_out}") from error


def is_there(data: Path) -> bool:
    """True if this data folder has a store."""
    return (data.absolute() / "store").is_dir()


def start(where: StoreLocation, patience: float = LOCK_SECONDS, memory: int = 0) -> subprocess.Popen[bytes]:
    """Start the server; `wait_until_ready` waits until it responds. Main thread only (`parent_death`).

    `memory` is its `maxmemory` in bytes, 0 for none; beyond it the server accepts no writes. If the lock is
    held, wait `patience` seconds, since the server of a parent that was just killed may still be ending; then
    raise `StoreInUseError`. A log that is not complete raises `ConfigurationError`.
    """
    binary = server_binary()
    lock = _lock(where.folder, patience)
    try:
        _refuse_half_a_log(where.folder / LOG_FOLDER)
        process = subprocess.Popen(  # noqa: S603  (our own arguments, no shell)
            parent_death.bound([str(binary), *_arguments(where, memory)]),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd=where.folder,
            pass_fds=[lock],
            start_new_session=True,
        )
        os.ftruncate(lock, 0)
        os.write(lock, f"{process.pid}\n".encode())
    finally:
        os.close(lock)
    return process


def answers(where: StoreLocation) -> bool:
    """True if the server has loaded its data and responds."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(1.0)
        try:
            client.connect(str(where.socket))
            client.sendall(b"PING\r\n")
            return client.recv(64).startswith(b"+PONG")
        except OSError:
            return False


def wait_until_ready(
    where: StoreLocation, process: subprocess.Popen[bytes], seconds: float = START_SECONDS
) -> None:
    """Wait until the server responds, or raise `StoreFailedError` with the end of its log."""
    deadline = time.monotonic() + seconds
    while not answers(where):
        if process.poll() is not None or time.monotonic() > deadline:
            raise StoreFailedError(f"the embedded store did not start; {last_words(where)}")
        time.sleep(PAUSE_SECONDS)


def stop(process: subprocess.Popen[bytes], seconds: float = STOP_SECONDS) -> None:
    """Ask the server to end; kill it if it takes longer than `seconds`."""
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def running(data: Path, memory: int = 0) -> Iterator[StoreLocation]:
    """Run a store that responds, for the duration of the block."""
    where = place(data)
    process = start(where, memory=memory)
    try:
        try:
            wait_until_ready(where, process)
        except StoreFailedError:
            stop(process)
            if recover(where) is None:
                raise
            process = start(where, memory=memory)
            wait_until_ready(where, process)
        yield where
    finally:
        stop(process)


def recover(where: StoreLocation) -> str | None:
    """Cut off a torn end of an ended server's log; returns a description of that, None if nothing was done.

    Raises `StoreDamagedError` if the log is damaged, so that another start would fail too.
    """
    lock = _lock(where.folder, LOCK_SECONDS)
    try:
        return store_damage.mend(where.folder, where.log_file, server_binary())
    finally:
        os.close(lock)


def last_words(where: StoreLocation, lines: int = 5) -> str:
    """The end of the server's log, for an error message."""
    try:
        words = where.log_file.read_text(errors="replace").splitlines()[-lines:]
    except OSError:
        words = []
    return "\n  ".join([f"the end of {where.log_file}:", *words])


def _arguments(where: StoreLocation, memory: int) -> list[str]:
    settings = {
        "port": "0",
        "unixsocket": str(where.socket),
        "unixsocketperm": "700",
        "dir": str(where.folder),
        "logfile": str(where.log_file),
        "loglevel": "notice",
        "databases": "2",
        "appendonly": "yes",
        "appendfsync": "always",
        "aof-load-truncated": "no",  # `recover` truncates instead, and saves what is cut off
        "maxmemory": str(memory),
        "maxmemory-policy": "noeviction",
        "save": "",
        "daemonize": "no",
    }
    return [part for name, value in settings.items() for part in (f"--{name}", value)]


def _refuse_half_a_log(folder: Path) -> None:
    """Raise ConfigurationError if a log lacks its manifest: the server would start an empty one."""
    sizes = [path.stat().st_size for path in (*folder.glob("*.rdb"), *folder.glob("*.aof"))]
    # An interrupted first start leaves the file of an empty database, and an empty file.
    if max(sizes, default=0) > NOTHING_BYTES and not (folder / LOG_LIST).exists():
        raise ConfigurationError(
            f"{folder} has files of a log, and not {LOG_LIST}, which lists them: it was not copied whole, "
            "and to start on it would destroy it; restore the backup again"
        )


def _lock(folder: Path, patience: float) -> int:
    """A descriptor that holds the folder's lock as long as it or a duplicate is open."""
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    deadline = time.monotonic() + patience
    while not _locked(lock):
        if time.monotonic() > deadline:
            holder = os.read(lock, 32).decode(errors="replace").strip() or "unknown"
            os.close(lock)
            raise StoreInUseError(
                f"{folder} is in use by another store (process {holder}): stop that one, "
                "or choose another folder with KINGDOMINO_DATA"
            )
        time.sleep(PAUSE_SECONDS)
    return lock


def _locked(descriptor: int) -> bool:
    with suppress(BlockingIOError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def _short_folder(folder: Path) -> Path:
    """A folder with a short path for the socket, the same for every start on this data folder."""
    mark = hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"kingdomino-{os.getuid()}-{mark}"


def _make_private(folder: Path) -> None:
    """Create the folder unless it exists, and check that no other user could put a socket into it."""
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise ConfigurationError(
            f"{folder} must be a folder of this user that nobody else can open (mode 700)"
        )
