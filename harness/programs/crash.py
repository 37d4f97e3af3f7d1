"""A whole `kingdomino serve` that may be killed anywhere, and a client that retries until a response."""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from time import monotonic
from typing import Any, Self

from harness.processes import Process, descendants, free_port, living
from harness.waiting import eventually
from harness.wire.http import IDLE_SECONDS
from replays.runtime.settings.settings import STORE_PROGRAM
from replays.store import clients
from replays.streams.event_log import StreamsEventLog
from service.ops.embedded import embedded_store, store_program
from service.ops.probe import is_ready

Json = dict[str, Any]
ROOT = Path(__file__).parents[2]
KINGDOMINO = [sys.executable, "-m", "service.cli.main", "serve"]
PATIENCE = 30.0
"""Seconds within which everything must have recovered, also on a machine that is busy with other tests."""
OURS = ("KINGDOMINO_", "REDIS_URL", "RQ_REDIS_URL")
NOTHING: Mapping[str, str] = {}


class Victim(Enum):
    """A process that may be killed: the parent or one of its children."""

    STORE = "store"
    WORKER = "worker"
    RELAY = "relay"
    WEB = "web"
    PARENT = "parent"


class Site:
    """The settings of a service with a folder and port of its own, which may be killed anywhere."""

    def __init__(self, folder: Path, environ: Mapping[str, str] = NOTHING) -> None:
        self.data = folder / "data"
        self.port = free_port()
        clean = {name: text for name, text in os.environ.items() if not name.startswith(OURS)}
        settings = {
            "PORT": str(self.port),
            "KINGDOMINO_DATA": str(self.data),
            "KINGDOMINO_LIMITS": "off",
            STORE_PROGRAM.name: os.environ.get(STORE_PROGRAM.name, ""),
        }
        self.environ = {**clean, **settings, **environ}

    def await_ready(self) -> None:
        """Wait until `/readyz` responds with 200."""
        eventually(lambda: is_ready("127.0.0.1", self.port), PATIENCE)

    @contextmanager
    def log(self) -> Iterator[StreamsEventLog]:
        """The log itself, without the service."""
        url = self.environ.get("REDIS_URL") or embedded_store.place(self.data).url()
        with clients.writer(url) as writer, clients.reader(url) as reader:
            yield StreamsEventLog(writer, reader)


class Installation(Site):
    """`kingdomino serve`; restarts use the same folder and port."""

    def __init__(self, folder: Path, environ: Mapping[str, str] = NOTHING) -> None:
        super().__init__(folder, environ)
        self.output = folder / "serve.log"
        self._striking = threading.Lock()
        self.parent = self._launch()

    def start(self) -> None:
        """Start it again and wait until it is ready."""
        self.parent = self._launch()
        self.await_ready()

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        """Send the parent a signal to end everything, and return its exit code."""
        self.parent.send_signal(number)
        return self.parent.wait(PATIENCE)

    def strike(self, victim: Victim) -> None:
        """Send the victim `kill -9` as soon as it runs; restart a parent, as a user would."""
        with self._striking:
            if victim is Victim.PARENT:
                self.parent.kill()
                self.parent.wait()
                self.parent = self._launch()
            else:
                eventually(lambda: self._kills(victim), PATIENCE)

    def find(self, victim: Victim) -> Process:
        """The victim's process, once it runs."""
        found, *_ = eventually(lambda: [p for role, p in self._family() if role is victim], PATIENCE)
        return found

    def lines(self) -> list[Json]:
        """The log records so far; the address at the start, a line for people, is left out."""
        return [json.loads(line) for line in self.output.read_text().splitlines() if line.startswith("{")]

    def has_said(self, process: str, words: str, since: int = 0) -> bool:
        """True if this process has logged these words, after the first `since` log records."""
        return any(line["process"] == process and words in line["event"] for line in self.lines()[since:])

    def members(self) -> set[int]:
        """The ids of the parent, of all its descendants, and of any other process with this data folder."""
        return {self.parent.pid, *descendants(self.parent.pid), *_with_environ("KINGDOMINO_DATA", self.data)}

    def _kills(self, victim: Victim) -> bool:
        """True if this call ended the victim, and not one just before."""
        pid = self.find(victim).pid
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            eventually(lambda: pid not in living(), PATIENCE)
            return True
        return False

    def _launch(self) -> subprocess.Popen[bytes]:
        with self.output.open("ab") as output:
            return subprocess.Popen(KINGDOMINO, env=self.environ, cwd=ROOT, stdout=output, stderr=output)

    def _family(self) -> list[tuple[Victim | None, Process]]:
        """The children of the parent, with their roles."""
        family = descendants(self.parent.pid).values()
        return [(_role(p), p) for p in family if p.parent == self.parent.pid]


@contextmanager
def installed(folder: Path, environ: Mapping[str, str] = NOTHING) -> Iterator[Installation]:
    """Run an installation that is ready; nothing of it is left at the end."""
    site = Installation(folder, environ)
    try:
        site.await_ready()
        yield site
    finally:
        everything = site.members()
        site.stop(signal.SIGTERM)
        eventually(lambda: not everything & set(living()), PATIENCE)


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP response."""

    status: int
    headers: Mapping[str, str] | http.client.HTTPMessage
    body: bytes

    def json(self) -> Json:
        """The JSON object in the body."""
        value: Json = json.loads(self.body)
        return value


class Caller:
    """Retries with the same Idempotency-Key while the connection is lost or the response is 503.

    For one thread. `troubles` counts the failed attempts by kind, and `longest` is the longest wait for a
    response, in seconds.
    """

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._used = monotonic()
        self.troubles: Counter[str] = Counter()
        self.longest = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def get(self, path: str) -> Json:
        """The object at a path of the API."""
        return self._insist("GET", path, None, {}, 200).json()

    def fetch(self, path: str) -> bytes:
        """The bytes at a path of the API."""
        return self._insist("GET", path, None, {}, 200).body

    def post(
        self, path: str, body: Json, key: str, headers: Mapping[str, str] = NOTHING, status: int = 201
    ) -> Json:
        """The object that a request creates; repeated requests with the same key create it once."""
        return self._insist("POST", path, body, {"Idempotency-Key": key, **headers}, status).json()

    def put(self, path: str, body: Json, headers: Mapping[str, str]) -> Json:
        """The object that an idempotent PUT stores."""
        return self._insist("PUT", path, body, headers, 200).json()

    def once(
        self, method: str, path: str, body: Json | None = None, headers: Mapping[str, str] = NOTHING
    ) -> Answer:
        """The response to a single request; raises what `http.client` raises. `path` begins with a slash."""
        if monotonic() > self._used + IDLE_SECONDS:
            self._connection.close()  # the server may be closing it, since it was idle
        try:
            text = None if body is None else json.dumps(body)
            self._connection.request(method, path, text, dict(headers))
            answer = response_of(self._connection.getresponse())
        except BaseException:
            self._connection.close()
            raise
        self._used = monotonic()
        return answer

    def _insist(
        self, method: str, path: str, body: Json | None, headers: Mapping[str, str], status: int
    ) -> Answer:
        begun, before = monotonic(), self.troubles.copy()
        try:
            answer = eventually(lambda: self._try(method, f"/api/v1/{path}", body, headers), PATIENCE)
        except AssertionError as error:
            msg = f"{method} {path} failed for {PATIENCE} s: {dict(self.troubles - before)}"
            raise AssertionError(msg) from error
        assert answer is not None
        self.longest = max(self.longest, monotonic() - begun)
        assert answer.status == status, (method, path, body, headers, answer)
        return answer

    def _try(self, method: str, path: str, body: Json | None, headers: Mapping[str, str]) -> Answer | None:
        try:
            answer = self.once(method, path, body, headers)
        except (OSError, http.client.HTTPException) as error:
            self.troubles[type(error).__name__] += 1
            return None
        if answer.status != 503:
            return answer
        self.troubles[read_unavailable(answer)] += 1
        return None


def response_of(response: http.client.HTTPResponse) -> Answer:
    """The complete response, with its body read."""
    return Answer(response.status, response.headers, response.read())


def read_unavailable(answer: Answer) -> str:
    """The code of a 503 response; asserts that it is a readable problem and says when to retry."""
    assert answer.status == 503, answer
    assert answer.headers["Content-Type"] == "application/problem+json", answer
    assert int(answer.headers["Retry-After"]) >= 1, answer
    problem = answer.json()
    assert problem["status"] == 503, answer
    assert problem["detail"], answer
    return str(problem["code"])


def _role(process: Process) -> Victim | None:
    """The role of a child; None if its arguments are not set yet, just after its start."""
    words = [word for word in process.command if word]
    if any(server in word for word in words for server in store_program.ON_PATH):
        return Victim.STORE
    return next((victim for victim in Victim if words[-1:] == [victim.value]), None)


def _with_environ(name: str, value: object) -> set[int]:
    """The ids of the processes that were started with this variable."""
    wanted = f"{name}={value}".encode()
    return {pid for pid in living() if wanted in _environ_of(pid)}


def _environ_of(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []
