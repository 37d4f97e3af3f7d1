"""`kingdomino witness` under `kill -9`: it forgets nothing it cosigned, and cosigns no second history."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from harness.processes import free_port
from harness.waiting import eventually
from replays.transparency.checkpoints import parse_signed_checkpoint
from replays.transparency.witnessing import origin_digest
from tests.unit.project.tree import ROOT
from tests.unit.replays.transparency.logs import ORIGIN, some_log

LOG, FORK = some_log(60), some_log(60, prefix="fork")
CHECKPOINT = f"/{origin_digest(ORIGIN)}/checkpoint"


@contextmanager
def running(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A witness in this folder, killed at the end, once it answers."""
    options = [
        "--name",
        "w.example/a",
        "--log",
        LOG.signer.key.text(),
        "--data",
        str(folder),
        "--port",
        str(port),
    ]
    command = [sys.executable, "-m", "service.cli.main", "witness", *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            eventually(lambda: asked(port, "GET", "/")[0] == 200)
            yield process
        finally:
            process.kill()


def asked(port: int, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
    """The status and the body of the witness's answer; 0 if there is none."""
    connection = HTTPConnection("127.0.0.1", port)
    try:
        connection.request(method, path, body)
        response = connection.getresponse()
        return response.status, response.read()
    except OSError:
        return 0, b""
    finally:
        connection.close()


def submit(port: int, body: bytes) -> tuple[int, bytes]:
    """The answer to a submission."""
    return asked(port, "POST", "/add-checkpoint", body)


def interrupted(process: subprocess.Popen[bytes], port: int, size: int, answered: int) -> int:
    """Submit one leaf more at a time, and kill the witness as it gets the last; the last answered size."""
    for _ in range(answered):
        assert submit(port, LOG.submission(size, size + 1).serialized())[0] == 200
        size += 1
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("POST", "/add-checkpoint", LOG.submission(size, size + 1).serialized())
    process.kill()
    connection.close()
    return size


@pytest.mark.smoke
def test_a_killed_witness_remembers_all_that_it_cosigned(tmp_path: Path) -> None:
    """After it, the witness knows at least the last answered size, and refuses a fork."""
    port = free_port()
    with running(tmp_path, port) as process:
        size = interrupted(process, port, 0, answered=7)
    with running(tmp_path, port):
        seen = parse_signed_checkpoint(asked(port, "GET", CHECKPOINT)[1]).checkpoint
        assert seen.size in {size, size + 1}
        assert seen == LOG.signed(seen.size).checkpoint
        assert submit(port, FORK.submission(seen.size, 60).serialized())[0] == 422
        assert submit(port, FORK.submission(0).serialized()) == (409, f"{seen.size}\n".encode())
        assert submit(port, LOG.submission(seen.size).serialized())[0] == 200
