"""Connections to the store come from one factory; each kind handles lost responses differently."""

import re
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import TimeoutError as TimedOut

from replays.store import clients

ROOT = Path(__file__).parents[4]
NOBODY = "redis://nobody.invalid:6379/0"


@contextmanager
def hangs_up_on(command: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """A server that answers everything, except that it closes the connection on this command."""
    received: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        Thread(target=_serve, args=(listener, command, received), daemon=True).start()
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0", received
        listener.shutdown(socket.SHUT_RDWR)


def _serve(listener: socket.socket, command: bytes, received: list[bytes]) -> None:
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        with connection:
            while request := connection.recv(4096):
                if command in request:
                    received.append(request)
                    break
                connection.sendall(b"+OK\r\n" * len(re.findall(rb"\*\d+\r\n", request)))


@pytest.mark.parametrize("make", [clients.writer, clients.reader, clients.queue])
def test_nothing_connects_before_the_first_command(make: Callable[[str], Redis]) -> None:
    """Creating a client for an unknown host is no error."""
    make(NOBODY).close()
    make("unix:///nowhere/store.sock?db=1").close()
    make("redis+sentinel://nobody.invalid,no.invalid:1/games/0").close()
    make("redis+cluster://nobody.invalid:7001").close()


@pytest.mark.parametrize("make", [clients.writer, clients.queue])
def test_a_write_whose_answer_is_lost_is_not_sent_again(make: Callable[[str], Redis]) -> None:
    """A second XADD would append twice, so the caller gets an error."""
    with hangs_up_on(b"XADD") as (url, received):
        client = make(url)
        with pytest.raises(Unreachable):
            client.xadd("stream", {"e": "1"})
        client.close()
        assert len(received) == 1


@pytest.mark.slow
def test_a_read_is_sent_again() -> None:
    """A reader retries a few times on new connections before it fails."""
    with hangs_up_on(b"XRANGE") as (url, received):
        client = clients.reader(url)
        with pytest.raises(Unreachable):
            client.xrange("stream")
        client.close()
        assert len(received) == 1 + clients.READ_RETRIES


def test_a_server_that_falls_silent_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every client of a frozen server times out after one attempt, readers too."""
    monkeypatch.setattr(clients, "ANSWER_SECONDS", 0.05)
    for make in (clients.writer, clients.reader, clients.queue):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"redis://127.0.0.1:{silent.getsockname()[1]}"
            with make(url) as client, pytest.raises(TimedOut):
                client.xrange("stream")
            silent.settimeout(0)
            silent.accept()[0].close()
            with pytest.raises(BlockingIOError):
                silent.accept()


@pytest.mark.slow
def test_a_burst_waits_for_connections(store_url: str) -> None:
    """With more threads than connections, each thread waits for a connection and gets a response."""
    with clients.writer(store_url) as client, ThreadPoolExecutor(3 * clients.CONNECTIONS) as pool:
        before = client.info("clients")["connected_clients"]
        asked = [pool.submit(client.blpop, ["nothing"], 0.2) for _ in range(3 * clients.CONNECTIONS)]
        assert [each.result() for each in asked] == [None] * len(asked)
        assert client.info("clients")["connected_clients"] <= before + clients.CONNECTIONS


def test_a_burst_does_not_wait_for_ever(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If all connections stay in use until the timeout, the store is reported as unreachable."""
    monkeypatch.setattr(clients, "CONNECTIONS", 1)
    with clients.writer(store_url) as client, ThreadPoolExecutor(1) as pool:
        assert vars(client.connection_pool)["timeout"] == clients.ANSWER_SECONDS
        monkeypatch.setattr(client.connection_pool, "timeout", 0.3)  # replies have the usual time
        holder = pool.submit(client.connection_pool.get_connection)
        connection = holder.result()
        with pytest.raises(Unreachable, match="No connection available"):
            client.ping()
        client.connection_pool.release(connection)
        assert client.ping()


@pytest.mark.slow
def test_nobody_else_makes_connections() -> None:
    """`redis.Redis(` and `from_url` occur only in the factory."""
    makers = re.compile(r"\b(Redis|StrictRedis|RedisCluster|Valkey)\(|\bfrom_url\(")
    sources = (
        path
        for name in ("kingdomino", "replays", "service", "workers")
        for path in (ROOT / name).rglob("*.py")
    )
    assert {path.name for path in sources if makers.search(path.read_text())} == {"clients.py"}
