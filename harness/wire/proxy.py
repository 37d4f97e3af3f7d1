"""A proxy for TCP and Unix sockets in which connections fail where a test wants it, at any byte.

All it knows of the protocol is that an exchange is a request followed by its response.
"""

import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from threading import Event, Lock, Thread

CHUNK = 65536
Address = tuple[str, int] | Path
"""A TCP address or the path of a Unix socket."""


class Way(Enum):
    """One half of an exchange."""

    REQUEST = auto()
    ANSWER = auto()


class End(Enum):
    """The effect on a connection: cut at once, or silent (a black hole) until the fault is released."""

    CUT = auto()
    SILENCE = auto()


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in the next exchange with `mark` in one chunk of its request: after `after` bytes of `way`."""

    mark: bytes
    way: Way
    after: int
    end: End = End.CUT


class Line:
    """The network under connections: while it is silent, nothing passes either way, and nothing is cut."""

    def __init__(self) -> None:
        self.speaks = Event()
        self.speaks.set()


NEVER = 2**62
"""A number of bytes that is never reached: such a fault only measures."""


@dataclass(slots=True)
class Trial:
    """A fault that waits for its exchange: the bytes of it that were forwarded, and its progress.

    `answered` is set when the first bytes of the response have come from the server, `ended` when the server
    has closed this connection.
    """

    fault: Fault
    passed: Counter[Way] = field(default_factory=Counter)
    happened: Event = field(default_factory=Event)
    answered: Event = field(default_factory=Event)
    ended: Event = field(default_factory=Event)
    released: Event = field(default_factory=Event)

    def split(self, way: Way, data: bytes) -> tuple[bytes, bytes]:
        """The bytes that are forwarded before the fault happens, and the rest."""
        if way is Way.ANSWER:
            self.answered.set()
        if self.happened.is_set():
            return b"", data
        room = self.fault.after - self.passed[way] if way is self.fault.way else NEVER
        self.passed[way] += min(room, len(data))
        if len(data) >= room:
            self.happened.set()
        return data[:room], data[room:]

    @property
    def is_over(self) -> bool:
        """True if the exchange ended without the fault, so that the next data belongs to another one."""
        return self.answered.is_set() and not self.happened.is_set()


class Proxy:
    """Forwards all data between clients of `host` and `port` and the server at `target`.

    `lost` is set when a response was lost.
    """

    def __init__(self, target: Address) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.host, self.port = self._listener.getsockname()[:2]
        self.lost = Event()
        self._waiting: Trial | None = None
        self._lock = Lock()
        self._open: set[socket.socket] = set()
        self._trials: list[Trial] = []
        self._threads: list[Thread] = []
        self._lines = [Line()]
        self._run(self._accept, self._listener)

    def arm(self, fault: Fault) -> Trial:
        """Let this fault happen once."""
        with self._lock:
            self._waiting = Trial(fault)
            self._trials.append(self._waiting)
            return self._waiting

    def lose_answer(self, mark: bytes) -> None:
        """Lose the response to the next request with this mark, which the server processes nevertheless."""
        self.lost = self.arm(Fault(mark, Way.ANSWER, 0)).happened

    def refuse(self) -> None:
        """Refuse new connections and cut those that are open; the port stays bound."""
        _shut(self._listener)
        self._listener.close()
        self._listener = socket.socket()
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listener.bind((self.host, self.port))
        self.cut_all()

    def accept(self) -> None:
        """Accept connections again after `refuse`."""
        self._listener.listen()
        self._run(self._accept, self._listener)

    def cut_all(self) -> None:
        """Cut every open connection."""
        with self._lock:
            there = list(self._open)
        for end in there:
            _shut(end)

    def silence(self) -> None:
        """Let nothing pass any more, like a dead network: no connection is cut, and new ones are silent."""
        self._lines[-1].speaks.clear()

    def speak(self) -> None:
        """Let pass the data held back and all further data."""
        self._lines[-1].speaks.set()

    def renew(self) -> None:
        """Let new connections pass; silent ones stay silent."""
        self._lines.append(Line())

    def close(self) -> None:
        """Accept no more connections, cut those that are open, and end all threads."""
        for line in self._lines:
            line.speaks.set()
        _shut(self._listener)
        self._listener.close()
        self.cut_all()
        for trial in self._trials:
            trial.released.set()
        for thread in list(self._threads):
            thread.join()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):  # the listener was closed, which ends the loop
            while True:
                client, _ = listener.accept()
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._run(self._serve, client)

    def _serve(self, client: socket.socket) -> None:
        with client, suppress(OSError), _connected(self._target) as server:
            with self._lock:
                self._open |= {client, server}
            link = _Link(client, server, self._lines[-1], self._take_trial)
            backwards = Thread(target=link.hand_back, daemon=True)
            backwards.start()
            link.hand_on()
            backwards.join()
            with self._lock:
                self._open -= {client, server}

    def _take_trial(self, request: bytes) -> Trial | None:
        """The trial that waits for this request, or None."""
        with self._lock:
            if self._waiting is None or self._waiting.fault.mark not in request:
                return None
            trial, self._waiting = self._waiting, None
            return trial

    def _run(self, target: Callable[..., None], *args: object) -> None:
        thread = Thread(target=target, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()


class _Link:
    """One connection through the proxy; `take_trial` returns the trial that waits for a request."""

    def __init__(
        self,
        client: socket.socket,
        server: socket.socket,
        line: Line,
        take_trial: Callable[[bytes], Trial | None],
    ) -> None:
        self._client = client
        self._server = server
        self._line = line
        self._take_trial = take_trial
        self._trial: Trial | None = None

    def hand_on(self) -> None:
        """Forward the client's data until its end."""
        with suppress(OSError):
            while data := self._client.recv(CHUNK):
                if self._trial is None or self._trial.is_over:
                    self._trial = self._take_trial(data)
                self._hand(Way.REQUEST, data, self._server)
        _shut(self._server, socket.SHUT_WR)  # the server may still respond to the last request

    def hand_back(self) -> None:
        """Forward the server's data until its end."""
        with suppress(OSError):
            while data := self._server.recv(CHUNK):
                self._hand(Way.ANSWER, data, self._client)
        _shut(self._client)
        if self._trial:
            self._trial.ended.set()

    def _hand(self, way: Way, data: bytes, to: socket.socket) -> None:
        self._line.speaks.wait()
        trial = self._trial
        if trial is None:
            to.sendall(data)
            return
        before, after = trial.split(way, data)
        to.sendall(before)
        if not trial.happened.is_set():
            return
        if trial.fault.end is End.CUT:
            _shut(self._server, socket.SHUT_WR)
            _shut(self._client)
            return
        trial.released.wait()
        to.sendall(after)


def _connected(target: Address) -> socket.socket:
    if isinstance(target, Path):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(str(target))
        return connection
    connection = socket.create_connection(target)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def _shut(end: socket.socket, ways: int = socket.SHUT_RDWR) -> None:
    with suppress(OSError):
        end.shutdown(ways)


@contextmanager
def proxy_to(target: Address) -> Iterator[Proxy]:
    """Run a proxy; every connection through it is cut afterwards."""
    proxy = Proxy(target)
    try:
        yield proxy
    finally:
        proxy.close()
