"""Exports of large accounts, on the whole service: streamed, one at a time, and never falsely complete."""

import os
import socket
import sys
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from harness.processes import descendants
from harness.service import API, HOST, Account, Service, ok, running_service
from harness.waiting import eventually
from service.application.account_keys import notes_key

LONGEST = "🐉" * 10_000
NOTES = 500
"""The number of notes of the longest length that take 20 MB."""
PATIENCE = 20.0
CHUNKED_END = b"0\r\n\r\n"


@pytest.fixture(scope="module")
def alone() -> Iterator[Service]:
    """Give a service with its own store."""
    with running_service(["web"]) as running:
        yield running


def large(service: Service) -> Account:
    """An account with notes of 20 MB."""
    account = service.account()
    for _ in range(NOTES // 50):
        for _ in range(50):
            service.store.hset(notes_key(account.id), str(uuid.uuid4()), LONGEST)
    return account


def asking(service: Service, account: Account) -> socket.socket:
    """A connection that has requested an export."""
    client = socket.create_connection((HOST, service.port), PATIENCE)
    head = f"GET {API}/me/export HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {account.token}\r\n\r\n"
    client.sendall(head.encode())
    return client


def read_to_the_end(client: socket.socket) -> bytes:
    """The bytes received up to the end of the last chunk or of the connection."""
    came = bytearray()
    while not came.endswith(CHUNKED_END):
        try:
            part = client.recv(1 << 20)
        except ConnectionResetError:
            break
        if not part:
            break
        came += part
    return bytes(came)


def status(service: Service, account: Account) -> int:
    """The status of the response to a request for an export, read completely."""
    with service.http() as http_client:
        return http_client.get(f"{API}/me/export", Authorization=f"Bearer {account.token}").status


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory of a process under /proc")
def test_eight_at_once_take_little_memory(alone: Service) -> None:
    """Exports of eight accounts with 20 MB each are complete, and the sending process hardly grows."""
    accounts = [large(alone) for _ in range(8)]
    web = {pid: peak(pid) for pid, each in descendants(os.getpid()).items() if "web" in each.command}

    def fetched(account: Account) -> int:
        with alone.http() as client:
            answer = client.get(f"{API}/me/export", Authorization=f"Bearer {account.token}")
            assert answer.headers["transfer-encoding"] == "chunked"
            return len(ok(answer)["notes"])

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(fetched, accounts)) == [NOTES] * 8
    assert all(peak(pid) - before < 20 << 20 for pid, before in web.items())


def peak(pid: int) -> int:
    """The peak memory of the process in bytes."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM"))


@pytest.mark.long
def test_one_at_a_time_until_the_client_leaves(alone: Service) -> None:
    """A second export is refused while one runs, on any connection, and allowed once that client has left."""
    account = large(alone)
    with asking(alone, account) as client:
        assert client.recv(15).startswith(b"HTTP/1.1 200")
        refused = account.mine("GET", "/me/export")
        assert (refused.status, refused.code) == (429, "limit/exports")
        assert refused.headers["retry-after"] == "5"
    eventually(lambda: status(alone, account) == 200, PATIENCE)
    assert status(alone, account) == 200


@pytest.mark.long
def test_a_store_that_fails_meanwhile_gives_no_whole_file() -> None:
    """The connection ends without the last chunk, so that every client detects the incomplete file."""
    with running_service(["web"]) as service:
        account = large(service)
        with asking(service, account) as client:
            came = client.recv(200_000)
            assert came.startswith(b"HTTP/1.1 200")
            service.store.set(notes_key(account.id), "what is no hash")  # in one step, without deleting first
            came += read_to_the_end(client)
        assert not came.endswith(CHUNKED_END)
        service.store.delete(notes_key(account.id))
        eventually(lambda: status(service, account) == 200, PATIENCE)
