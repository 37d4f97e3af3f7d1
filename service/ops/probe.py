"""Is the address free, and does the service answer there? Asked by the parent, from outside."""

import errno
import http.client
import socket
import time

from replays.runtime.settings.errors import ConfigurationError

ANSWER_SECONDS = 1.0
PAUSE_SECONDS = 0.05
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  (compared with, not listened on)


def url(host: str, port: int) -> str:
    """The address that a browser on this machine opens.

    >>> url("0.0.0.0", 8000), url("::1", 8000)
    ('http://127.0.0.1:8000', 'http://[::1]:8000')
    """
    name = near(host)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def near(host: str) -> str:
    """The address by which this machine reaches who listens there.

    >>> near("0.0.0.0")
    '127.0.0.1'
    """
    return EVERYWHERE.get(host, host)


def is_ready(host: str, port: int) -> bool:
    """Whether `/readyz` answers 200."""
    connection = http.client.HTTPConnection(near(host), port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def wait_for_port(host: str, port: int, seconds: float) -> None:
    """Wait until one can listen there: the web process of a parent just killed may be going down."""
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
