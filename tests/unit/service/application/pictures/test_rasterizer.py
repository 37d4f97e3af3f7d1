"""The rasterizer process: one picture at a time, with a timeout, and ended with its owner."""

import subprocess
import sys
from collections.abc import Iterator
from threading import Event, Thread

import pytest

from service.application.pictures import rasterizer as module
from service.application.pictures.rasterizer import WAITING, NotDrawn, Rasterizer, RasterizerBusy

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"><rect width="3" height="2"/></svg>'
PNG = b"\x89PNG\r\n"


@pytest.fixture
def rasterizer() -> Iterator[Rasterizer]:
    """Give a rasterizer and close it afterwards."""
    made = Rasterizer()
    yield made
    made.close()


def sleeping() -> "subprocess.Popen[bytes]":
    """A process that reads and never responds."""
    command = [sys.executable, "-c", "import sys; sys.stdin.buffer.read()"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def test_it_draws_again_and_again(rasterizer: Rasterizer) -> None:
    """Invalid SVG is refused, and the process continues."""
    assert rasterizer.png(SQUARE).startswith(PNG)
    with pytest.raises(NotDrawn, match="no SVG"):
        rasterizer.png("<svg")
    assert rasterizer.png(SQUARE) == rasterizer.png(SQUARE)


@pytest.mark.slow
def test_a_process_that_died_is_started_again(rasterizer: Rasterizer) -> None:
    """The next picture is drawn by a new process."""
    rasterizer.png(SQUARE)
    assert rasterizer._process
    rasterizer._process.kill()
    rasterizer._process.wait()
    assert rasterizer.png(SQUARE).startswith(PNG)


def test_a_picture_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process is killed."""
    monkeypatch.setattr(module, "PICTURE_SECONDS", 0.05)
    stuck = Rasterizer(sleeping)
    with pytest.raises(NotDrawn, match="too long"):
        stuck.png(SQUARE)
    assert stuck._process is None


def test_few_requests_may_wait_for_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit on waiting requests keeps pictures from occupying all web threads."""
    started, go = Event(), Event()

    def start() -> "subprocess.Popen[bytes]":
        started.set()
        go.wait(20)
        return sleeping()

    monkeypatch.setattr(module, "PICTURE_SECONDS", 0.05)
    stuck = Rasterizer(start)
    refused: list[type[Exception]] = []

    def ask() -> None:
        try:
            stuck.png(SQUARE)
        except (RasterizerBusy, NotDrawn) as error:
            refused.append(type(error))

    threads = [Thread(target=ask) for _ in range(WAITING)]
    threads[0].start()
    assert started.wait(20)
    for place in range(WAITING - 1):
        assert stuck._places.acquire(blocking=False), place
    with pytest.raises(RasterizerBusy):
        stuck.png(SQUARE)
    go.set()
    threads[0].join()
    assert refused == [NotDrawn]


@pytest.mark.slow
def test_it_ends_with_its_owner() -> None:
    """A closed pipe ends the process, so none is left when the owner is killed."""
    process = module._start()
    assert process.stdin
    assert process.stdout
    process.stdin.close()
    assert process.wait(20) == 0
    process.stdout.close()
