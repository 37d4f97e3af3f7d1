"""A private server for tests: durable like the real one, at a socket in a folder of its own."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from redis.backoff import ConstantBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.retry import Retry

from replays.runtime import parent_death
from service.ops.embedded.store_program import server_binary

READY_SECONDS = 20
_PAUSE_SECONDS = 0.01


class Server:
    """A running server at `url` and `socket`, in the process `process`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = folder / "store.sock"
        self.url = f"unix://{self.socket}"
        self.process = self._start()
        self._await_ready()

    def kill(self) -> None:
        """End it abruptly, as a power cut would."""
        self.process.kill()
        self.process.wait()

    def restart(self) -> None:
        """Start it again with the data on its disk."""
        self.socket.unlink(missing_ok=True)
        self.process = self._start()
        self._await_ready()

    def _start(self) -> subprocess.Popen[bytes]:
        arguments = {
            "port": "0",
            "unixsocket": str(self.socket),
            "dir": str(self.folder),
            "logfile": "server.log",
            "appendonly": "yes",
            "appendfsync": "always",
            "maxmemory": "1gb",
            "maxmemory-policy": "noeviction",
            "save": "",
        }
        flags = [part for name, value in arguments.items() for part in (f"--{name}", value)]
        command = parent_death.bound([str(server_binary()), *flags])  # ends with the tests, however they end
        return subprocess.Popen(command, stdin=subprocess.DEVNULL)

    def _await_ready(self) -> None:
        """Ping until it responds, for READY_SECONDS at most; the client's retries do the waiting."""
        patience = Retry(ConstantBackoff(_PAUSE_SECONDS), int(READY_SECONDS / _PAUSE_SECONDS))
        with Redis.from_url(self.url, retry=patience) as client:
            try:
                client.ping()
            except RedisConnectionError as error:
                log = self.folder / "server.log"
                text = log.read_text("utf-8") if log.exists() else "no log"
                msg = f"the test server did not come up:\n{text}"
                raise RuntimeError(msg) from error


@contextmanager
def running_server() -> Iterator[Server]:
    """Run a separate server; nothing of it is left afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="store-"))  # short: a socket's path has at most 107 bytes
    try:
        server = Server(folder)
        try:
            yield server
        finally:
            server.kill()
    finally:
        shutil.rmtree(folder)
