"""A connection whose client is slow is given up, and one whose client is not is as any other."""

import socket
from collections.abc import Iterator

import gunicorn.util
import pytest

from service.server import socket_timeouts
from service.server.socket_timeouts import Connection, TimedSocket

MORE_THAN_FITS = b"x" * 2**24


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[TimedSocket, socket.socket]]:
    """Give our end of a connection, which waits a second, and the client's; there is no other time."""
    monkeypatch.setattr(socket_timeouts, "REQUEST_SECONDS", 1)
    monkeypatch.setattr(socket_timeouts, "monotonic", lambda: 0.0)
    accepted, client = socket.socketpair()
    with TimedSocket(accepted) as ours, client:
        yield ours, client


def test_what_comes_is_read(ends: tuple[TimedSocket, socket.socket]) -> None:
    """Up to the end, which the client made."""
    ours, client = ends
    client.sendall(b"GET")
    assert ours.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b"G"
    assert ours.recv(8) == b"GET"
    client.close()
    assert ours.recv(8) == b""


def test_a_pause_is_too_long(ends: tuple[TimedSocket, socket.socket]) -> None:
    """The connection counts as lost."""
    ours, client = ends
    client.sendall(b"GET")
    assert ours.recv(8) == b"GET"
    with pytest.raises(ConnectionResetError, match="too long"):
        ours.recv(8)


def test_drops_are_too_slow(ends: tuple[TimedSocket, socket.socket], monkeypatch: pytest.MonkeyPatch) -> None:
    """However short each pause is, the request has to be there in time; the next one has its own."""
    ours, client = ends
    client.sendall(b"GET")
    assert ours.recv(1) == b"G"
    monkeypatch.setattr(socket_timeouts, "monotonic", lambda: 2.0)
    with pytest.raises(ConnectionResetError, match="too long"):
        ours.recv(1)
    ours.expect_request()
    assert ours.recv(1) == b"E"


def test_an_answer_that_nobody_takes_is_given_up(ends: tuple[TimedSocket, socket.socket]) -> None:
    """What fits between the two is sent; then the client counts as gone."""
    ours, _ = ends
    ours.sendall(b"200")
    with pytest.raises(ConnectionResetError, match="too long"):
        ours.sendall(MORE_THAN_FITS)


def test_a_look_waits_for_nothing(ends: tuple[TimedSocket, socket.socket]) -> None:
    """Live streams look so whether the client is there."""
    with pytest.raises(BlockingIOError):
        ends[0].recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)


def test_the_main_loop_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that served a client waits for it to close its end; what closes later finds it done."""
    accepted, client = socket.socketpair()
    with client:
        connection = Connection(None, accepted, "", "")
        client.close()
        connection.linger()
        monkeypatch.setattr(gunicorn.util, "close_graceful", pytest.fail)
        connection.close(graceful=True)
        assert connection.sock.fileno() == -1
