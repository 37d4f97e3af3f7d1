"""The log records of requests, as received from a web process."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import orjson
import pytest

from harness.processes import free_port
from harness.service import HOST, READY_SECONDS, environment
from harness.waiting import eventually
from harness.wire.http import Http
from service.ops.probe import is_ready


@pytest.mark.long
@pytest.mark.usefixtures("store")
def test_a_web_process_that_stops_has_told_of_all_that_it_answered(store_url: str, tmp_path: Path) -> None:
    """A web process that is stopped first writes all its log records, each with its own time."""
    port = free_port()
    with _web(store_url, tmp_path, port) as web:
        with Http(HOST, port) as http:
            for number in range(20):
                http.get("/rules", X_Request_Id=f"request-{number:02}")
            web.send_signal(signal.SIGTERM)
        lines = [orjson.loads(line) for line in web.communicate(timeout=READY_SECONDS)[1].splitlines()]
    told = [
        line for line in lines if line["event"] == "request" and line["request_id"].startswith("request-")
    ]
    assert [line["request_id"] for line in told] == [f"request-{number:02}" for number in range(20)]
    assert sorted({line["timestamp"] for line in told}) == [line["timestamp"] for line in told]


@pytest.mark.long
@pytest.mark.usefixtures("store")
def test_a_reader_of_lines_that_stands_still_holds_up_nobody(store_url: str, tmp_path: Path) -> None:
    """A stalled reader of the log does not delay requests, even after the pipe's 64 KB, some 250 records."""
    port = free_port()
    with _web(store_url, tmp_path, port), Http(HOST, port) as http:
        assert {http.get("/api/v1/keys").status for _ in range(1000)} == {200}


@contextmanager
def _web(store_url: str, data: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A ready web process whose log is not read yet; it is killed at the end."""
    environ = {**os.environ, **environment(store_url, data), "PORT": str(port), "HOST": HOST}
    command = [sys.executable, "-m", "service.cli.main", "web"]
    with subprocess.Popen(command, env=environ, stderr=subprocess.PIPE) as web:
        try:
            eventually(lambda: is_ready(HOST, port), READY_SECONDS)
            yield web
        finally:
            web.kill()
