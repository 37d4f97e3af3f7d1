"""Checks by the parent, over the network: whether the port is free, and whether the service is ready."""

import errno
import http.client
import socket
import time

from replays.runtime.settings.errors import ConfigurationError

ANSWER_SECONDS = 1.0
PAUSE_SECONDS = 0.05
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  (compared with, not listened on)


def url(host: str, port: int) -> str:
    """The URL of the service for a browser on this machine.

    >>> url("0.0.0.0", 8000), url("::1", 8000)
    ('http://127.0.0.1:8000', 'http://[::1]:8000')
    """
    name = near(host)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def near(host: str) -> str:
    """The address by which this machine reaches a server that listens on `host`.

    >>> near("0.0.0.0")
    '127.0.0.1'
    """
    return EVERYWHERE.get(host, host)


def is_ready(host: str, port: int) -> bool:
    """True if `/readyz` responds with 200."""
    connection = http.client.HTTPConnection(near(host), port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def wait_for_port(host: str, port: int, seconds: float) -> None:
    """Wait until the port is free: the web process of a parent just killed may still be ending.

    Raises `ConfigurationError` after `seconds`, and at once for an error other than a port in use.
    """
    deadline = time.monotonic() + seconds
    while error := _cannot_listen(host, port):
        if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
            raise ConfigurationError(
                f"cannot listen on {host} port {port} ({error.strerror}): choose another with HOST and PORT"
            )
        time.sleep(PAUSE_SECONDS)


def _cannot_listen(host: str, port: int) -> OSError | None:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as attempt:
            attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            attempt.bind(address)
            attempt.listen()
    except OSError as error:
        return error
    return None
