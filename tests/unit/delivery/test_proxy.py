"""The proxy of the tests forwards everything, and fails exactly at the given byte."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import pytest

from harness.wire.proxy import NEVER, End, Fault, Proxy, Way, proxy_to

REQUEST = b"please"
ANSWER = b"certainly"
SOON = 5.0


@contextmanager
def answering() -> Iterator[tuple[Proxy, list[bytes]]]:
    """A proxy to a server that answers each whole request, and the bytes it received by connection."""
    got: list[bytes] = []

    def serve(listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            got.append(b"")
            with client:
                while data := client.recv(99):
                    got[-1] += data
                    if got[-1].endswith(REQUEST):
                        client.sendall(ANSWER)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = Thread(target=serve, args=[listener])
        thread.start()
        try:
            with proxy_to(listener.getsockname()) as proxy:
                yield proxy, got
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


def ask(proxy: Proxy) -> bytes:
    """The bytes that come back on a new connection, up to a whole response or the cut."""
    came = b""
    with socket.create_connection((proxy.host, proxy.port), SOON) as client:
        client.sendall(REQUEST)
        while len(came) < len(ANSWER) and (data := client.recv(99)):
            came += data
    return came


def test_it_measures_an_exchange() -> None:
    """Each direction is counted up to the end of the exchange with the mark."""
    with answering() as (proxy, _), socket.create_connection((proxy.host, proxy.port), SOON) as client:
        trial = proxy.arm(Fault(b"ease", Way.ANSWER, NEVER))
        for _ in range(2):
            client.sendall(REQUEST)
            assert client.recv(99) == ANSWER
        assert trial.passed == {Way.REQUEST: len(REQUEST), Way.ANSWER: len(ANSWER)}
        assert not trial.happened.is_set()


@pytest.mark.parametrize("after", range(len(REQUEST)))
def test_a_request_cut_after_any_byte(after: int) -> None:
    """The server receives that part, nothing comes back, and the next connection works."""
    with answering() as (proxy, got):
        proxy.arm(Fault(REQUEST, Way.REQUEST, after))
        assert ask(proxy) == b""
        assert ask(proxy) == ANSWER
        assert got == [REQUEST[:after], REQUEST]


@pytest.mark.parametrize("after", range(len(ANSWER) + 1))
def test_an_answer_cut_after_any_byte(after: int) -> None:
    """The server receives the whole request, and only that part of the response comes back."""
    with answering() as (proxy, got):
        proxy.arm(Fault(REQUEST, Way.ANSWER, after))
        assert ask(proxy) == ANSWER[:after]
        assert got == [REQUEST]


@pytest.mark.parametrize("way", Way)
def test_silence_until_it_is_released(way: Way) -> None:
    """Nothing is forwarded or closed; after the release everything arrives."""
    with answering() as (proxy, got), socket.create_connection((proxy.host, proxy.port), SOON) as client:
        trial = proxy.arm(Fault(REQUEST, way, 2, End.SILENCE))
        client.sendall(REQUEST)
        assert trial.happened.wait(SOON)
        assert trial.answered.is_set() == (way is Way.ANSWER)
        trial.released.set()
        assert b"".join(iter(lambda: client.recv(1), ANSWER[-1:])) == ANSWER[:-1]
        assert got == [REQUEST]


def test_a_port_that_refuses() -> None:
    """Open connections are cut and new ones refused, until it accepts again."""
    with answering() as (proxy, _):
        with socket.create_connection((proxy.host, proxy.port), SOON) as client:
            client.sendall(REQUEST)
            assert client.recv(99) == ANSWER
            proxy.refuse()
            assert client.recv(99) == b""
        with pytest.raises(ConnectionRefusedError):
            ask(proxy)
        proxy.accept()
        assert ask(proxy) == ANSWER
