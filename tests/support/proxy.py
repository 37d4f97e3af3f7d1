"""A proxy for TCP and Unix sockets that can lose one answer: what was asked is done, nobody hears of it."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Lock, Thread

CHUNK = 65536
Address = tuple[str, int] | Path
"""A TCP address or the path of a Unix socket."""


class Proxy:
    """Hands everything on between whoever connects to `host` and `port` and the server at `target`.

    `lose_answer(mark)` makes it cut the connection once: of the next request that contains the mark, after
    the answer has come from the target and before a byte of it is handed on. `lost` is set then.
    """

    def __init__(self, target: Address) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.host, self.port = self._listener.getsockname()[:2]
        self.lost = Event()
        self._mark: bytes | None = None
        self._lock = Lock()
        self._open: set[socket.socket] = set()
        self._threads: list[Thread] = []
        self._run(self._accept)

    def lose_answer(self, mark: bytes) -> None:
        """Lose the answer to the next request that contains these bytes in one piece."""
        self.lost.clear()
        with self._lock:
            self._mark = mark

    def cut_all(self) -> None:
        """Cut every connection that is open now."""
        with self._lock:
            there = list(self._open)
        for end in there:
            _shut(end)

    def close(self) -> None:
        """Take no more connections and cut those that are open."""
        _shut(self._listener)
        self._listener.close()
        self.cut_all()
        for thread in list(self._threads):
            thread.join()

    def _accept(self) -> None:
        with suppress(OSError):  # closed: this is how it ends
            while True:
                client, _ = self._listener.accept()
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._run(self._serve, client)

    def _serve(self, client: socket.socket) -> None:
        with client, suppress(OSError), _connected(self._target) as server:
            with self._lock:
                self._open |= {client, server}
            doomed = Event()
            backwards = Thread(target=_hand_back, args=(server, client, doomed, self.lost), daemon=True)
            backwards.start()
            self._hand_on(client, server, doomed)
            backwards.join()
            with self._lock:
                self._open -= {client, server}

    def _hand_on(self, client: socket.socket, server: socket.socket, doomed: Event) -> None:
        """What the client says, until it says nothing more; requests with the mark doom the connection."""
        with suppress(OSError):
            while data := client.recv(CHUNK):
                if self._takes_mark(data):
                    doomed.set()
                server.sendall(data)
        _shut(server)

    def _takes_mark(self, data: bytes) -> bool:
        with self._lock:
            if self._mark is None or self._mark not in data:
                return False
            self._mark = None
            return True

    def _run(self, target: Callable[..., None], *args: object) -> None:
        thread = Thread(target=target, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()


def _hand_back(server: socket.socket, client: socket.socket, doomed: Event, lost: Event) -> None:
    """What the server says, until it says nothing more or the connection is doomed."""
    with suppress(OSError):
        while data := server.recv(CHUNK):
            if doomed.is_set():
                lost.set()
                _shut(server)
                break
            client.sendall(data)
    _shut(client)


def _connected(target: Address) -> socket.socket:
    if isinstance(target, Path):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(str(target))
        return connection
    connection = socket.create_connection(target)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


@contextmanager
def proxy_to(target: Address) -> Iterator[Proxy]:
    """Run a proxy; every connection through it is cut afterwards."""
    proxy = Proxy(target)
    try:
        yield proxy
    finally:
        proxy.close()
