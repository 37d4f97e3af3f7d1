"""A store with TLS: the certificates of its URL decide whether the server is trusted."""

import subprocess
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from redis import Redis
from redis.exceptions import ConnectionError as Unreachable

from harness.processes import free_port
from harness.store.programs import all_programs
from harness.waiting import eventually
from harness.wire.certificates import certified
from replays.runtime import parent_death
from replays.store import clients


def has_tls(program: Path) -> bool:
    """True if the server program was built with TLS."""
    done = subprocess.run(
        [str(program), "--port", "0", "--tls-port", "1", "--tls-cert-file", "/nowhere"],
        capture_output=True,
        text=True,
        check=False,
        timeout=20,
    )
    return "No tls-key-file configured" in done.stdout


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """Give the URL, without options, of a server whose certificate nobody knows."""
    program = next((each for each in all_programs() if has_tls(each)), None)
    if program is None:
        pytest.skip("no server program here was built with TLS: Debian's redis-server is")
    pem = str(certified(tmp_path, x509.IPAddress(ip_address("127.0.0.1"))))
    port = free_port()
    settings = {
        "port": "0",
        "tls-port": str(port),
        "tls-cert-file": pem,
        "tls-key-file": pem,
        "tls-ca-cert-file": pem,
        "tls-auth-clients": "no",
        "save": "",
        "dir": str(tmp_path),
    }
    flags = [part for name, value in settings.items() for part in (f"--{name}", value)]
    process = subprocess.Popen(parent_death.bound([str(program), *flags]), stdout=subprocess.DEVNULL)
    try:
        yield f"rediss://127.0.0.1:{port}/0"
    finally:
        process.kill()
        process.wait()


def test_the_certificates_of_a_url_are_used(url: str, tmp_path: Path) -> None:
    """A server that the named certificate signs is read, in one shape; without that it is not trusted."""
    with clients.writer(f"{url}?ssl_ca_certs={tmp_path}/server.pem&client_name=ours") as client:
        eventually(lambda: answers(client))
        client.xadd("stream", {"e": "1"}, "1-0")
        assert client.xread({"stream": 0}) == [[b"stream", [(b"1-0", {b"e": b"1"})]]]
        assert client.client_getname() == f"ours:{clients.process_name()}"
    with clients.writer(url) as stranger, pytest.raises(Unreachable, match="certificate verify failed"):
        stranger.ping()
    with clients.writer(f"{url}?ssl_cert_reqs=none") as careless:
        assert careless.ping()


def answers(client: Redis) -> bool:
    """True once the server responds."""
    try:
        return bool(client.ping())
    except Unreachable:
        return False
